public import FoundationEssentials
import Glibc

/// A vault's key in the kernel keyring of the user, so that it stays open for a while.
///
/// Any process of the same user can read it there; docs/security.md says what that means.
public struct KeySession: Sendable {
  private let vault: String
  /// The name of the key in the keyring: of the vault, and of its data key among those it has had.
  private let description: String
  private let state: StateFolder

  public init(of header: VaultHeader, state: StateFolder) {
    vault = Self.descriptionStart + header.id + ":"
    description = Self.name(of: header)
    self.state = state
  }

  static func name(of header: VaultHeader) -> String {
    descriptionStart + header.id + ":" + HexBytes(Array(header.notesKey.bytes.prefix(8))).text
  }

  /// How long a session lasts unless told otherwise.
  public static let usualDuration = Duration.seconds(15 * 60)
  /// How long a session may last: a second to a week.
  public static let durationsAllowed = Duration.seconds(1)...Duration.seconds(7 * 24 * 60 * 60)

  /// Why no key is to be had.
  public enum Locked: Error, Hashable, Sendable {
    case neverUnlocked
    /// It was last unlocked where the keyring could not keep the key.
    case notKept(Date)
    case expired(Date)
    case lockedByHand(Date)
    /// It was unlocked before the machine last started.
    case restarted
    /// The keyring no longer has the key, though its time isn't over.
    case gone
    case revoked
    /// The vault was given another key since it was unlocked.
    case rekeyed
    /// What the keyring has is not what bucket put there.
    case foreignKey
    case keyringRefuses(SystemError)
  }

  /// A key that was found, and until when it stays.
  public struct Open: ~Copyable {
    public let key: DataKey
    public let until: Date

    /// Hands over the key.
    public consuming func takeKey() -> DataKey { key }
  }

  private static let payloadCount = 80

  /// Keeps a key.
  ///
  /// The payload is 8 bytes of deadline by the boot-time clock (nanoseconds, little-endian), 8 bytes
  /// of the same by the wall clock (seconds), 16 bytes of boot id, the key, and 16 bytes by which a
  /// key that something else put there is noticed.
  ///
  /// - Returns: Until when it is kept.
  public func keep(_ key: borrowing DataKey, for duration: Duration) throws(SystemError) -> Date {
    precondition(Self.durationsAllowed.contains(duration), "a duration that was never checked")
    let seconds = duration.components.seconds
    let now = Date()
    let until = now.addingTimeInterval(Double(seconds))
    let boot = BootClock.bootID
    let deadline = BootClock.now + UInt64(seconds) * 1_000_000_000
    let payload = payload(of: key, deadline: deadline, until: until, boot: boot)
    try Keyring.keep(payload, as: description, seconds: UInt32(seconds))
    return until
  }

  /// What is kept in the keyring.
  ///
  /// - Parameter deadline: Nanoseconds of the boot-time clock.
  func payload(
    of key: borrowing DataKey, deadline: UInt64, until: Date, boot: [UInt8]
  ) -> Secret {
    var payload = Secret(count: Self.payloadCount)
    let front =
      deadline.littleEndianBytes + UInt64(until.timeIntervalSince1970).littleEndianBytes + boot
    for (place, byte) in front.enumerated() { payload[place] = byte }
    for place in 0..<DataKey.count { payload[front.count + place] = key.secret[place] }
    for (place, byte) in check(front, key).enumerated() {
      payload[front.count + DataKey.count + place] = byte
    }
    return payload
  }

  /// Notes that the vault was unlocked; `until` is `nil` where it could not stay open.
  ///
  /// - Parameters:
  ///   - slot: The id of the slot that was used, if one was.
  ///   - attempts: The failed attempts that are known by now.
  public func noteOpened(
    until: Date?, by slot: String? = nil, after attempts: [Attempt] = []
  ) throws(StateFileError) {
    // Times are noted in whole seconds, and several things may happen in one.
    let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    var uses = state.sessionRecord().uses ?? [:]
    if let slot { uses[slot] = now }
    try state.write(
      SessionRecord(
        opened: now, told: attempts.count { $0.at >= now }, until: until,
        boot: HexBytes(BootClock.bootID), locked: nil, uses: uses))
  }

  /// When each slot, by its id, was last used on this machine.
  public var uses: [String: Date] { state.sessionRecord().uses ?? [:] }

  /// Those of all failed attempts that came after the vault was last unlocked here.
  public func attemptsSinceOpened(of attempts: [Attempt]) -> [Attempt] {
    let record = state.sessionRecord()
    // A time that is yet to come was noted by a clock that went wrong.
    guard let opened = record.opened, opened <= Date() else { return attempts }
    return Array(attempts.filter { $0.at >= opened }.dropFirst(max(0, record.told ?? 0)))
  }

  /// Looks for the key.
  public func find() throws(Locked) -> Open {
    let payload = try payload()
    let front = (0..<32).map { payload[$0] }
    var secret = Secret(count: DataKey.count)
    for place in 0..<DataKey.count { secret[place] = payload[front.count + place] }
    let key = DataKey(secret)
    let found = (0..<16).map { payload[front.count + DataKey.count + $0] }
    guard Sodium.equal(found, check(front, key)) else { throw .foreignKey }
    let until = Date(
      timeIntervalSince1970: Double(UInt64(littleEndianBytes: front[8..<16])))
    if BootClock.isNew(since: Array(front[16..<32])) { throw .restarted }
    // The kernel's own deadline follows the wall clock, which can be set back.
    guard BootClock.now < UInt64(littleEndianBytes: front[0..<8]) else {
      _ = try? Keyring.forget(description)
      throw .expired(until)
    }
    return Open(key: key, until: until)
  }

  private func check(_ front: [UInt8], _ key: borrowing DataKey) -> [UInt8] {
    let text = Array("bucket session".utf8) + front + Array(description.utf8)
    return Array(Sodium.hash(text, key: key.sessionKey).prefix(16))
  }

  private func payload() throws(Locked) -> Secret {
    do throws(SystemError) {
      if let payload = try Keyring.payload(of: description, count: Self.payloadCount) {
        return payload
      }
    } catch {
      throw locked(because: error)
    }
    throw .foreignKey
  }

  private func locked(because error: SystemError) -> Locked {
    let record = state.sessionRecord()
    switch error.code {
    case ENOKEY where (try? keptKeys())?.isEmpty == false: return .rekeyed
    case ENOKEY, EKEYEXPIRED, EKEYREVOKED:
      if let locked = record.locked { return .lockedByHand(locked) }
      guard let until = record.until else {
        if error.code == EKEYREVOKED { return .revoked }
        return record.opened.map { .notKept($0) } ?? .neverUnlocked
      }
      if let boot = record.boot, BootClock.isNew(since: boot.bytes) { return .restarted }
      if error.code == EKEYREVOKED { return .revoked }
      if error.code == EKEYEXPIRED || until <= Date() { return .expired(until) }
      return .gone
    default:
      return .keyringRefuses(error)
    }
  }

  /// Forgets the key at once, for every process.
  ///
  /// - Returns: Whether there was one.
  public func forget() throws(SystemError) -> Bool {
    var found = try Keyring.forget(description)
    for former in try keptKeys() where try Keyring.forget(former) { found = true }
    if found { Self.noteLocked(in: state) }
    return found
  }

  private static func noteLocked(in state: StateFolder) {
    var record = state.sessionRecord()
    record.locked = Date()
    // The key is gone, whether that can be noted or not.
    try? state.write(record)
  }

  /// Forgets this key of the vault alone, of which nothing has come.
  public func withdraw() throws(SystemError) { _ = try Keyring.forget(description) }

  /// Forgets every other key of the vault: those that it had before.
  public func forgetOthers() throws(SystemError) {
    for other in try keptKeys() where other != description { _ = try Keyring.forget(other) }
  }

  /// The names of all keys that the keyring has for the vault.
  private func keptKeys() throws(SystemError) -> [String] {
    try Keyring.descriptions().filter { $0.hasPrefix(vault) }
  }

  /// Whether the kernel keyrings can be used here.
  public static func check() throws(SystemError) { try Keyring.check() }
}

extension KeySession {
  private static let descriptionStart = "bucket:"

  /// Forgets the keys of all vaults.
  ///
  /// - Parameter states: The folder for the states of all vaults, if there is one.
  /// - Returns: How many vaults there were.
  public static func forgetAll(statesIn states: String?) throws(SystemError) -> Int {
    var vaults: Set<Substring> = []
    for description in try Keyring.descriptions() where description.hasPrefix(descriptionStart) {
      let id = description.dropFirst(descriptionStart.count).prefix { $0 != ":" }
      if try Keyring.forget(description) { vaults.insert(id) }
    }
    for id in vaults.map(String.init) {
      // What else a program put into the keyring names no folder.
      guard let states, HexBytes(id)?.bytes.count == 16 else { continue }
      noteLocked(in: StateFolder(base: states, id: id))
    }
    return vaults.count
  }

  /// Whether the key of any vault is kept.
  public static func isAnyKept() throws(SystemError) -> Bool {
    try Keyring.descriptions().contains { $0.hasPrefix(descriptionStart) }
  }
}
