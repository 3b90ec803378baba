import Glibc
import TestSupport
import Testing

/// Streams that are closed or full, and an environment that is not as it should be.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct BadSurroundingsTests {
  let household: Household

  init() throws {
    household = try Household()
    _ = try household.bucket(["add", "Camp"])
  }

  /// Runs a line of the shell, which prints the exit status itself if it wants to.
  private func run(_ line: String) throws -> (status: ProgramEnd, output: String, errors: String) {
    let run = try household.shell(line)
    return (run.end, run.outputText, run.errorText)
  }

  @Test(arguments: [
    ("list >&-", "Bad file descriptor"), ("list --json >&-", "Bad file descriptor"),
    ("list >/dev/full", "No space left on device"),
    ("export >/dev/full", "No space left on device"),
    ("--help >/dev/full", "No space left on device"), ("--version >&-", "Bad file descriptor"),
    ("status --json >/dev/full", "No space left on device"),
    ("check >/dev/full", "No space left on device"),
    ("show Camp >&-", "Bad file descriptor"),
  ])
  func `output that can't be written is a failure`(words: String, reason: String) throws {
    let before = try household.everything()
    let run = try run("\"$BUCKET\" \(words)")
    #expect(run.status == .exited(1))
    #expect(
      run.errors == """
        bucket: error: standard output can't be written: \(reason)
        bucket: hint: whatever was to be saved is saved; only this output is missing

        """)
    #expect(try household.everything() == before)
  }

  @Test(arguments: [
    ("chmod 777", "chmod go= "), ("chmod 1777", "keep the vault in a folder of yours alone"),
  ])
  func `a folder that others use as well isn't to be closed to them`(
    change: String, advice: String
  ) throws {
    let run = try run(
      "mkdir \"$HOME/all\"; cp \"$VAULT\" \"$HOME/all/copy\"; \(change) \"$HOME/all\"; "
        + "\"$BUCKET\" check --vault \"$HOME/all/copy\"")
    let lines = run.output.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.hasPrefix("do   permissions  others may look") })
    #expect(lines[index].hasSuffix("/all"))
    #expect(lines[index + 1].contains(advice))
  }

  @Test func `output that can't be written is a failure whatever is said after it`() throws {
    let run = try run("\"$BUCKET\" recover \"$VAULT\" --json >/dev/full")
    #expect(run.status == .exited(1))
    #expect(run.errors.contains("standard output can't be written: No space left on device"))
  }

  @Test(arguments: [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
  func `whichever streams are closed, none becomes the vault`(closed: String) throws {
    let expected: ProgramEnd = .exited(closed.contains(">&-") && closed.first != "2" ? 1 : 0)
    let status = closed == "<&-" ? .exited(0) : expected
    household.useEditor("printf 'name: Tent\\n' >\"$1\"")
    for words in ["add Hut", "edit Camp -d x", "show absent", "list", "edit Camp", "check"] {
      let run = try run("\"$BUCKET\" \(words) \(closed)")
      if words == "add Hut" { #expect(run.status == status) }
      #expect(words != "show absent" || run.status == .exited(5))
    }
    #expect(try household.names() == ["Tent", "Hut"])
    #expect(try household.bucket(["list"]).errorText == "")
    #expect(try household.complaints() == [])
    let bare = try household.shell("strings -a \"$VAULT\" | grep -ciE 'error|hint|bucket:|Hut'")
    #expect(bare.outputText == "0\n")
  }

  @Test func `a reader that has enough ends the program quietly`() throws {
    _ = try run(
      "for n in $(seq 40); do \"$BUCKET\" add \"Place $n\" -d \"$(seq 900)\" >/dev/null; done")
    let run = try run("\"$BUCKET\" list --json | head -c 1; echo \" ${PIPESTATUS[0]}\"")
    #expect(run.output == "[ \(128 + SIGPIPE)\n" && run.errors == "")
  }

  @Test func `answers that don't come are told of`() throws {
    _ = try household.bucket(["lock"])
    for (input, error) in [
      ("<&-", "the answer can't be read: Bad file descriptor"),
      ("</dev/null", "cancelled: no answer was given"),
      ("</", "the answer can't be read: Is a directory"),
    ] {
      let run = try run("\"$BUCKET\" unlock --password-stdin \(input)")
      #expect(run.status == .exited(4))
      #expect(run.errors.hasPrefix("bucket: error: \(error)\nbucket: hint: "))
    }
  }

  @Test(arguments: ["unset HOME", "HOME=", "HOME=relative"])
  func `without a home it says so, unless it needs none`(change: String) throws {
    let before = try household.everything()
    for words in ["list", "init", "add x", "lock"] where words != "lock" {
      let run = try run("\(change); cd /; \"$BUCKET\" \(words)")
      #expect(run.status == .exited(1))
      #expect(
        run.errors == """
          bucket: error: there is no home folder: HOME is not set to an absolute path
          bucket: hint: set HOME, or XDG_DATA_HOME to an absolute path

          """)
    }
    let run = try run(
      "XDG_DATA_HOME=$HOME/.local/share XDG_STATE_HOME=$HOME/.local/state; "
        + "export XDG_DATA_HOME XDG_STATE_HOME; \(change); \"$BUCKET\" list")
    #expect(run.status == .exited(0) && run.output.contains("Camp"))
    #expect(try household.everything() == before)
  }

  @Test(arguments: [
    "XDG_DATA_HOME=relative", "XDG_DATA_HOME=", "BUCKET_VAULT=", "XDG_STATE_HOME=relative",
    "XDG_DATA_HOME=. XDG_STATE_HOME=./x",
  ])
  func `folders that mean nothing are passed over`(variables: String) throws {
    let before = try household.everything()
    let run = try run("cd /; \(variables) \"$BUCKET\" list")
    #expect(run.status == .exited(0) && run.output.contains("Camp") && run.errors == "")
    #expect(try household.everything() == before)
  }

  @Test(arguments: [
    ("/dev/null", "Not a directory"),
    // Where the parent is there, and still nothing can be made in it.
    ("/proc", "No such file or directory"),
  ])
  func `a home that can't be written makes no vault`(home: String, reason: String) throws {
    let run = try run(
      "HOME=\(home) \"$BUCKET\" init --password-stdin --unlock-time 0s <<<'\(household.password)'")
    #expect(run.status == .exited(1))
    #expect(
      run.errors.hasSuffix(
        """
        bucket: error: ~/.local/share/bucket/places.vault could not be made: \(reason)
        bucket: hint: there is no vault; a recovery key that was shown just now opens nothing

        """))
  }

  @Test func `a memory folder that can't be used is passed over`() throws {
    household["XDG_RUNTIME_DIR"] = "/proc"
    household.useEditor("echo \"$1\" >&2; printf 'name: Tent\\n' >\"$1\"")
    let run = try household.bucket(["edit", "Camp"])
    #expect(run.end == .exited(0) && run.errorText.contains("/dev/shm/bucket-edit."))
    #expect(try household.shell("ls -d /dev/shm/bucket-edit.*$$* 2>/dev/null").outputText == "")
  }
}
