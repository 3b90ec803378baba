import BucketPlaces

@testable import BucketVault

/// What a machine remembers of a vault: the state last seen, and the session.
enum StateTarget: FuzzTarget {
  static let name = "state"

  private static let text = #"{"batch":"00000000-0000-0000-0000-000000000001","changes":[]}"#

  static func check(_ bytes: [UInt8]) throws {
    let frames = KnownVault.frames(of: [Array(text.utf8), Array(text.utf8)])
    let file = try KnownVaultFile(frames: frames)
    try file.write(bytes, toState: "last-seen")
    try file.write(bytes, toState: "session")
    let record = CanonicalJSON.encode(file.state.sessionRecord())
    try Violation.unless(
      CanonicalJSON.decode(SessionRecord.self, from: record).map(CanonicalJSON.encode) == record,
      "a session isn't read as it was written")
    let ledger: Ledger<Place>
    do throws(VaultError) {
      ledger = try file.open(accepting: .newestOnly).ledgerAtLastSeen()
    } catch {
      guard case .older = error else { throw error }
      return
    }
    try Violation.unless(
      ledger.isWhole && ledger.frameCount == 2, "a state is believed that nobody has vouched for")
  }
}
