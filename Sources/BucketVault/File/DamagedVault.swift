import FoundationEssentials
import Glibc

/// A vault file that doesn't open any more, or not all of it, and of which the rest is wanted.
public struct DamagedVault: Sendable {
  public let path: String
  /// The header by which to unlock it.
  public let header: VaultHeader
  public let headerState: HeaderState
  private let bytes: [UInt8]
  /// Where the frames should begin, in bytes.
  private let framesStart: Int

  /// How the header was had.
  public enum HeaderState: Hashable, Sendable {
    case whole
    /// One bit of it was flipped, and its checksum says which.
    case mended
    /// It doesn't fit its checksum, but can be read; a key slot may be broken.
    case damaged
    /// It is that of another copy.
    case borrowed
  }

  /// The longest file that is looked through, in bytes.
  private static let sizeLimit = 1 << 30

  /// Reads all of a file.
  ///
  /// - Parameter headerPath: Another copy of the vault, whose header serves where this one's can't
  ///   be read.
  public init(_ path: String, headerFrom headerPath: String?) throws(VaultError) {
    self.path = path
    bytes = try VaultFile.bytes(path, limit: Self.sizeLimit)
    if let headerPath {
      let sealed = try VaultFile.open(headerPath).sealed
      (header, headerState, framesStart) = (sealed.header, .borrowed, sealed.count)
      return
    }
    do throws(VaultError) {
      let sealed = try VaultHeader.read(bytes)
      (header, headerState, framesStart) = (sealed.header, .whole, sealed.count)
    } catch {
      guard case .damaged = error else { throw error }
      if let sealed = VaultHeader.mended(bytes) {
        (header, headerState, framesStart) = (sealed.header, .mended, sealed.count)
      } else if let (found, end) = VaultHeader.readIgnoringChecksum(bytes) {
        (header, headerState, framesStart) = (found, .damaged, end)
      } else {
        throw error
      }
    }
  }

  /// Brings out whatever verifies under the key.
  public func salvage<Record>(
    as type: Record.Type, key: borrowing DataKey
  ) throws(VaultError) -> Salvage<Record> {
    var search = FrameSearch(bytes, from: framesStart, tail: Tail(of: header), key: key.frameKey)
    if headerState == .borrowed, !search.isAtFrame {
      search = FrameSearch(bytes, from: 0, tail: Tail(of: header), key: key.frameKey)
    }
    var salvage = Salvage<Record>(from: Tail(of: header))
    while let finding = search.nextFinding() {
      switch finding {
      case .frame(let text, let number, let isMended):
        if isMended { salvage.mendedFrames.append(number) }
        salvage.add(try BatchPiece<Record>.pieces(of: text, frame: number), at: number)
      case .gap(let gap): salvage.add(gap)
      }
    }
    salvage.finish()
    return salvage
  }

  /// Writes what was brought out as a vault that the same secrets open.
  ///
  /// - Parameter state: What this machine remembers of the vault, which the new file comes after.
  public func write<Record>(
    _ salvage: Salvage<Record>, to path: String, key: borrowing DataKey, state: StateFolder
  ) throws(VaultError) {
    var header = header
    let seen = state.lastSeen()
    header.revision = max(header.revision, seen?.revision ?? 0) + 1
    header.epoch = max(header.epoch, seen?.epoch ?? 0) + 1
    var tail = Tail(of: header)
    var frames: [UInt8] = []
    let frameKey = key.frameKey
    for text in try Batch.texts(of: salvage.batches) { frames += tail.seal(text, key: frameKey) }
    try VaultFile.create(path, header: header, key: key, frames: frames)
  }
}

extension VaultHeader {
  /// The header with the one bit put right that keeps it from fitting its checksum.
  fileprivate static func mended(_ bytes: [UInt8]) -> Sealed? {
    var bytes = Array(bytes.prefix(countLimit))
    let jsonStart = magic.count + 4
    guard bytes.count > jsonStart else { return nil }
    let length = Int(UInt32(littleEndianBytes: bytes[magic.count..<jsonStart]))
    let end = length <= lengthLimit ? jsonStart + length + 2 * checkCount : jsonStart
    for bit in 0..<(8 * min(bytes.count, end)) {
      bytes[bit / 8] ^= 1 << (bit % 8)
      if let sealed = try? read(bytes) { return sealed }
      bytes[bit / 8] ^= 1 << (bit % 8)
    }
    return nil
  }

  /// The header and where it ends with its checks, whatever its length field and checksum say.
  fileprivate static func readIgnoringChecksum(_ bytes: [UInt8]) -> (VaultHeader, Int)? {
    let start = magic.count + 4
    let region = bytes.prefix(start + lengthLimit)
    let brace = UInt8(ascii: "}")
    for end in region.indices.dropFirst(start) where region[end] == brace {
      let json = Array(region[start...end])
      if let header = CanonicalJSON.decode(VaultHeader.self, from: json), header.isWellFormed {
        return (header, end + 1 + 2 * checkCount)
      }
    }
    return nil
  }
}
