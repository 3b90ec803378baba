import CPAM
import Glibc

/// The proof, by PAM, that the person is who they are to the system.
public struct Login: Sendable {
  /// The PAM service.
  public static let service = "bucket"

  /// The login name of the person.
  public let user: String
  /// A folder of service files to use instead of the system's.
  public let configuration: String?
  /// The terminal, told to modules that decide by it, such as `pts/3`.
  public let terminal: String?

  public init(user: String, configuration: String?, terminal: String?) {
    (self.user, self.configuration, self.terminal) = (user, configuration, terminal)
  }

  /// How far PAM came.
  public enum Phase: String, Sendable {
    case start, authenticate, account
  }

  /// A message of a module.
  struct Message: Sendable {
    let text: String
    let isError: Bool
    let phase: Phase
    /// Whether it came before anything was asked.
    let isBeforeQuestions: Bool
  }

  /// A secret that was given to a module; the last one is the likeliest to be the login password.
  public final class Answer {
    let secret: Secret

    init(_ secret: consuming Secret) { self.secret = secret }
  }

  /// What PAM said in the end, and on the way.
  struct Outcome {
    let phase: Phase
    /// A code of `pam_strerror(3)`, PAM_SUCCESS when the person is let in.
    let code: CInt
    let text: String
    let messages: [Message]
    let answers: [Answer]
    /// Why the person gave no answer, if they were asked and didn't.
    let silence: Silence?

    var isSuccess: Bool { code == PAM_SUCCESS }
  }

  /// Runs authentication and then the account check, which alone knows of expired accounts.
  func run(_ conversation: any Conversation) -> Outcome {
    let exchange = PAMExchange(conversation, user: user, service: Self.service)
    return withExtendedLifetime(exchange) {
      var callbacks = unsafe pam_conv(
        conv: { unsafe PAMExchange.converse($0, $1, $2, $3) },
        appdata_ptr: Unmanaged.passUnretained(exchange).toOpaque())
      var handle: OpaquePointer?
      var code =
        if let configuration {
          unsafe pam_start_confdir(Self.service, user, &callbacks, configuration, &handle)
        } else {
          unsafe pam_start(Self.service, user, &callbacks, &handle)
        }
      var phase = Phase.start
      if code == PAM_SUCCESS, let handle = unsafe handle {
        if let terminal {
          unsafe _ = terminal.withCString { unsafe pam_set_item(handle, PAM_TTY, $0) }
        }
        unsafe _ = user.withCString { unsafe pam_set_item(handle, PAM_RUSER, $0) }
        phase = .authenticate
        // An account without a password would seal the vault under nothing.
        code = unsafe pam_authenticate(handle, CInt(bitPattern: PAM_DISALLOW_NULL_AUTHTOK))
        if code == PAM_SUCCESS {
          phase = .account
          exchange.phase = .account
          code = unsafe pam_acct_mgmt(handle, 0)
        }
      }
      let text = unsafe String(cString: pam_strerror(handle, code))
      if let handle = unsafe handle { unsafe pam_end(handle, code) }
      return Outcome(
        phase: phase, code: code, text: text, messages: exchange.messages,
        answers: exchange.answers, silence: exchange.silence)
    }
  }
}
