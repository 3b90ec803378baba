/// Why a word can't be the value it is given as.
///
/// A parser of values says more here than that it failed: `latitude 91 is out of range`, and what
/// would be in range. Neither text may repeat the word itself; the message around it does, with its
/// control characters made visible.
struct ArgumentError: Error, Equatable {
  let reason: String?
  let hint: String?

  init(reason: String? = nil, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }
}
