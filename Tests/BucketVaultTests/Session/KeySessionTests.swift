import CKeyUtils
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

private func areKeyringsThere() -> Bool {
  do throws(SystemError) { try KeySession.check() } catch { return false }
  return true
}

/// Sessions in the kernel's real keyrings. Each test has a vault, and so a key, of its own.
@Suite(.enabled(if: areKeyringsThere(), "the kernel's keyrings can't be used here"))
final class KeySessionTests {
  private let vault: VaultSample
  private let session: KeySession

  init() throws {
    vault = try VaultSample()
    session = KeySession(of: try vault.header, state: try vault.state)
  }

  deinit { _ = try? session.forget() }

  @discardableResult
  private func keep(for duration: Duration = .seconds(600)) throws -> Date {
    let until = try session.keep(vault.key, for: duration)
    try session.noteOpened(until: until)
    return until
  }

  /// Why there is no key; nothing where the right one is found.
  private var locked: KeySession.Locked? {
    do throws(KeySession.Locked) {
      let open = try session.find()
      #expect(open.key.secret.revealed == vault.secret.revealed)
      return nil
    } catch {
      return error
    }
  }

  private var isExpired: Bool {
    if case .expired? = locked { true } else { false }
  }

  @Test func `before the first unlock there is none`() throws {
    #expect(locked == .neverUnlocked)
    #expect(try !session.forget())
    #expect(locked == .neverUnlocked)
  }

  @Test func `a key that was kept is found, until the time that was said`() throws {
    let until = try keep()
    #expect(locked == nil)
    let found = try session.find().until
    #expect(abs(found.timeIntervalSince(until)) < 1)
  }

  @Test func `a key has a deadline from its first moment on, whatever was there before`() throws {
    for _ in 0..<3 {
      try keep()
      let line = try #require(try KernelKey.of(vault)).line
      #expect(line.count > 4 && line[3] != "perm", "\(line)")
      #expect(["10m", "9m"].contains(line[3]), "\(line)")
    }
    try keep(for: .seconds(3 * 3600 + 60))
    #expect(try KernelKey.of(vault)?.line[3] == "3h")
  }

  @Test func `keeping it again makes it last longer or shorter`() throws {
    try keep(for: .seconds(1))
    try keep(for: .seconds(600))
    sleep(2)
    #expect(locked == nil)
    try keep(for: .seconds(1))
    sleep(2)
    #expect(isExpired)
  }

  @Test func `when its time is over it says so, with the time`() throws {
    let until = try keep(for: .seconds(1))
    sleep(2)
    guard case .expired(let when)? = locked else {
      Issue.record("\(String(describing: locked))")
      return
    }
    #expect(abs(when.timeIntervalSince(until)) < 1)
    #expect(try !session.forget())
    #expect(isExpired)
    try keep()
    #expect(locked == nil)
  }

  @Test func `when it was locked by hand it says so, until it is unlocked again`() throws {
    try keep()
    #expect(try session.forget())
    guard case .lockedByHand? = locked else {
      Issue.record("\(String(describing: locked))")
      return
    }
    #expect(try KernelKey.of(vault) == nil || KernelKey.of(vault)?.payload == [])
    #expect(try !session.forget())
    try keep()
    #expect(locked == nil)
  }

  @Test func `a key that somebody revoked, and one that somebody took away, are told apart`() throws
  {
    try keep()
    try #require(try KernelKey.of(vault)).revoke()
    #expect(locked == .revoked)
    try keep()
    #expect(locked == nil)
    try #require(try KernelKey.of(vault)).unlink()
    #expect(locked == .gone)
  }

  @Test func `a key from before the last start of the machine counts for nothing`() throws {
    try keep()
    try plant(deadline: .max, boot: [UInt8](repeating: 1, count: 16))
    #expect(locked == .restarted)
  }

  @Test func `where the boot can't be told, nothing is said of another one`() throws {
    try keep()
    try plant(deadline: .max, boot: [UInt8](repeating: 0, count: 16))
    #expect(throws: Never.self) { _ = try session.find() }
    #expect(!BootClock.isNew(since: BootClock.bootID))
    #expect(BootClock.isNew(since: [UInt8](repeating: 1, count: 16)))
  }

  @Test func `a machine that was started anew explains that there is no key`() throws {
    try vault.state.write(
      SessionRecord(
        opened: Date(), until: Date(timeIntervalSinceNow: 600),
        boot: HexBytes([UInt8](repeating: 1, count: 16)), locked: nil))
    #expect(locked == .restarted)
  }

  @Test func `a clock that was set back doesn't keep a key longer`() throws {
    try keep()
    try plant(deadline: BootClock.now - 1, boot: BootClock.bootID)
    #expect(isExpired)
    // It was forgotten at once, so that no other program finds it.
    #expect(try KernelKey.of(vault) == nil || KernelKey.of(vault)?.payload == [])
  }

  /// Keeps a key as an unlock at another time would have.
  private func plant(deadline: UInt64, boot: [UInt8]) throws {
    let session = KeySession(of: try vault.header, state: try vault.state)
    let payload = session.payload(
      of: DataKey(.counting), deadline: deadline, until: Date(timeIntervalSinceNow: 60), boot: boot)
    try KernelKey.plant(payload.revealed, for: vault)
  }

  @Test(arguments: [0, 8, 16, 32, 63, 64, 79])
  func `a payload that was changed is no key, and the vault isn't blamed`(place: Int) throws {
    try keep()
    var payload = try #require(try KernelKey.of(vault)).payload
    payload[place] ^= 1
    try KernelKey.plant(payload, for: vault)
    #expect(locked == .foreignKey)
  }

  @Test(arguments: [0, 1, 32, 79, 81, 1000])
  func `a payload of another length is no key`(count: Int) throws {
    try keep()
    // The kernel has no keys without a payload.
    let payload = [UInt8](repeating: 0xFF, count: max(count, 1))
    try KernelKey.plant(payload, for: vault)
    #expect(locked == .foreignKey)
  }

  @Test(arguments: ["fifo", "garbage", "folder"])
  func `a record of the session that can't be read harms nothing`(kind: String) throws {
    try keep()
    let path = try vault.state.path + "/session"
    try FileManager.default.removeItem(atPath: path)
    switch kind {
    case "fifo": #expect(unsafe mkfifo(path, 0o600) == 0)
    case "folder": #expect(unsafe mkdir(path, 0o700) == 0)
    default: try Data("{\"until\":-1e99}".utf8).write(to: URL(filePath: path))
    }
    #expect(locked == nil)
    let key = try #require(try KernelKey.of(vault))
    // Whatever comes of the record, the key is gone.
    _ = try? session.forget()
    #expect(key.payload == [])
    #expect(locked != nil)
  }

  @Test func `in a session without a link to the user keyring, all of it works`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      guard keyctl_join_session_keyring(nil) > 0 else { exit(1) }
      let test = try KeySessionTests()
      guard test.locked == .neverUnlocked else { exit(2) }
      try test.keep(for: .seconds(600))
      guard test.locked == nil else { exit(3) }
      guard let line = try KernelKey.of(test.vault)?.line, line[3] != "perm" else { exit(4) }
      guard try test.session.forget() else { exit(5) }
      guard case .lockedByHand? = test.locked else { exit(6) }
      exit(7)
    }
  }

  @Test func `another session of the same user finds the key`() async throws {
    try keep()
    await #expect(processExitsWith: .exitCode(7)) {
      [path = vault.path as String, states = vault.states as String] in
      guard keyctl_join_session_keyring(nil) > 0 else { exit(1) }
      let header = try VaultFile.open(path).header
      let session = KeySession(of: header, state: StateFolder(base: states, vault: header))
      let key = try session.find().takeKey()
      try VaultFile.open(path).check(under: key, against: nil)
      exit(7)
    }
    #expect(locked == nil)
  }

  @Test(.enabled(if: Person.isRoot, "only root can become a user whose quota nobody else uses"))
  func `a quota that is used up is the keyring's refusal, and leaves no key`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Person(uid: 64_123, gid: 64_123).become()
      let ring = keyctl_join_session_keyring(nil)
      guard ring > 0 else { exit(1) }
      let test = try KeySessionTests()
      // The keyring of the process takes its share as well.
      try KeySession.check()
      let filler = [UInt8](repeating: 1, count: 4_000)
      var number = 0
      for size in [4_000, 200, 1] {
        while unsafe add_key("user", "f\(number)", filler, size, KEY_SPEC_SESSION_KEYRING) > 0 {
          number += 1
        }
        guard errno == EDQUOT else { exit(2) }
      }
      do throws(SystemError) {
        _ = try test.session.keep(test.vault.key, for: .seconds(600))
      } catch {
        guard error == SystemError(code: EDQUOT, call: "add_key") else { exit(3) }
        exit(test.locked == .neverUnlocked ? 7 : 4)
      }
      exit(5)
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(999), .seconds(-1), .seconds(8 * 24 * 3600)])
  func `no key is kept for no time, or for ever`(duration: Duration) async {
    #expect(!KeySession.durationsAllowed.contains(duration))
    await #expect(processExitsWith: .signal(SIGILL)) {
      [
        path = vault.path as String, states = vault.states as String,
        seconds = duration.components.seconds as Int64,
        rest = duration.components.attoseconds as Int64
      ] in
      let header = try VaultFile.open(path).header
      let session = KeySession(of: header, state: StateFolder(base: states, vault: header))
      let duration = Duration(secondsComponent: seconds, attosecondsComponent: rest)
      _ = try session.keep(DataKey(.counting), for: duration)
    }
  }
}
