extension Command {
  /// The commands that tell about the table, for people and for shells.
  static var aboutTable: [Command] { [help, completion, complete, manual] }

  private static var help: Command {
    let topic = Parameter<[String]>.repeated(
      "COMMAND", "the command to tell about, in one word or two", candidates: .commands)
    return Command(
      "help", "Tell what bucket can do, or how one command is used.",
      examples: [Example("bucket help unlock", "tell about unlock")],
      declarations: [topic.declaration], synonyms: ["man", "usage", "info"]
    ) { matches throws(UsageError) in
      let words = try topic.read(matches)
      return .text { table, width throws(UsageError) in
        Help(table, width: width).text(about: try table.command(named: words))
      }
    }
  }

  private static var completion: Command {
    let shell = Parameter<Shell>.required("SHELL", "the shell the script is for")
    return Command(
      "completion", "Print a script that makes a shell complete bucket's commands and options.",
      examples: [
        Example("source <(bucket completion bash)", "in ~/.bashrc"),
        Example("source <(bucket completion zsh)", "in ~/.zshrc, after compinit"),
        Example(
          "bucket completion fish > ~/.config/fish/completions/bucket.fish",
          "once, for fish; again after an update"),
      ],
      declarations: [shell.declaration]
    ) { matches throws(UsageError) in
      let shell = try shell.read(matches)
      return .text { _, _ in shell.script }
    }
  }

  private static var complete: Command {
    let words = Parameter<[String]>.repeated(
      "WORD", "the words after bucket, the last one being typed")
    let bash = Parameter<Bool>.flag(
      "--bash", "the words are a line of bash, and the end of it that bash replaces")
    return Command(
      "complete", "Tell a shell what may stand where a word is being typed.",
      declarations: [bash.declaration, words.declaration], isHidden: true
    ) { matches throws(UsageError) in
      let words = try words.read(matches)
      guard try bash.read(matches) else { return .completion(of: words) }
      return .bashCompletion(
        of: BashLine(words.first ?? "", replaced: words.dropFirst().first ?? ""))
    }
  }

  private static var manual: Command {
    Command(
      "manual", "Print the page of the manual, for the one who packages bucket.",
      declarations: [], isHidden: true
    ) { _ in .text { table, _ in ManualPage(of: table).text } }
  }
}
