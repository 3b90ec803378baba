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

  /// The same for a vault that was to be locked, of which it can't be told which one it is.
  var ofVaultToLock: Failure {
    Failure(
      name, status, "\(message); so it can't be told which key is its own, and nothing was locked",
      hints: ["lock every vault that is open: bucket lock --all"])
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
}
