import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// Sessions of a vault that is given a new data key.
@Suite(.enabled(if: (try? KeySession.check()) != nil, "the kernel's keyrings can't be used here"))
final class RekeyedSessionTests {
  private let vault: VaultSample
  private let former: KeySession
  private let session: KeySession
  private let key: [UInt8]

  /// Unlocks a vault, and has another process give it a new data key.
  init() throws {
    vault = try VaultSample()
    try vault.put("a")
    former = KeySession(of: try vault.header, state: try vault.state)
    try former.noteOpened(until: try former.keep(vault.key, for: .seconds(600)))
    key = try RewritingKind.rotate(vault.open())
    session = KeySession(of: try vault.header, state: try vault.state)
  }

  deinit { _ = try? session.forget() }

  /// Why a session has no key; nothing where it has this one.
  private func locked(_ session: KeySession, _ key: [UInt8]) -> KeySession.Locked? {
    do throws(KeySession.Locked) {
      #expect(try session.find().key.secret.revealed == key)
      return nil
    } catch {
      return error
    }
  }

  private func keepNew() throws {
    _ = try session.keep(DataKey(Secret(key)), for: .seconds(600))
  }

  @Test func `the key from before isn't taken for the new one`() throws {
    #expect(locked(session, key) == .rekeyed)
    try keepNew()
    #expect(locked(session, key) == nil)
    // Who opened the file before still finds the key to what it opened.
    #expect(locked(former, vault.secret.revealed) == nil)
  }

  @Test func `the keys from before can be forgotten alone`() throws {
    try keepNew()
    try session.forgetOthers()
    #expect(locked(session, key) == nil)
    #expect(locked(former, vault.secret.revealed) == .rekeyed)
  }

  @Test(arguments: [true, false])
  func `locking forgets all keys of the vault`(isNewOneKept: Bool) throws {
    if isNewOneKept { try keepNew() }
    #expect(try session.forget())
    for each in [session, former] {
      guard case .lockedByHand? = locked(each, []) else {
        Issue.record("\(String(describing: locked(each, [])))")
        return
      }
    }
    #expect(try !session.forget())
  }

  @Test func `sessions of other vaults stay`() throws {
    let other = try VaultSample()
    let theirs = KeySession(of: try other.header, state: try other.state)
    defer { _ = try? theirs.forget() }
    try theirs.noteOpened(until: try theirs.keep(other.key, for: .seconds(600)))
    try session.forgetOthers()
    #expect(try !session.forget())
    #expect(locked(theirs, other.secret.revealed) == nil)
  }
}
