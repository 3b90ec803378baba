import FoundationEssentials
import TestSupport

/// A household with pictures in its home.
final class PhotoHousehold {
  let household: Household

  init(hasVault: Bool = true) throws {
    household = try Household(hasVault: hasVault)
    let pictures: [(String, [UInt8])] = [
      ("ice.jpg", PictureSample.jpeg()), ("plain.jpg", PictureSample.jpeg(nil)),
      ("ice.png", PictureSample.png()), ("ice.webp", PictureSample.webp()),
      ("ice.gif", PictureSample.gif()), ("ice.heic", PictureSample.heic()),
    ]
    for (name, bytes) in pictures { try write(bytes, to: name) }
  }

  func path(_ name: String) -> String { household.home + "/" + name }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: path(name)))
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// Runs `bucket` in the home folder.
  @discardableResult
  func bucket(_ words: String..., input: String = "") throws -> ProgramRun {
    try ProgramRun.of(
      ["sh", "-c", "cd && exec \"$0\" \"$@\"", BuiltProgram.bucket] + words,
      environment: household.environment, input: Array(input.utf8), timeout: .seconds(60))
  }

  /// The folder of what is sealed, and the names of what is in it.
  var folder: String {
    household.vault.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/attachments"
  }
  func names() throws -> [String] {
    try ProgramRun.of(["sh", "-c", "ls -A \"$0\" 2>/dev/null", folder]).outputText
      .split(separator: "\n").map(String.init)
  }

  /// The photo as it was added.
  func photo(_ place: String, _ photo: String = "1") throws -> [UInt8] {
    try bucket("photo", place, photo, "--keep-position").output
  }

  /// What `check` says of photos.
  func check(_ words: String...) throws -> [String] {
    try household.bucket(["check"] + words).outputText.split(separator: "\n").map(String.init)
      .filter { $0.contains(" photos  ") || $0.contains("attachments") }
  }
}
