/// What an attachment's file begins with.
///
/// Source: docs/vault-format.md, “Attachments”.
struct AttachmentHeader {
  /// The vault's id.
  let vault: [UInt8]
  /// The header of the stream of chunks.
  let stream: [UInt8]
  private let check: [UInt8]

  static let magic = Array("bucket-attachment 1\n".utf8)
  static let magicStart = Array("bucket-attachment ".utf8)
  static let vaultCount = 16
  static let checkCount = 32
  static let count = magic.count + vaultCount + SealingStream.headerCount + checkCount
  /// The bytes of a chunk before it is sealed; of the last one, at most.
  static let chunkCount = 1 << 16

  init(vault: [UInt8], stream: [UInt8], key: borrowing Secret) {
    (self.vault, self.stream) = (vault, stream)
    check = Sodium.hash(Self.magic + vault + stream, key: key)
  }

  /// Reads what a file begins with, which nothing vouches for yet.
  init(_ bytes: [UInt8]) throws(AttachmentError) {
    guard bytes.starts(with: Self.magic) else {
      throw bytes.starts(with: Self.magicStart) ? .newerFormat : .damaged(.magic)
    }
    guard bytes.count >= Self.count else { throw .damaged(.header) }
    let vaultEnd = Self.magic.count + Self.vaultCount
    let streamEnd = vaultEnd + SealingStream.headerCount
    vault = Array(bytes[Self.magic.count..<vaultEnd])
    stream = Array(bytes[vaultEnd..<streamEnd])
    check = Array(bytes[streamEnd..<Self.count])
  }

  /// As it is written; associated data of every chunk.
  var bytes: [UInt8] { Self.magic + vault + stream + check }

  func verify(vault: [UInt8], key: borrowing Secret) throws(AttachmentError) {
    guard self.vault == vault,
      Sodium.equal(check, Sodium.hash(Self.magic + vault + stream, key: key))
    else { throw .damaged(.header) }
  }

  /// How long what is sealed in a file of so many bytes is; `nil` where no file is so long.
  static func contentCount(ofFile size: Int) -> Int? {
    let body = size - count
    guard body > 0 else { return nil }
    let (whole, rest) = body.quotientAndRemainder(dividingBy: chunkCount + SealingStream.overhead)
    if rest == 0 { return whole * chunkCount }
    // Only where there is nothing else is a chunk empty.
    guard rest > SealingStream.overhead || rest == SealingStream.overhead && whole == 0 else {
      return nil
    }
    return whole * chunkCount + rest - SealingStream.overhead
  }
}
