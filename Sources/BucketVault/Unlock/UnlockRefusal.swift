public import FoundationEssentials

/// Why an unlock failed.
public enum UnlockRefusal: Error, Hashable, Sendable {
  case vault(VaultError)
  case wrongPassword(user: String)
  case accountLocked(user: String)
  case accountExpired(user: String)
  case passwordExpired(user: String)
  case tooManyTries(user: String)
  /// The real uid has no entry.
  case noSuchUser(uid: UInt32)
  /// The user has an entry, but PAM doesn't know them.
  case unknownToPAM(user: String)
  /// PAM refuses the user for another reason than the password; with the system's words.
  case notPermitted(user: String, text: String)
  /// PAM refused a password that opens the vault.
  case rightPasswordRefused(user: String, text: String)
  case authenticationUnavailable(text: String)
  /// PAM has no such service at the path, in a folder that was asked for or the system's.
  case serviceMissing(service: String, path: String, isSystem: Bool)
  case moduleMissing(modules: [String])
  case helperUnprivileged(Preflight.HelperProblem)
  case pamFailed(phase: Login.Phase, code: Int32, text: String)
  /// PAM accepted the login password, but it isn't the one that the slot was sealed with.
  case passwordChanged(since: Date)
  case wrongOldPassword
  case wrongPassphrase
  case wrongRecoveryKey
  case mistypedRecoveryKey(RecoveryKey.Slip)
  /// Also the kinds that there are.
  case noSuchSlot(KeySlot.Kind, among: Set<KeySlot.Kind>)
  case notEnoughMemory(needed: Int, MemoryLimit)
  case costRefused(KeyDerivation.CostProblem)
  case noTerminal
  case cancelled
  case interrupted(signal: Int32)
  case timedOut
  /// The answer could not be read, or is none that can be used.
  case unusableAnswer(Silence)

  /// The stable name of the reason, as `--json` and the log of attempts have it.
  public var name: String {
    switch self {
    case .vault(let error): error.name
    case .wrongPassword, .wrongOldPassword: "wrong-password"
    case .accountLocked: "account-locked"
    case .accountExpired: "account-expired"
    case .passwordExpired: "password-expired"
    case .tooManyTries: "too-many-tries"
    case .noSuchUser, .unknownToPAM: "no-such-user"
    case .notPermitted, .rightPasswordRefused: "not-permitted"
    case .authenticationUnavailable: "authentication-unavailable"
    case .serviceMissing: "service-missing"
    case .moduleMissing: "module-missing"
    case .helperUnprivileged: "helper-unprivileged"
    case .pamFailed, .unusableAnswer: "pam-failed"
    case .passwordChanged: "password-changed"
    case .wrongPassphrase: "wrong-passphrase"
    case .wrongRecoveryKey: "wrong-recovery-key"
    case .mistypedRecoveryKey: "mistyped-recovery-key"
    case .noSuchSlot: "no-such-slot"
    case .notEnoughMemory: "not-enough-memory"
    case .costRefused: "cost-refused"
    case .noTerminal: "no-terminal"
    case .cancelled, .interrupted: "cancelled"
    case .timedOut: "timed-out"
    }
  }

  /// Whether somebody tried to get in and didn't, as against nobody having tried in earnest.
  public var isAttempt: Bool {
    switch self {
    case .vault(.tampered): true
    case .vault, .noTerminal, .cancelled, .interrupted, .timedOut, .unusableAnswer: false
    default: true
    }
  }

  public init(_ silence: Silence) {
    self =
      switch silence {
      case .noTerminal: .noTerminal
      case .endOfInput: .cancelled
      case .interrupted(let signal): .interrupted(signal: signal)
      case .timedOut: .timedOut
      case .tooLong, .zeroByte, .failed: .unusableAnswer(silence)
      }
  }
}

extension VaultError {
  /// The stable name of the reason.
  public var name: String {
    switch self {
    case .missing: "no-vault"
    case .exists: "vault-exists"
    case .notAVault: "not-a-vault"
    case .unreadable: "unreadable"
    case .foreignOwner: "foreign-owner"
    case .newerFormat: "newer-format"
    case .damaged: "damaged"
    case .tampered: "tampered"
    case .older, .olderThanVault: "older-copy"
    case .busy: "busy"
    case .readOnly: "read-only"
    case .unwritable: "unwritable"
    case .recordTooLarge: "record-too-large"
    case .countedOut: "counted-out"
    case .changedMeanwhile: "changed-meanwhile"
    case .slotRefused: "slot-refused"
    case .draftUnreadable: "draft-unreadable"
    case .notKept: "state-unusable"
    case .attachmentGone, .attachmentNotResealed, .attachmentsUnreadable: "attachment"
    case .replaced: "replaced"
    case .rekeyed: "rekeyed"
    }
  }
}
