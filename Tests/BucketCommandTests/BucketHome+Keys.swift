import FoundationEssentials
import TestSupport
import Testing

/// A key of a vault as `keys --json` has it.
struct ListedKey: Decodable {
  let id: String
  let kind: String
  let label: String
  let lastUsed: String?
  let memory: Int?
  let passes: Int?

  private enum CodingKeys: String, CodingKey {
    case id, kind, label, memory, passes
    case lastUsed = "last_used"
  }
}

extension BucketHome {
  /// A passphrase that is good enough.
  static let phrase = "glacier umbrella tuesday 49 accordion"

  /// An open vault with a place, a login key and a recovery key.
  static func withKeys() throws -> (home: BucketHome, recoveryKey: String) {
    let home = try BucketHome()
    let key = try home.makeVault()
    #expect(try home.run("add", "Baikal").end == .exited(0))
    return (home, key)
  }

  func listedKeys() throws -> [ListedKey] {
    try JSONDecoder().decode([ListedKey].self, from: Data(run("keys", "--json").output))
  }

  /// Whether an answer opens the vault, which is locked before and afterwards.
  func opens(_ words: String..., answer: String) throws -> Bool {
    try lock()
    let end = try ProgramRun.of(
      command(["unlock", "--password-stdin"] + words), environment: environment,
      input: Array((answer + "\n").utf8)
    ).end
    try lock()
    return end == .exited(0)
  }
}

extension ProgramRun {
  /// The recovery key that was shown, with its dashes.
  var recoveryKey: String {
    outputText.split(separator: "\n").filter { $0.hasPrefix("  ") }.joined()
      .filter { !$0.isWhitespace }
  }
}
