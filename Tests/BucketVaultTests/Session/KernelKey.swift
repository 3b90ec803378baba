import CKeyUtils
import Glibc

@testable import BucketVault

/// A key of the kernel's keyrings, looked at and handled as `keyctl(1)` would.
struct KernelKey {
  let serial: key_serial_t

  /// The key of a session in the user keyring, if it is there in whatever state.
  static func of(_ vault: VaultSample) throws -> KernelKey? {
    keyctl_link(KEY_SPEC_USER_KEYRING, KEY_SPEC_PROCESS_KEYRING)
    let serial = unsafe keyctl_search(
      KEY_SPEC_USER_KEYRING, "user", try KeySession.name(of: vault.header), 0)
    return serial < 0 ? nil : KernelKey(serial: key_serial_t(serial))
  }

  /// Puts a payload in the place of a session's, for ten minutes.
  static func plant(_ payload: [UInt8], for vault: VaultSample) throws {
    keyctl_link(KEY_SPEC_USER_KEYRING, KEY_SPEC_PROCESS_KEYRING)
    let serial = unsafe add_key(
      "user", try KeySession.name(of: vault.header), payload, payload.count, KEY_SPEC_USER_KEYRING)
    precondition(serial > 0, "add_key refused")
    precondition(keyctl_set_timeout(serial, 600) == 0, "keyctl_set_timeout refused")
  }

  var payload: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe keyctl_read(serial, &bytes, bytes.count)
    return count < 0 ? [] : Array(bytes.prefix(Int(count)))
  }

  func revoke() { keyctl_revoke(serial) }

  /// Takes it out of the user keyring, as clearing that does.
  func unlink() { keyctl_unlink(serial, KEY_SPEC_USER_KEYRING) }

  /// Its line in /proc/keys, split into words: `serial flags usage timeout …`.
  var line: [Substring] {
    let name = String(UInt32(bitPattern: serial), radix: 16)
    let padded = String(repeating: "0", count: 8 - name.count) + name
    return SmallFile.text("/proc/keys")?.split(separator: "\n")
      .first { $0.hasPrefix(padded) }?.split(separator: " ") ?? []
  }
}
