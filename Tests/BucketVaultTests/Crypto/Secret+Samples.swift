@testable import BucketVault

extension Secret {
  /// A secret whose value is no secret.
  init(_ bytes: [UInt8]) {
    self.init(count: bytes.count)
    for (place, byte) in bytes.enumerated() { self[place] = byte }
  }

  init(text: String) { self.init(Array(text.utf8)) }

  /// The bytes 0, 1, 2, … 31: the key of the known answers.
  static var counting: Secret { Secret(Array(0..<32)) }

  /// The bytes, for comparing.
  var revealed: [UInt8] { (0..<count).map { self[$0] } }

  var revealedText: String { String(decoding: revealed, as: UTF8.self) }
}
