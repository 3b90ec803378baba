import TestSupport

@testable import BucketCommand

/// What names the editor: a variable, and the file that `select-editor` writes.
enum EditorChoiceTarget: FuzzTarget {
  static let name = "editor-choice"

  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    try check(["VISUAL": text, "PATH": "/usr/bin:/bin"])
    let home = ScratchFolder(in: KnownVaultFile.base)
    _ = try home.write(bytes, to: ".selected_editor")
    try check(["HOME": home.path, "PATH": "/usr/bin:/bin"])
  }

  private static func check(_ environment: [String: String]) throws(Violation) {
    do throws(EditorError) {
      _ = try EditorCommand.choose(in: environment)
    } catch {
      try Violation.unless(
        !Failure.words(for: error).message.isEmpty, "nothing is said about \(error)")
    }
  }
}
