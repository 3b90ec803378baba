import BucketPlaces
import BucketVault
import FoundationEssentials

/// A place in the editor, until its text can be understood or the person gives up.
struct PlaceEditing {
  let place: Place
  let drafts: SealedDrafts
  /// What a draft of it is kept as.
  let subject: String?
  let editor: Editor
  let output: Output
  /// Asks for a folder on a disk, where there is none in memory to edit in.
  let diskAllowed: () -> String?

  /// An editor that returns sooner doesn't wait for its window.
  private static let hasty = Duration.seconds(1)
  /// A scripted editor could go on for ever.
  private static let roundLimit = 20

  /// Opens the editor as often as it takes.
  ///
  /// - Parameter text: What to begin with, other than the place as it is.
  /// - Returns: The place as it was edited, `nil` where nothing was changed, and its text.
  func run(startingWith text: String?) throws(Failure) -> (place: Place?, text: String) {
    var given = text ?? Draft(place).text
    var isFirst = true
    for _ in 0..<Self.roundLimit {
      let outcome: EditorResult.Outcome
      switch try round(given) {
      case .repaired(let text):
        (given, isFirst) = (text, false)
        continue
      case .edited(let edited): outcome = edited
      }
      switch outcome {
      case .unchanged(let time):
        if !isFirst { throw keeping(given, because: .draftGivenUp) }
        if text != nil, let place = try? understood(given) { return (place, given) }
        output.say("unchanged")
        if time < Self.hasty { output.say(Failure.waitHint) }
        return (nil, given)
      case .interrupted(let signal, let text):
        let failure = Failure.interrupted(signal)
        throw text.map { keeping($0, because: failure) } ?? failure
      case .changed(let text):
        do throws(DraftError) {
          return (try understood(text), text)
        } catch {
          given = annotated(text, with: error)
        }
      }
      isFirst = false
    }
    throw keeping(given, because: .draftGivenUp)
  }

  /// Keeps a text as a sealed draft.
  ///
  /// - Returns: The failure, with what became of the text.
  func keeping(_ text: String, because failure: Failure) -> Failure {
    do throws(SystemError) {
      try drafts.keep(SealedDraft(of: subject, text: text))
      return failure.with(hint: Failure.draftHint(isNew: subject == nil))
    } catch {
      return failure.with(hint: "the text could not be kept: \(error.text)")
    }
  }

  private enum Round {
    case edited(EditorResult.Outcome)
    /// What was saved isn't UTF-8; what can be read of it, with a word on the rest.
    case repaired(String)
  }

  private func round(_ text: String) throws(Failure) -> Round {
    do throws(EditorError) {
      let result = try edit(text)
      if let remains = result.remains {
        output.warn(
          "the text could not be taken away from \(DisplayText.neutralised(remains.path)): "
            + remains.reason.text)
      }
      return .edited(result.outcome)
    } catch {
      if case .notUTF8(let line, let repaired) = error {
        let message = Failure.words(for: error).message
        output.tell(message)
        return .repaired(Draft.annotated(repaired, with: [(line, message)]))
      }
      throw .editor(error)
    }
  }

  private func edit(_ text: String) throws(EditorError) -> EditorResult {
    do throws(EditorError) {
      return try editor.edit(text)
    } catch {
      guard error == .noMemoryFolder, let disk = diskAllowed() else { throw error }
      var onDisk = editor
      onDisk.disk = disk
      return try onDisk.edit(text)
    }
  }

  private func understood(_ text: String) throws(DraftError) -> Place {
    var result = place
    try Draft(parsing: text).apply(to: &result)
    return result
  }

  private func annotated(_ text: String, with error: DraftError) -> String {
    let notes = error.problems.map { ($0.line, Failure.words(for: $0.fact)) }
    for (line, message) in notes { output.tell("line \(line): \(message)") }
    return Draft.annotated(text, with: notes.map { (line: $0.0, message: $0.1) })
  }
}
