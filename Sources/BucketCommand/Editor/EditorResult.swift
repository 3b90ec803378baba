import BucketVault

/// What came of editing a text.
struct EditorResult: Equatable {
  enum Outcome: Equatable {
    /// The text is as it was; an editor that took no time probably doesn't wait for its window.
    case unchanged(after: Duration)
    case changed(String)
    /// The first line that isn't UTF-8, and the text with U+FFFD for what can't be read.
    case notUTF8(line: Int, repaired: String)
    /// A signal ended the editing. Whoever called keeps the text, if there is a new one, and then
    /// raises the signal again.
    case interrupted(CInt, text: String?)
    /// A signal ended the editor alone, after it had saved this.
    case crashed(CInt, text: String)

    /// The editor failed with this status, after it had saved this.
    case failed(CInt, text: String)

    /// The text as it was saved, where that is another than before.
    var text: String? {
      switch self {
      case .unchanged: nil
      case .changed(let text), .notUTF8(_, let text), .crashed(_, let text),
        .failed(_, let text):
        text
      case .interrupted(_, let text): text
      }
    }
  }

  /// A private folder that is still there, and why.
  struct Remains: Equatable {
    let path: String
    let reason: SystemError
  }

  let outcome: Outcome
  /// The text could be kept nowhere else, and stays where it was edited.
  let kept: Remains?
  /// The text could not be taken away.
  let remains: Remains?
}
