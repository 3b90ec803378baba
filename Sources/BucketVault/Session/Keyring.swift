import CKeyUtils
import Glibc

/// The kernel's keyrings, of which only the user's and the process's own are used.
///
/// A keyring belongs to a thread's credentials: all of this has to run on the main thread.
enum Keyring {
  /// Puts a payload into the user keyring, where every login of the user finds it, until a deadline.
  ///
  /// The key gets its timeout while it is still in the process keyring, which dies with the
  /// process: at no moment can a key be left behind that never expires.
  ///
  /// - Parameter seconds: At least 1; the kernel takes 0 for no deadline.
  static func keep(
    _ payload: borrowing Secret, as description: String, seconds: UInt32
  ) throws(SystemError) {
    precondition(seconds > 0, "a key that would never expire")
    try possessUserKeyring()
    let key = try payload.withBytes { payload throws(SystemError) in
      try system("add_key") {
        unsafe payload.withUnsafeBytes { bytes in
          unsafe add_key(
            "user", description, bytes.baseAddress, bytes.count, KEY_SPEC_PROCESS_KEYRING)
        }
      }
    }
    try system("keyctl_set_timeout") { keyctl_set_timeout(key, seconds) }
    try system("keyctl_link") { keyctl_link(key, KEY_SPEC_USER_KEYRING) }
    try system("keyctl_unlink") { keyctl_unlink(key, KEY_SPEC_PROCESS_KEYRING) }
  }

  /// Reads a payload of `count` bytes from the user keyring; `nil` when it has another length.
  ///
  /// - Throws: ENOKEY, EKEYEXPIRED and EKEYREVOKED where there is no such key (any more).
  static func payload(of description: String, count: Int) throws(SystemError) -> Secret? {
    let possession = Result { () throws(SystemError) in try possessUserKeyring() }
    var payload = Secret(count: count)
    var patience = 3
    while true {
      let key = try find(description)
      do throws(SystemError) {
        let length = try read(key, into: &payload)
        if length != count { return nil }
        return payload
      } catch {
        guard error.code == EACCES else { throw error }
        // Sessions that have a link of their own do without; in others this is what is wrong.
        try possession.get()
        // A key that another process just replaced is no longer possessed through the keyring.
        patience -= 1
        if patience == 0 { throw error }
      }
    }
  }

  private static func read(
    _ key: key_serial_t, into payload: inout Secret
  ) throws(SystemError) -> Int {
    try payload.withMutableBytes { payload throws(SystemError) in
      try system("keyctl_read") {
        unsafe payload.withUnsafeMutableBytes { bytes in
          unsafe Int(keyctl_read(key, bytes.baseAddress, bytes.count))
        }
      }
    }
  }

  /// Makes a key unreadable at once, for everybody.
  ///
  /// - Returns: Whether there was one.
  static func forget(_ description: String) throws(SystemError) -> Bool {
    // A quota that is used up must not keep a vault open: unlinking takes no possession.
    let possession = Result { () throws(SystemError) in try possessUserKeyring() }
    var found = false
    while true {
      let key: key_serial_t
      do throws(SystemError) {
        key = try find(description)
      } catch {
        if [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(error.code) { return found }
        throw error
      }
      do throws(SystemError) {
        try system("keyctl_revoke") { keyctl_revoke(key) }
      } catch {
        if error.code != EACCES { throw error }
        if case .success = possession { throw error }
      }
      try system("keyctl_unlink") { keyctl_unlink(key, KEY_SPEC_USER_KEYRING) }
      found = true
    }
  }

  /// The descriptions of the keys in the user keyring.
  static func descriptions() throws(SystemError) -> [String] {
    try? possessUserKeyring()
    var keys = [key_serial_t](repeating: 0, count: 4096)
    let bytes = keys.count * MemoryLayout<key_serial_t>.stride
    let length = try system("keyctl_read") {
      unsafe keys.withUnsafeMutableBytes { buffer in
        unsafe keyctl_read(
          KEY_SPEC_USER_KEYRING, buffer.bindMemory(to: CChar.self).baseAddress, bytes)
      }
    }
    return keys.prefix(min(Int(length), bytes) / MemoryLayout<key_serial_t>.stride).compactMap {
      // Such as `user;1000;1000;3f010000;bucket:…`.
      var text = [CChar](repeating: 0, count: 512)
      guard unsafe keyctl_describe($0, &text, text.count) > 0 else { return nil }
      let fields = String(cBuffer: text).split(separator: ";", maxSplits: 4)
      return fields.count == 5 && fields[0] == "user" ? String(fields[4]) : nil
    }
  }

  /// Whether the keyrings answer at all.
  static func check() throws(SystemError) { try possessUserKeyring() }

  private static func find(_ description: String) throws(SystemError) -> key_serial_t {
    key_serial_t(
      try system("keyctl_search") {
        unsafe keyctl_search(KEY_SPEC_USER_KEYRING, "user", description, 0)
      })
  }

  /// Gives the process the rights of possession over the keys of the user keyring, which sessions
  /// without a link to it (`keyctl session`, some of sshd and systemd) lack.
  private static func possessUserKeyring() throws(SystemError) {
    try system("keyctl_link") { keyctl_link(KEY_SPEC_USER_KEYRING, KEY_SPEC_PROCESS_KEYRING) }
  }
}
