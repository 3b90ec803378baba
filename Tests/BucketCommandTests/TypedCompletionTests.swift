import TestSupport
import Testing

@testable import BucketCommand

/// What a line becomes in the shells themselves when the tab key is typed.
@Suite struct TypedCompletionTests {
  private static let shells = Shell.allCases.filter { ShellRun.hasProgram($0.rawValue) }
  private static let nasty = #"Odd $(touch ~/hit) `touch ~/hit` 'x' "y" \ ;*&{1} ~"#
  private let household: Household

  init() throws {
    household = try Household()
    for (name, tag) in [
      ("Lake Baikal", "Want to"), ("Lake Como", "bei: Regen"), ("Café Central", "Paris"),
      ("it's \"here\"", "Paris"), ("Qu'", "x=y"), (Self.nasty, "$(touch ~/hit)"),
      ("Moon @ home: side", "x=y"), ("Hey! You!", "x=y"), ("Point A", "x=y"), ("point B", "x=y"),
    ] {
      _ = try household.bucket(["add", name, "-t", tag, "-c", "Stiller Ort"])
    }
  }

  /// Types lines into a shell, and has it run what they became with a program that tells its words.
  private func check(_ shell: Shell, _ cases: [(typed: String, words: [String])]) throws {
    let session = try ShellSession(shell, in: household)
    let teller = ScratchFolder()
    teller.write("bucket", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n", permissions: 0o755)
    for (typed, words) in cases {
      let line = try session.completed("bucket " + typed)
      let run = try ProgramRun.of(
        [shell.rawValue, "-c", line],
        environment: household.environment.merging(["PATH": teller.path + ":/usr/bin:/bin"]) { $1 })
      #expect(
        run.outputText.split(separator: "\n").map(String.init) == words,
        "\(typed) became \(line), \(run.errorText)")
      #expect(line.hasSuffix(" "), "\(typed) became \(line)")
    }
    #expect(try household.shell("ls ~/hit").outputText == "")
  }

  @Test(arguments: shells) func `a word is completed after a space`(shell: Shell) throws {
    try check(
      shell,
      [
        (#"show Lake\ B"#, ["show", "Lake Baikal"]), (#"show Caf"#, ["show", "Café Central"]),
        (#"list -t Want\ "#, ["list", "-t", "Want to"]),
        (#"list -t Want\"#, ["list", "-t", "Want to"]),
        (#"list --tag=Want\ t"#, ["list", "--tag=Want to"]),
        (#"list --tag=bei:\ "#, ["list", "--tag=bei: Regen"]), ("list -tx=", ["list", "-tx=y"]),
        (#"show Moon\ @\ home:"#, ["show", "Moon @ home: side"]),
        (
          #"show Lake\ Como -c "Stiller Ort" --nea=x --q"#,
          ["show", "Lake Como", "-c", "Stiller Ort", "--nea=x", "--quiet"]
        ),
      ])
  }

  @Test(arguments: shells) func `a word is completed within quotes`(shell: Shell) throws {
    try check(
      shell,
      [
        (#"show "Lake C"#, ["show", "Lake Como"]), (#"show 'Lake C"#, ["show", "Lake Como"]),
        (#"show "Caf"#, ["show", "Café Central"]), (#"show 'Caf"#, ["show", "Café Central"]),
        (#"list -t 'Pari"#, ["list", "-t", "Paris"]), (#"list -t"Want "#, ["list", "-tWant to"]),
        (#"list --tag="Wa"#, ["list", "--tag=Want to"]),
        (#"list --tag='bei: "#, ["list", "--tag=bei: Regen"]),
        (#"show "Moon @ home"#, ["show", "Moon @ home: side"]),
        (#"list -c 'Stiller Ort' -t Par"#, ["list", "-c", "Stiller Ort", "-t", "Paris"]),
      ])
  }

  @Test(arguments: shells) func `whatever a name holds is one plain word`(shell: Shell) throws {
    try check(
      shell,
      ["", "\"", "'"].flatMap { quote in
        [
          ("show \(quote)Odd", ["show", Self.nasty]),
          ("show \(quote)it", ["show", "it's \"here\""]),
          ("show \(quote)Qu", ["show", "Qu'"]),
        ]
      } + [
        ("list -t '$", ["list", "-t", "$(touch ~/hit)"]),
        (#"list -t \$"#, ["list", "-t", "$(touch ~/hit)"]),
        (#"show Odd\ \$\("#, ["show", Self.nasty]), (#"show "Odd \$("#, ["show", Self.nasty]),
      ])
  }

  @Test(arguments: shells) func `case doesn't matter for what the vault knows`(shell: Shell) throws
  {
    try check(
      shell,
      [
        ("show CAFÉ", ["show", "Café Central"]), (#"show lake\ b"#, ["show", "Lake Baikal"]),
        (#"show "lake c"#, ["show", "Lake Como"]), ("list -t pa", ["list", "-t", "Paris"]),
        ("list --tag=wa", ["list", "--tag=Want to"]),
        ("list -c stil", ["list", "-c", "Stiller Ort"]),
      ])
  }

  @Test(
    .enabled(if: ShellRun.hasProgram("bash"), "bash is not installed"),
    arguments: [
      ("show Lak", #"show Lake\ "#), (#"show Lake\ "#, #"show Lake\ "#),
      ("show lak", #"show Lake\ "#),
      ("show \"Lak", "show \"Lake "), ("show cafe", #"show Café\ Central "#),
      // What was typed stays where the places differ in it.
      ("show po", #"show point\ "#), ("show Po", #"show Point\ "#),
      // Neither of them recalls a former line.
      ("show Hey", #"show Hey\!\ You\! "#), ("show \"Hey", #"show "Hey"'!'" You"'!'"" "#),
      ("show 'Hey", "show 'Hey! You!' "), (#"list --tag=BEI:\ r"#, #"list --tag=BEI:\ Regen "#),
      ("list --TA", "list --TA"), ("SHO", "SHO"),
    ])
  func `bash inserts what is sure, and keeps what was typed`(typed: String, line: String) throws {
    let session = try ShellSession(.bash, in: household)
    #expect(try session.completed("bucket " + typed) == "bucket " + line)
  }

  @Test(arguments: shells) func `of a locked vault nothing is completed, and nothing said`(
    shell: Shell
  ) throws {
    try household.lock()
    let session = try ShellSession(shell, in: household)
    #expect(try session.completed("bucket show Caf") == "bucket show Caf")
    #expect(!session.transcript.contains("bucket: "))
  }
}
