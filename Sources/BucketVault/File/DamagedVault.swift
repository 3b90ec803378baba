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
  /// The header with its check by the key, where it has one.
  private let sealed: VaultHeader.Sealed?

  /// How the header was had.
  public enum HeaderState: String, Hashable, Sendable {
    case whole
    /// One bit of it was flipped, and its checksum says which.
    case mended
    /// It doesn't fit its checksum, but can be read; a key slot may be broken.
    case damaged
    /// It is that of another copy.
    case borrowed
  }

  /// The longest file that is looked through, in bytes.
  static let sizeLimit = 1 << 30

  /// Reads all of a file.
  ///
  /// - Parameter copy: Another copy of the vault, whose header serves in place of this one's.
  public init(_ path: String, headerOf copy: borrowing VaultFile) throws(VaultError) {
    self.path = path
    bytes = try VaultFile.bytes(path, limit: Self.sizeLimit)
    sealed = copy.sealed
    (header, headerState) = (copy.header, .borrowed)
    framesStart = Self.ownHeader(of: bytes)?.end ?? copy.framesStart
  }

  /// Reads all of a file that still has a header.
  public init(_ path: String) throws(VaultError) {
    self.path = path
    bytes = try VaultFile.bytes(path, limit: Self.sizeLimit)
    do throws(VaultError) {
      let whole = try VaultHeader.read(bytes)
      (header, headerState, framesStart, sealed) = (whole.header, .whole, whole.count, whole)
    } catch {
      guard Self.mayBeDamage(error), let own = Self.ownHeader(of: bytes) else { throw error }
      (header, headerState, framesStart, sealed) = (own.header, own.state, own.end, own.sealed)
    }
  }

  /// Whether a header that is refused may be one that was written well.
  private static func mayBeDamage(_ refusal: VaultError) -> Bool {
    switch refusal {
    case .damaged, .notAVault(.otherContent): true
    default: false
    }
  }

  private struct OwnHeader {
    let header: VaultHeader
    let state: HeaderState
    let end: Int
    let sealed: VaultHeader.Sealed?

    init(_ sealed: VaultHeader.Sealed, _ state: HeaderState) {
      (header, end, self.sealed, self.state) = (sealed.header, sealed.count, sealed, state)
    }

    init(_ header: VaultHeader, end: Int) {
      (self.header, self.end, sealed, state) = (header, end, nil, .damaged)
    }
  }

  private static func ownHeader(of bytes: [UInt8]) -> OwnHeader? {
    if let whole = try? VaultHeader.read(bytes) { return OwnHeader(whole, .whole) }
    if let mended = VaultHeader.mended(bytes) { return OwnHeader(mended, .mended) }
    return VaultHeader.readIgnoringChecksum(bytes).map { OwnHeader($0.header, end: $0.end) }
  }

  /// Brings out whatever verifies under the key.
  ///
  /// - Parameter progress: Told again and again how much of the file is done, from 0 to 1.
  /// - Throws: ``VaultError/tampered(_:)`` where the header is one that nobody with the key wrote.
  public func salvage<Record>(
    as type: Record.Type, key: borrowing DataKey, progress: @escaping (Double) -> Void = { _ in }
  ) throws(VaultError) -> Salvage<Record> {
    try sealed?.verify(with: key)
    let isStartSure = headerState == .whole || headerState == .mended
    var search = FrameSearch(
      bytes, from: isStartSure ? framesStart : nil, tail: Tail(of: header), key: key.frameKey,
      isTrying: { [count = bytes.count] place in progress(Double(place) / Double(count)) })
    // Else the frames may begin anywhere, and all of the file is looked through.
    if !isStartSure { _ = search.begin(at: framesStart) }
    var salvage = Salvage<Record>(from: Tail(of: header))
    while let finding = search.nextFinding() {
      switch finding {
      case .gap(let gap): salvage.add(gap)
      case .frame(let text, let number, let isMended):
        do throws(VaultError) {
          let pieces = try BatchPiece<Record>.pieces(of: text, frame: number)
          if isMended { salvage.mendedFrames.append(number) }
          salvage.add(pieces, behind: search.tail)
        } catch {
          guard case .tampered = error else { throw error }
          salvage.leaveOut(number)
        }
      }
    }
    salvage.finish()
    salvage.hasGivenUp = search.hasGivenUp
    return salvage
  }

  /// How many frames this machine has seen of the chain that was brought out; `nil` where it has
  /// seen none.
  public func framesSeen<Record>(_ salvage: Salvage<Record>, in state: StateFolder) -> Int? {
    guard let seen = state.lastSeen(), seen.epoch == salvage.tail.epoch, seen.isPossible else {
      return nil
    }
    return seen.sequence
  }

  /// Writes what was brought out as a vault that the same secrets open.
  ///
  /// - Parameter state: What this machine remembers of the vault, which the new file comes after.
  public func write<Record>(
    _ salvage: Salvage<Record>, to path: String, key: borrowing DataKey, state: StateFolder
  ) throws(VaultError) {
    var header = header
    let seen = state.lastSeen()
    if headerState == .damaged {
      // Its numbers are those of the damage where they leave no room to count on.
      if header.revision == .max { header.revision = 1 }
      header.epoch = salvage.tail.epoch
    }
    // What was seen can be followed, or is of no vault.
    let (revision, epoch) = (seen?.revision ?? 0, seen?.epoch ?? 0)
    header.revision = max(header.revision, revision < .max ? revision : 0)
    header.epoch = max(header.epoch, salvage.tail.epoch, epoch < .max ? epoch : 0)
    try header.raiseRevision()
    try header.raiseEpoch()
    // Of a header that isn't whole nobody knows who wrote it.
    header.notesKey = HexBytes(Sodium.boxPublicKey(seed: key.notesSeed))
    var tail = Tail(of: header)
    var frames: [UInt8] = []
    let frameKey = key.frameKey
    for text in try Batch.texts(of: salvage.batches) { frames += tail.seal(text, key: frameKey) }
    try VaultFile.create(path, header: header, key: key, frames: frames)
  }
}

extension VaultHeader {
  /// The longest header in which a flipped bit is looked for, in bytes: each of its bits is a try.
  private static let mendingLimit = 1 << 14

  /// The header with the one bit put right that keeps it from fitting its checksum.
  fileprivate static func mended(_ bytes: [UInt8]) -> Sealed? {
    let jsonStart = magic.count + 4
    var bytes = Array(bytes.prefix(mendingLimit))
    guard bytes.count > jsonStart else { return nil }
    let length = Int(UInt32(littleEndianBytes: bytes[magic.count..<jsonStart]))
    // Where a bit of the length is wrong, nothing else is.
    let end = length <= lengthLimit ? jsonStart + length + 2 * checkCount : jsonStart
    for bit in 0..<(8 * min(bytes.count, end)) {
      bytes[bit / 8] ^= 1 << (bit % 8)
      if let sealed = try? read(bytes) { return sealed }
      bytes[bit / 8] ^= 1 << (bit % 8)
    }
    return nil
  }

  /// The header and where it ends with its checks, whatever its length field and checksum say.
  fileprivate static func readIgnoringChecksum(
    _ bytes: [UInt8]
  ) -> (header: VaultHeader, end: Int)? {
    let region = bytes.prefix(magic.count + 4 + lengthLimit).dropFirst(magic.count + 4)
    guard let jsonEnd = endOfObject(in: region),
      let header = CanonicalJSON.decode(VaultHeader.self, from: Array(region[..<jsonEnd])),
      header.isWellFormed, header.requires.isEmpty
    else { return nil }
    return (header, jsonEnd + 2 * checkCount)
  }

  /// Where the JSON object ends that bytes begin with.
  private static func endOfObject(in bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    var isText = false
    var isEscaped = false
    for place in bytes.indices {
      switch (bytes[place], isText) {
      case _ where isEscaped: isEscaped = false
      case (UInt8(ascii: "\\"), true): isEscaped = true
      case (UInt8(ascii: "\""), _): isText.toggle()
      case (UInt8(ascii: "{"), false): depth += 1
      case (UInt8(ascii: "}"), false): depth -= 1
      default: break
      }
      if depth <= 0 { return depth == 0 && place > bytes.startIndex ? place + 1 : nil }
    }
    return nil
  }
}
