import BucketVault
import Glibc

extension Failure {
  /// Why a command finds the vault locked, and can't ask.
  static func locked(_ reason: KeySession.Locked) -> Failure {
    Failure(
      "locked", .locked, "the vault is locked: \(words(for: reason))", hints: ["bucket unlock"])
  }

  static func words(for reason: KeySession.Locked) -> String {
    switch reason {
    case .neverUnlocked: "it was not unlocked here yet"
    case .notKept(let date):
      "the keyring could not keep its key when it was unlocked at \(LocalTime(date).clock)"
    case .expired(let date): "the key expired at \(LocalTime(date).clock)"
    case .lockedByHand(let date): "bucket lock locked it at \(LocalTime(date).clock)"
    case .restarted: "it was unlocked before the machine last started"
    case .gone: "the kernel no longer has the key"
    case .revoked: "the key was revoked"
    case .rekeyed: "its key was changed since it was unlocked, or this is an older copy"
    case .foreignKey: "what the kernel has for it is not what bucket put there"
    case .keyringRefuses(let error): keyring(error)
    }
  }

  /// Why the kernel keyring can't keep a key.
  static func keyring(_ error: SystemError) -> String {
    let cause =
      switch error.code {
      case EPERM, EACCES: ", as containers often do"
      case ENOSYS: ": it has none"
      case EDQUOT: ": your quota of keys is used up, which is no matter of disks"
      default: ""
      }
    return "the kernel keyring refuses (\(error.text))\(cause)"
  }
}

extension KeySession.Locked {
  /// The stable name of the reason.
  var name: String {
    switch self {
    case .neverUnlocked: "never-unlocked"
    case .notKept: "not-kept"
    case .expired: "expired"
    case .lockedByHand: "locked"
    case .restarted: "restarted"
    case .gone: "gone"
    case .revoked: "revoked"
    case .rekeyed: "rekeyed"
    case .foreignKey: "foreign-key"
    case .keyringRefuses: "keyring-refuses"
    }
  }
}

extension Failure {
  static func notKeptOpen(_ error: SystemError) -> Failure {
    Failure(
      "keyring-refuses", .failed, "the vault opens, but can't stay open: \(keyring(error))",
      hints: ["every command can ask for itself: bucket list"])
  }

  static func notForgotten(_ error: SystemError) -> Failure {
    Failure(
      "keyring-refuses", .failed, "the key can't be forgotten: \(keyring(error))",
      hints: ["see whether there is one, and until when: bucket status"])
  }
}

extension Failure {
  /// The same where the attempt could not be noted in the log.
  var unnoted: Failure {
    with(hints: hints.filter { $0 != Failure.notedHint })
  }

  /// The same with the vault named in the hints, where it is not the usual one.
  func naming(vault path: String?) -> Failure {
    with(hints: hints.map { Failure.naming($0, vault: path) })
  }

  /// A text with the vault named in the commands within, where it is not the usual one.
  static func naming(_ text: String, vault path: String?) -> String {
    guard let path else { return text }
    // What recover works on is named beside it.
    let names = Commands.table.commands.map(\.name).filter { $0 != Recover.command.name }
    return names.reduce(text) { text, name in
      text.replacing("bucket \(name)", with: "bucket --vault \(word(path)) \(name)")
    }
  }

  /// A path, which may begin with `~/`, as one word of a shell.
  static func word(_ path: String) -> String {
    if path.hasPrefix("~/"), path.count > 2 { return "~/" + word(String(path.dropFirst(2))) }
    if path.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+~".contains($0)) }) {
      return path
    }
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
