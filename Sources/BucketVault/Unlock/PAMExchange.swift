import CPAM
import Glibc

/// The side of a PAM conversation that answers.
final class PAMExchange {
  private let conversation: any Conversation
  private let user: String
  private let service: String
  var phase = Login.Phase.authenticate
  private(set) var messages: [Login.Message] = []
  private(set) var answers: [Login.Answer] = []
  private(set) var silence: Silence?
  private var hasAsked = false

  init(_ conversation: any Conversation, user: String, service: String) {
    (self.conversation, self.user, self.service) = (conversation, user, service)
  }

  /// The function that libpam calls; modules free what it allocates.
  static func converse(
    _ count: CInt, _ messages: UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
    _ responses: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?,
    _ exchange: UnsafeMutableRawPointer?
  ) -> CInt {
    guard let messages = unsafe messages, let responses = unsafe responses,
      let exchange = unsafe exchange, count > 0, count <= PAM_MAX_NUM_MSG,
      let answers = unsafe calloc(Int(count), MemoryLayout<pam_response>.stride)?
        .bindMemory(to: pam_response.self, capacity: Int(count))
    else { return PAM_CONV_ERR }
    let me = unsafe Unmanaged<PAMExchange>.fromOpaque(exchange).takeUnretainedValue()
    for number in 0..<Int(count) {
      guard let message = unsafe messages[number]?.pointee,
        unsafe me.handle(message, into: &answers[number])
      else {
        for given in 0..<number {
          guard let text = unsafe answers[given].resp else { continue }
          unsafe explicit_bzero(text, strlen(text))
          unsafe free(text)
        }
        unsafe free(answers)
        return PAM_CONV_ERR
      }
    }
    unsafe responses.pointee = answers
    return PAM_SUCCESS
  }

  private func handle(_ message: pam_message, into response: inout pam_response) -> Bool {
    let text = unsafe message.msg.map { unsafe String(cString: $0) } ?? ""
    switch unsafe message.msg_style {
    case PAM_PROMPT_ECHO_OFF, PAM_PROMPT_ECHO_ON:
      let echo = unsafe message.msg_style == PAM_PROMPT_ECHO_ON
      hasAsked = true
      do throws(Silence) {
        let secret = try conversation.answer(
          to: .pam(prompt: text, echo: echo, user: user, service: service))
        guard let copy = unsafe calloc(secret.count + 1, 1) else { return false }
        secret.withBytes { bytes in
          unsafe bytes.withUnsafeBytes {
            unsafe copy.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
          }
        }
        unsafe response.resp = copy.assumingMemoryBound(to: CChar.self)
        if !echo { answers.append(Login.Answer(secret)) }
        return true
      } catch {
        silence = error
        return false
      }
    case PAM_ERROR_MSG, PAM_TEXT_INFO:
      let isError = unsafe message.msg_style == PAM_ERROR_MSG
      messages.append(
        Login.Message(
          text: text, isError: isError, phase: phase, isBeforeQuestions: !hasAsked))
      conversation.show(text, isError: isError)
      return true
    default:
      return false
    }
  }
}
