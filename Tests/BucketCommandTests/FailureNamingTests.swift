import Foundation
import TestSupport
import Testing

@testable import BucketCommand

/// Commands in hints name the vault that `--vault` named.
@Suite struct FailureNamingTests {
  private static let path = "/tmp/my bucket list.vault"
  private static let named = "bucket --vault '/tmp/my bucket list.vault'"

  @Test(arguments: [
    ("bucket undo takes it back", "\(named) undo takes it back"),
    ("see what they are: bucket keys", "see what they are: \(named) keys"),
    ("add one: bucket keys add login", "add one: \(named) keys add login"),
    ("EDITOR=nano bucket edit …", "EDITOR=nano \(named) edit …"),
    ("(bucket edit 1f2e --at X)", "(\(named) edit 1f2e --at X)"),
    ("to undo: bucket undo; or bucket list", "to undo: \(named) undo; or \(named) list"),
    // No commands, or none that works on the vault.
    ("bucket looks through files", "bucket looks through files"),
    ("bucket help list", "bucket help list"), ("bucket lists", "bucket lists"),
    ("bucket recover '/tmp/a bucket list'", "bucket recover '/tmp/a bucket list'"),
    ("all of them: bucket lock --all", "all of them: bucket lock --all"),
    ("did you mean “my bucket list”?", "did you mean “my bucket list”?"),
    ("it isn't in bucket list", "it isn't in \(named) list"),
    (
      "bucket merge 'it'\\''s a bucket list' now, or bucket list",
      "\(named) merge 'it'\\''s a bucket list' now, or \(named) list"
    ),
  ])
  func `commands are found, and what is quoted is left`(text: String, expected: String) {
    #expect(Failure.naming(text, vault: Self.path) == expected)
    #expect(Failure.naming(text, vault: nil) == text)
    #expect(
      Failure.naming(Failure.naming(text, vault: "x"), vault: "x")
        == Failure.naming(text, vault: "x"))
  }

  /// All texts within the files that hold the wording of failures, in which a command is named.
  @Test func `every hint of every failure names the vault`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/BucketCommand")
    let names = Set(Commands.table.commands.map { $0.name.prefix { $0 != " " } })
      .subtracting(["recover", "help"])
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix("Failure") {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let code = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      for literal in code.joined(separator: "\n").matches(of: #/"(?:[^"\\\n]|\\.)*"/#) {
        let text = String(literal.output.dropFirst().dropLast())
        let commands = text.matches(of: #/\bbucket ([a-z]+)\b/#).filter { match in
          names.contains(match.output.1)
            && !text[match.range.lowerBound...].hasPrefix("bucket lock")
        }
        guard !commands.isEmpty else { continue }
        count += commands.count
        let found = Failure.naming(text, vault: "x").ranges(of: "bucket --vault x ").count
        #expect(found == commands.count, "\(file): \(text)")
      }
    }
    #expect(count > 40)
  }

  @Test(arguments: [
    "plain.vault", "my bucket list.vault", "it's.vault", "~/x.vault", "a\nb.vault",
    "a\tb'c\\d.vault",
    "\u{1b}[31mred.vault", "left\u{202e}right.vault", "ä b.vault", "-dash.vault",
    "$(touch x)`y`.vault",
    "\u{1}2.vault",
  ])
  func `a shell reads the path as it is, and nothing in it is obeyed`(path: String) throws {
    let hint = Failure.naming("bucket list", vault: path)
    #expect(DisplayText.neutralised(hint) == hint)
    let run = try ProgramRun.of(
      ["bash", "-c", "bucket() { printf '%s|' \"$@\"; }; \(hint)"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"])
    let given = path.hasPrefix("-") ? "./" + path : path
    #expect(run.outputText == "--vault|\(given)|list|" && run.errorText == "", "\(hint)")
  }
}
