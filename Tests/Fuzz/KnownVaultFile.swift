import BucketPlaces
import Glibc
import TestSupport

@testable import BucketVault

/// A vault file of ``KnownVault`` in a folder of its own, with any bytes behind its header.
struct KnownVaultFile {
  private let folder = ScratchFolder(in: base)
  let path: String
  let state: StateFolder

  /// Whoever runs millions of inputs names a folder in memory.
  static let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"

  init(frames: [UInt8] = []) throws { try self.init(whole: KnownVault.headerBytes + frames) }

  /// - Parameter bytes: The header too.
  init(whole bytes: [UInt8]) throws {
    path = folder.path(of: "places.vault")
    state = StateFolder(base: folder.path, vault: KnownVault.header)
    try Self.write(bytes, to: path)
  }

  /// Puts a file into the state folder.
  func write(_ bytes: [UInt8], toState name: String) throws {
    try File.makeFolder(state.path)
    try Self.write(bytes, to: state.path + "/" + name)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600).write(bytes)
  }

  func open(accepting: Vault<Place>.Acceptance = .copy) throws(VaultError) -> Vault<Place> {
    try Vault(
      VaultFile.open(path), key: KnownVault.key, state: state, accepting: accepting,
      report: { _ in })
  }

  /// All that the vault holds, with its past; `nil` where it is refused.
  func contents() -> Ledger<Place>? {
    do throws(VaultError) {
      return try open().read(keepingPast: true)
    } catch {
      return nil
    }
  }
}
