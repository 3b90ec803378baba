import CPAM
import Glibc

extension Login.Outcome {
  /// What PAM's refusal comes from.
  ///
  /// PAM's code says little: most modules answer PAM_AUTH_ERR whatever the cause is. What tells more
  /// is when and how they spoke, and what the preflight saw. Their texts are in any language, and
  /// are shown, never interpreted.
  ///
  /// - Parameter opensSlot: Whether an answer opens the vault's login slot.
  func refusal(
    of user: String, preflight: Preflight, opensSlot: (Login.Answer) -> Bool
  ) -> UnlockRefusal {
    let service = preflight.service
    let missing = UnlockRefusal.serviceMissing(
      service: Login.service, path: service.path, isSystem: preflight.configuration == nil)
    if phase == .start {
      return service.exists ? .pamFailed(phase: phase, code: code, text: text) : missing
    }
    switch code {
    case PAM_MAXTRIES: return .tooManyTries(user: user)
    case PAM_ACCT_EXPIRED: return .accountExpired(user: user)
    case PAM_NEW_AUTHTOK_REQD, PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED:
      return .passwordExpired(user: user)
    case PAM_USER_UNKNOWN: return .unknownToPAM(user: user)
    case PAM_AUTHINFO_UNAVAIL:
      if let problem = preflight.helperProblem { return .helperUnprivileged(problem) }
      return .authenticationUnavailable(text: text)
    case PAM_MODULE_UNKNOWN, PAM_OPEN_ERR, PAM_SYMBOL_ERR:
      return .moduleMissing(modules: preflight.missingModules)
    case PAM_PERM_DENIED, PAM_AUTH_ERR, PAM_CRED_INSUFFICIENT:
      break
    default:
      return .pamFailed(phase: phase, code: code, text: text)
    }
    if let problem = preflight.helperProblem { return .helperUnprivileged(problem) }
    if phase == .account {
      // Debian's common-account turns the code for an expired account into PAM_AUTH_ERR, but pam_unix
      // has said so, as an error. What it says of the days that are left is no error, nor is what most
      // other modules say; pam_nologin alone speaks like it.
      let hasExpired =
        code == PAM_AUTH_ERR && preflight.checksAccountsInShadow && !preflight.forbidsLogins
        && messages.contains { $0.phase == .account && $0.isError }
      return hasExpired ? .accountExpired(user: user) : .notPermitted(user: user, text: text)
    }
    if messages.contains(where: \.isBeforeQuestions), preflight.hasTooManyFailures {
      return .accountLocked(user: user)
    }
    guard let answer = answers.last else {
      return service.exists ? .notPermitted(user: user, text: text) : missing
    }
    if opensSlot(answer) { return .rightPasswordRefused(user: user, text: text) }
    return code == PAM_PERM_DENIED
      ? .notPermitted(user: user, text: text) : .wrongPassword(user: user)
  }
}
