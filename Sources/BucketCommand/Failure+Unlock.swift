import BucketVault
import FoundationEssentials
import Glibc

extension Failure {
  /// - Parameters:
  ///   - path: The vault's path, as a person writes it.
  ///   - kinds: The kinds of keys that the vault has; none where there is no vault to open.
  static func unlock(
    _ refusal: UnlockRefusal, at path: String, kinds: Set<KeySlot.Kind> = []
  ) -> Failure {
    if case .vault(let error) = refusal { return vault(error, at: path) }
    let (message, hints) = words(for: refusal)
    let failure = Failure(refusal.name, status(of: refusal), message, hints: hints)
    return failure.with(
      hints: hints.flatMap { hint in
        guard hint == recoveryHint else { return [hint] }
        return [
          kinds.contains(.passphrase) && refusal != .wrongPassphrase ? passphraseHint : nil,
          kinds.contains(.recovery) ? recoveryHint : nil,
        ].compactMap { $0 }
      })
  }

  private static func status(of refusal: UnlockRefusal) -> ExitStatus {
    switch refusal {
    case .interrupted(let signal): .signal(signal)
    case .noTerminal: .locked
    default: .unlockRefused
    }
  }

  private static func words(for refusal: UnlockRefusal) -> (String, [String]) {
    switch refusal {
    case .vault, .wrongPassword, .wrongOldPassword, .wrongPassphrase, .wrongRecoveryKey,
      .mistypedRecoveryKey, .passwordChanged, .noSuchSlot, .notEnoughMemory, .costRefused:
      words(forSecret: refusal)
    case .accountLocked(let user):
      (
        "PAM does not let \(shown(user)) in: the account is locked after failed attempts",
        ["wait, or have an administrator run: faillock --user \(shown(user)) --reset"]
      )
    case .accountExpired(let user):
      (
        "PAM does not let \(shown(user)) in: the account has expired",
        ["see which of its dates has passed: chage --list \(shown(user))", recoveryHint]
      )
    case .passwordExpired(let user):
      (
        "PAM does not let \(shown(user)) in: the login password has expired",
        [
          "set a new one: passwd; where it refuses, have an administrator run: "
            + "passwd \(shown(user))"
        ]
      )
    case .tooManyTries(let user):
      ("PAM has had too many tries from \(shown(user))", ["wait, and try again"])
    case .noSuchUser(let uid):
      (
        "the system has no user with uid \(uid)",
        ["ask an administrator: getent passwd \(uid)", recoveryHint]
      )
    case .unknownToPAM(let user):
      (
        "PAM does not know \(shown(user))",
        [modulesHint, recoveryHint]
      )
    case .notPermitted(let user, let text):
      (
        "PAM does not let \(shown(user)) in: \(shown(text))",
        [modulesHint, recoveryHint]
      )
    case .rightPasswordRefused(let user, let text):
      (
        "PAM does not let \(shown(user)) in (\(shown(text))), though the password is the one that "
          + "opens the vault",
        [
          "if it is from before a change of the login password, give the one of now first and then "
            + "this one: bucket unlock --old-password",
          "if it is the one of now, see whether the account is locked: passwd --status \(shown(user))",
          modulesHint, recoveryHint,
        ]
      )
    case .authenticationUnavailable(let text):
      (
        "nobody answers who could check the password: \(shown(text))",
        ["see whether the directory service of this machine can be reached", recoveryHint]
      )
    case .serviceMissing(let service, let path, let isSystem):
      (
        "PAM knows no service \(service): there is no \(shown(path))",
        [
          isSystem
            ? "install it from the source folder: make install"
            : "use the system's services: unset BUCKET_PAM_CONFDIR", recoveryHint,
        ]
      )
    case .moduleMissing(let modules):
      (
        "a PAM module does not load"
          + (modules.isEmpty ? "" : ": \(shown(modules.joined(separator: ", ")))"),
        ["install the module, or take it out of the service: bucket check", recoveryHint]
      )
    case .helperUnprivileged(let problem):
      helper(problem)
    case .pamFailed(let phase, let code, let text):
      (
        "PAM failed (\(phase.rawValue), code \(code)): \(shown(text))",
        ["see what is wrong on this machine: bucket check", recoveryHint]
      )
    case .noTerminal:
      (
        "there is no terminal to ask for the password on",
        ["run it in a terminal, or give the answers with --password-stdin"]
      )
    case .cancelled:
      ("cancelled: no answer was given", [readyHint])
    case .interrupted:
      ("cancelled; nothing was changed", [])
    case .timedOut:
      ("nobody answered in time", [readyHint])
    case .unusableAnswer(.tooLong(let limit)):
      ("the answer is longer than \(limit) bytes", ["give a shorter one"])
    case .unusableAnswer(.zeroByte):
      ("the answer holds a zero byte, which no password can", ["give it without"])
    case .unusableAnswer(.failed(let error)):
      ("the answer can't be read: \(error.text)", ["bucket check"])
    case .unusableAnswer:
      ("the answer can't be read", ["bucket check"])
    }
  }

  private static func words(forSecret refusal: UnlockRefusal) -> (String, [String]) {
    switch refusal {
    case .wrongPassword(let user):
      (
        "that is not \(shown(user))'s login password",
        [
          notedHint, recoveryHint,
        ]
      )
    case .wrongOldPassword:
      (
        "that is not the login password that the vault was sealed with",
        ["give the password from before it was changed", recoveryHint]
      )
    case .passwordChanged(let since):
      (
        "PAM accepted the password, but it does not open the vault: it was sealed with your login "
          + "password of \(LocalTime(since).day)",
        [
          "give the old password once and the vault follows the new one: "
            + "bucket unlock --old-password",
          recoveryHint,
        ]
      )
    case .wrongPassphrase:
      ("that is not the vault's passphrase", ["try again", recoveryHint])
    case .wrongRecoveryKey:
      (
        "that is a recovery key, but not this vault's",
        ["see whether it is of another vault, or was taken out of this one"]
      )
    case .mistypedRecoveryKey(let slip):
      ("the recovery key is mistyped: \(words(for: slip))", [slipHint])
    case .noSuchSlot(_, [.recovery]):
      ("nothing but a recovery key opens the vault", ["give that: bucket unlock --recovery-key"])
    case .noSuchSlot(.login, _):
      ("the vault is not sealed with a login password", [usualHint])
    case .noSuchSlot(.passphrase, _): ("the vault has no passphrase", [usualHint])
    case .noSuchSlot(.recovery, _): ("the vault has no recovery key", [usualHint])
    case .notEnoughMemory(let needed, let limit):
      (memory(needed, limit), ["free some memory, or raise the limit, and try again"])
    case .costRefused(.memory(let bytes)):
      (
        "the vault asks for \(size(bytes)) of memory to derive its key; \(allowedMemory) are allowed",
        ["the file was not made by bucket like this; bring back a copy from your backup"]
      )
    case .costRefused(.passes(let passes)):
      (
        "the vault asks for \(passes) passes to derive its key; \(allowedPasses) are allowed",
        ["the file was not made by bucket like this; bring back a copy from your backup"]
      )
    default:
      preconditionFailure("a reason without words")
    }
  }

  /// What opens the vault in another way; where it has a passphrase, that is told as well.
  static let recoveryHint =
    "if you have the recovery key: bucket unlock --recovery-key"
  static let passphraseHint =
    "if you have the vault's passphrase: bucket unlock --passphrase"
  private static let usualHint = "bucket unlock asks for what it has"
  private static let modulesHint = "see which modules the service asks: bucket check"
  static let notedHint =
    "the attempt is noted; after several, this machine may lock the account for a while"
  static let readyHint = "bucket unlock, when you are ready"
  private static let slipHint =
    "compare it group by group with what you wrote down; letters may be small, dashes left out"
  private static var allowedMemory: String {
    let allowed = KeyDerivation.memoryAllowed
    return "\(size(allowed.lowerBound)) to \(size(allowed.upperBound))"
  }
  private static var allowedPasses: String {
    let allowed = KeyDerivation.passesAllowed
    return "\(allowed.lowerBound) to \(allowed.upperBound)"
  }

  private static func words(for slip: RecoveryKey.Slip) -> String {
    switch slip {
    case .foreignLetter(let place):
      "letter \((place - 1) % RecoveryKey.groupLetterCount + 1)"
        + "\(group((place - 1) / RecoveryKey.groupLetterCount + 1)) is none that a recovery key has"
    case .length(let count, let expected, let place):
      "it has \(count) letters, and should have \(expected)"
        + (place == nil ? "" : "; the slip is\(group(place))")
    case .checksum(nil):
      "its checksum does not match, and which group is wrong can't be told"
    case .checksum(let place):
      "its checksum does not match, most likely for a slip\(group(place))"
    }
  }

  private static func group(_ number: Int?) -> String {
    guard let number, number <= RecoveryKey.groupCount else { return "" }
    return " in group \(number) of \(RecoveryKey.groupCount)"
  }

  private static func helper(_ problem: Preflight.HelperProblem) -> (String, [String]) {
    switch problem {
    case .noNewPrivileges:
      (
        "PAM can't check passwords here: this process may not gain privileges (no_new_privs)",
        ["run bucket outside of the sandbox or service that sets it", recoveryHint]
      )
    case .notPrivileged(let path):
      (
        "PAM can't check passwords here: \(path) has lost its privileges",
        ["have an administrator run: apt-get install --reinstall libpam-modules-bin", recoveryHint]
      )
    case .foreignNamespace:
      (
        "PAM can't check passwords here: this process is in a user namespace of its own",
        ["run bucket outside of the container or sandbox that made it", recoveryHint]
      )
    case .mountedNosuid(let path):
      (
        "PAM can't check passwords here: \(path) is on a file system mounted nosuid",
        ["have an administrator mount it without nosuid", recoveryHint]
      )
    case .missing(let path):
      (
        "PAM can't check passwords here: there is no \(path)",
        ["have an administrator run: apt-get install libpam-modules-bin", recoveryHint]
      )
    }
  }

  private static func shown(_ text: String) -> String { DisplayText.neutralised(text) }
}
