import BucketVault

/// What came of editing a text.
struct EditorResult: Equatable {
  enum Outcome: Equatable {
    /// The text is as it was; an editor that took no time probably doesn't wait for its window.
    case unchanged(after: Duration)
    case changed(String)
    /// A signal ended the editing. Whoever called keeps the text, if there is a new one, and then
    /// raises the signal again.
    case interrupted(CInt, text: String?)
  }

  /// A private folder that could not be taken away whole.
  struct Remains: Equatable {
    let path: String
    let reason: SystemError
  }

  let outcome: Outcome
  let remains: Remains?
}
