import FoundationEssentials
import TestSupport
import Testing

@testable import BucketCommand

/// What the program says to do next, of a vault that `--vault` names.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct VaultOptionTests {
  private static let names = ["my bucket list.vault", "line\nfeed's.vault"]

  /// The commands of bucket that are named in a text, without those that were left out on purpose.
  private func commands(in text: String) -> [Substring] {
    let names = Set(Commands.table.commands.map { String($0.name.prefix { $0 != " " }) })
    return text.split(separator: "\n").flatMap { line in
      line.ranges(of: "bucket ").compactMap { range -> Substring? in
        let rest = line[range.upperBound...]
        let word = String(rest.prefix { $0.isLetter || $0 == "-" })
        return word == "--vault" || names.contains(word) ? rest : nil
      }
    }
  }

  @Test(arguments: names) func `every command that is hinted at works on that vault`(
    name: String
  ) throws {
    let home = try BucketHome()
    let path = home.path + "/" + name
    home.environment["EDITOR"] = "true"
    let word = Failure.naming("bucket list", vault: path).dropFirst("bucket ".count)
      .dropLast(" list".count)
    func check(_ words: [String], answers: [String]? = nil, saying text: String? = nil) throws {
      let run = try ProgramRun.of(
        home.command(["--vault", path] + words + (answers == nil ? [] : ["--password-stdin"])),
        environment: home.environment,
        input: Array((answers ?? []).map { $0 + "\n" }.joined().utf8), timeout: .seconds(60))
      var said = run.outputText + run.errorText
      // Not a hint, but what happened.
      said = said.replacing("the vault is locked: bucket lock locked it", with: "")
        .replacing(word, with: "--vault PATH")
      // Nor what the person named.
      for text in [name, "bucket list of huts", "bucket list two"] {
        said = said.replacing(text, with: "…")
      }
      let found = commands(in: said)
      if let text {
        #expect(said.contains("bucket --vault PATH \(text)"), "\(words): \(said)")
        #expect(!found.isEmpty)
      }
      for command in found { #expect(command.hasPrefix("--vault PATH "), "\(words): \(said)") }
    }
    let password = [BucketHome.password]
    try check(["list"], saying: "init")
    try check(["init", "--unlock-time", "0s"], answers: ["wrong"])
    try check(["init", "--unlock-time", "0s"], answers: password)
    try check(["init"], answers: password, saying: "unlock")
    try check(["add", "A bucket list of huts"], saying: "edit")
    try check(["add", "bucket list two"], saying: "edit")
    try check(["show", "nowhere at all"], saying: "list")
    // The names of places are left as they are, though they look like commands.
    let several = try home.run("--vault", path, "show", "bucket list")
    #expect(several.end != .exited(0) && several.errorText.contains("  A bucket list of huts"))
    try check(["remove", "huts", "--yes"], saying: "undo")
    try check(["undo"], saying: "undo")
    try check(["undo", "ffff"], saying: "history")
    try check(["merge", path])
    try check(["keys", "add", "passphrase"], answers: [])
    try check(
      ["keys", "add", "passphrase", "--unlock-time", "0s"],
      answers: ["velvet otter canyon marble prairie"], saying: "unlock --passphrase")
    try check(["keys", "add", "login"], answers: [], saying: "keys rewrap login")
    try check(["keys", "remove", "zzzz", "--yes"], saying: "keys")
    try check(["keys", "rotate", "--yes"], answers: [], saying: "keys rotate")
    try check(["lock"])
    try check(["list"], saying: "unlock")
    try check(["unlock"], answers: ["wrong"], saying: "unlock --recovery-key")
    try check(["unlock"], answers: password, saying: "attempts")
    try check(["check"], saying: "attempts")
    // The same without --vault, for whom the variable names it.
    home.environment["BUCKET_VAULT"] = path
    let run = try home.run("show", "nowhere at all")
    #expect(run.errorText.hasSuffix("hint: bucket list shows what there is\n"))
  }
}
