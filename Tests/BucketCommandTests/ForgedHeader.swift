import Foundation

@testable import BucketVault

/// A vault file whose header somebody without a key wrote anew, so that its checksum fits again.
struct ForgedHeader {
  private let path: String
  private var bytes: [UInt8]

  private static let magicCount = VaultHeader.magic.count
  private static let jsonStart = magicCount + 4

  init(_ path: String) throws {
    self.path = path
    bytes = Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// Where the JSON of the header ends.
  private var jsonEnd: Int {
    Self.jsonStart + Int(UInt32(littleEndianBytes: bytes[Self.magicCount..<Self.jsonStart]))
  }

  /// Where the frames begin.
  var end: Int { jsonEnd + 2 * VaultHeader.checkCount }

  /// Puts other text in the place of what is found first.
  func replacing(_ pattern: String, with text: String) throws {
    let json = String(decoding: bytes[Self.jsonStart..<jsonEnd], as: UTF8.self)
    guard let found = json.range(of: pattern, options: .regularExpression) else {
      throw CocoaError(.formatting)
    }
    let new = Array(json.replacingCharacters(in: found, with: text).utf8)
    let mac = bytes[jsonEnd..<(jsonEnd + VaultHeader.checkCount)]
    let checked =
      VaultHeader.magic + UInt32(new.count).littleEndianBytes + new + mac
    try (checked + Sodium.hash(checked) + bytes[end...]).write(to: path)
  }

  /// Flips a bit.
  func flipping(byteAt offset: Int) throws {
    var flipped = bytes
    flipped[offset] ^= 1
    try flipped.write(to: path)
  }

  /// Leaves only the beginning.
  func cutting(after count: Int) throws { try Array(bytes.prefix(count)).write(to: path) }
}

extension [UInt8] {
  /// Writes into the file that is there, which stays whose it is.
  fileprivate func write(to path: String) throws {
    try Data(self).write(to: URL(filePath: path))
  }
}
