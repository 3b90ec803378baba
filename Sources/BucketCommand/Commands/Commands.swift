/// The one ordered list of commands, and what is said about the program as a whole.
enum Commands {
  static let table = CommandTable(
    Program(
      version: "0.1.0", date: "2026-11-30",
      summary: "an encrypted, personal bucket-list vault",
      description: """
        bucket keeps a private list of places you mean to visit, sealed on your own machine and \
        opened by your own login.

        Places are in one file, the vault. bucket unlock opens it for a while with your login \
        password, asked by PAM; after that, or after bucket lock, nobody can read it, whoever has \
        the file. A recovery key opens it when the login password is forgotten.
        """,
      examples: [
        Example("bucket init", "make the vault"),
        Example("bucket add \"Lake Baikal\" --at 53.5,108.2 -t winter", "put a place on the list"),
        Example("bucket list", "see what is on it"),
        Example("bucket edit baikal", "change a place in your editor"),
        Example("bucket export geojson -o places.geojson", "take the list to a map"),
        Example("bucket lock", "close the vault at once"),
      ],
      exitStatuses: [
        Term("0", "done"), Term("1", "failed, for the system's reason that was given"),
        Term("2", "the command line or a value in it was not understood"),
        Term("3", "the vault is locked, and nobody could be asked"),
        Term("4", "the vault can't be opened, for the reason that was given"),
        Term("5", "there is no such place or change"), Term("6", "several of them fit"),
        Term("7", "the vault is damaged, was tampered with, or is older than last seen"),
        Term("130, 143", "ended by a signal: ^C, TERM"),
      ],
      environment: [
        Term("BUCKET_VAULT", "the vault, unless --vault names another"),
        Term(
          "BUCKET_PAM_CONFDIR",
          "a folder of PAM service files to use instead of the system's; it decides who is let in, "
            + "never what the vault is sealed with"),
        Term(
          "BUCKET_PROMPT_TIMEOUT", "seconds until an unanswered question is given up; 0 for never"),
        Term("VISUAL, EDITOR", "the editor, with its arguments"),
        Term("NO_COLOR", "if it holds anything, nothing is coloured"),
        Term("KITTY_WINDOW_ID, LC_TERMINAL, TERM_PROGRAM", "whether the terminal shows pictures"),
        Term("XDG_DATA_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR", "where files are, see FILES"),
      ],
      files: [
        Term("~/.local/share/bucket/places.vault", "the vault"),
        Term("~/.local/share/bucket/attachments/", "photos of its places, sealed"),
        Term(
          "~/.local/state/bucket/",
          "what is only of this machine: the state last seen, failed unlocks, sealed drafts"),
        Term("/etc/pam.d/bucket", "the PAM service"),
      ],
      seeAlso: ["pam(7)", "keyrings(7)", "faillock(8)", "passwd(1)"]),
    [
      CommandGroup(
        "Vault",
        [
          Init.command, Unlock.command, Lock.command, Status.command, Attempts.command,
          Check.command, Recover.command,
        ]),
      CommandGroup(
        "Keys",
        [
          Keys.command, Keys.listCommand, KeysAdd.command, KeysRewrap.command, KeysRemove.command,
          KeysRotate.command,
        ]),
      CommandGroup(
        "Places",
        [
          Add.command, List.command, Show.command, Photo.command, Edit.command, Visit.command,
          Remove.command, Undo.command, History.command, Purge.command,
        ]),
      CommandGroup("Exchange", [Import.command, Export.command, Merge.command]),
    ])
}
