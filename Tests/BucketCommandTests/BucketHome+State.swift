import TestSupport
import Testing

extension BucketHome {
  /// The home of a user made for it, whose vault has a place, and the folder with the vault's state.
  static func ofUserWithCamp() throws -> (home: BucketHome, state: String) {
    let home = try BucketHome(user: SystemUser())
    try home.makeVault()
    let listed = try home.shell("echo \"$HOME\"/.local/state/bucket/*").outputText
    #expect(try home.run("add", "Camp").end == .exited(0))
    return (home, String(listed.dropLast()))
  }
}
