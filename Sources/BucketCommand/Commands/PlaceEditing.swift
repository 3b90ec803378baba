import BucketPlaces
import BucketVault
import FoundationEssentials

/// A place in the editor, until its text can be understood or the person gives up.
///
/// Every text that differs from what the editing began with is kept as a sealed draft before the
/// editor's copy of it is taken away, until it is saved in the vault.
final class PlaceEditing {
  private let place: Place
  private let drafts: SealedDrafts
  /// What a draft of it is kept as.
  private let subject: String?
  /// What names the place on a command line.
  private let reference: String?
  private let editor: Editor
  private let output: Output
  /// Asks for a folder on a disk, where there is none in memory to edit in.
  private let diskAllowed: () -> String?
  /// Asks whether a draft that was left as it is is to be saved.
  private let isMeant: () -> Bool
  /// What the editing begins with, and what the place is as text.
  private let start: String
  private let base: String
  /// What the text decides between two copies of the vault.
  private let choice: SealedDraft.Choice?
  /// Makes the place of a text, where there is more to it than what the text says.
  private let read: ((String) throws(DraftError) -> Place)?

  /// The draft that holds the text as it is now.
  private var draft: SealedDrafts.Kept?
  /// Where the text is that could be kept in no draft.
  private var folder: String?

  /// An editor that returns sooner doesn't wait for its window.
  private static let hasty = Duration.seconds(1)
  /// A scripted editor could go on for ever.
  private static let roundLimit = 20

  /// - Parameters:
  ///   - reference: What names the place on a command line, if it is in the vault.
  ///   - draft: A draft to go on with.
  ///   - start: What to begin with.
  ///   - choice: What the text decides between two copies of the vault.
  ///   - read: Makes the place of a text, where there is more to it than what the text says.
  init(
    _ place: Place, as subject: String?, named reference: String? = nil,
    draft: SealedDrafts.Kept?, start: String,
    choice: SealedDraft.Choice? = nil, drafts: SealedDrafts, editor: Editor, output: Output,
    diskAllowed: @escaping () -> String?, isMeant: @escaping () -> Bool = { true },
    read: ((String) throws(DraftError) -> Place)? = nil
  ) {
    (self.place, self.subject, self.draft, self.start) = (place, subject, draft, start)
    (self.drafts, self.editor, self.output) = (drafts, editor, output)
    (self.reference, self.isMeant) = (reference, isMeant)
    self.diskAllowed = diskAllowed
    self.choice = choice
    base = Draft(place).text
    self.read = read
  }

  /// The place as a draft has it that needs nobody to look at it again: it decides all, and was made
  /// of the place as it is now.
  func decidedBefore(by draft: SealedDrafts.Kept?) -> Place? {
    guard let draft = draft?.draft, draft.base == base else { return nil }
    return try? understood(draft.text)
  }

  /// Opens the editor until nothing is left to choose.
  ///
  /// A text that needs no choice may stay as it is, and is kept as a draft all the same: others may
  /// come after it, and none is in the vault before the last one is decided.
  func decided() throws(Failure) -> Place {
    if let place = try run(tellingUnchanged: false) { return place }
    let place: Place
    do throws(DraftError) {
      place = try understood(start)
    } catch {
      throw failing(.undecided)
    }
    do throws(SystemError) {
      try keep(start)
    } catch {
      output.warn("what was decided can't be kept as a draft: \(error.text)")
    }
    return place
  }

  /// Opens the editor as often as it takes.
  ///
  /// - Parameter locate: Finds a place that is named beside a plus code.
  /// - Returns: The place as it was edited; `nil` where nothing was changed.
  func run(
    tellingUnchanged isTold: Bool = true, locating locate: (String) -> Draft.Located? = { _ in nil }
  ) throws(Failure) -> Place? {
    var given = start
    var last = start
    for round in 0..<Self.roundLimit {
      switch try outcome(of: given) {
      case .unchanged(let time):
        if round > 0 { throw failing(givenUp(given)) }
        if draft != nil {
          guard let place = try? understood(given, locating: locate) else {
            throw failing(givenUp(given))
          }
          guard isMeant() else { throw failing(.draftLeft) }
          tellDoubts(about: given)
          return place
        }
        if isTold { output.say("unchanged") }
        if time < Self.hasty, editor.command.family == .other { output.say(Failure.waitHint) }
        return nil
      case .interrupted(let signal, let text):
        let failure = Failure.interrupted(signal)
        throw text == nil && draft == nil ? failure : failing(failure)
      case .crashed(let signal, _):
        throw failing(.editor(.killed(signal: signal)))
      case .failed(let status, _):
        throw failing(.editor(.failed(status: status)))
      case .notUTF8(let line, let repaired):
        let message = Failure.notUTF8(line: line)
        output.tell(message)
        given = Draft.annotated(repaired, with: [(line, message)])
      case .changed(let text):
        do throws(DraftError) {
          let place = try understood(text, locating: locate)
          tellDoubts(about: text)
          return place
        } catch {
          let plain = Draft.annotated(text, with: [])
          // Nothing was done about what was wrong.
          if round > 0, plain == last { throw failing(givenUp(text)) }
          last = plain
          given = annotated(text, with: error)
        }
      }
    }
    throw failing(givenUp(last))
  }

  /// What became of the text, told with a failure.
  func failing(_ failure: Failure) -> Failure {
    let hint =
      folder.map { Failure.keptHint(DisplayText.neutralised($0)) }
      ?? draft.map { _ in
        choice == nil ? Failure.draftHint(reference) : Failure.decisionHint
      }
    guard let hint, !failure.hints.contains(hint) else { return failure }
    return failure.with(hints: [hint] + failure.hints)
  }

  /// The text is in the vault: nothing else needs to keep it.
  func saved() {
    do throws(SystemError) {
      if let draft { try drafts.remove(draft) }
      if let folder { try PrivateFolder.wipeKept(folder) }
    } catch {
      output.warn("what was kept of the text, now saved, can't be removed: \(error.text)")
    }
  }

  private func outcome(of text: String) throws(Failure) -> EditorResult.Outcome {
    do throws(EditorError) {
      let result = try edit(text)
      if let kept = result.kept { stay(in: kept.path) }
      if let remains = result.remains {
        output.warn(
          "the text could not be taken away from \(DisplayText.neutralised(remains.path)): "
            + remains.reason.text)
      }
      return result.outcome
    } catch {
      if case .tooLarge(_, let path?) = error { stay(in: path) }
      throw failing(.editor(error))
    }
  }

  private func edit(_ text: String) throws(EditorError) -> EditorResult {
    let origin = EditOrigin(
      state: drafts.folder, draft: sealedDraft(of: text), former: draft?.path)
    do throws(EditorError) {
      return try editor.edit(text, of: origin, securing: keep)
    } catch {
      guard error.isForWantOfMemory, let disk = diskAllowed() else { throw error }
      var onDisk = editor
      onDisk.disk = disk
      return try onDisk.edit(text, of: origin, securing: keep)
    }
  }

  private func sealedDraft(of text: String) -> SealedDraft {
    SealedDraft(of: subject, text: text, base: base, choice: choice)
  }

  /// Keeps a text as a sealed draft, in the place of the one from before.
  private func keep(_ text: String) throws(SystemError) {
    // An editor that emptied the file has written nothing that is worth keeping.
    if text.allSatisfy({ $0.isWhitespace }) { return }
    let kept = try drafts.keep(sealedDraft(of: text))
    if let draft { try drafts.remove(draft) }
    draft = kept
    stay(in: nil)
  }

  /// Notes where the text is that could be kept in no draft, and takes away the one before it.
  private func stay(in path: String?) {
    if let folder {
      do throws(SystemError) {
        try PrivateFolder.wipeKept(folder)
      } catch {
        let (path, reason) = (DisplayText.neutralised(folder), error.text)
        output.warn("an earlier text can't be taken away from \(path): \(reason)")
      }
    }
    folder = path
  }

  private func tellDoubts(about text: String) {
    guard let draft = try? Draft(parsing: text) else { return }
    for doubt in draft.doubts(movingFrom: place) { output.warn(Failure.words(for: doubt)) }
  }

  private func understood(
    _ text: String, locating locate: (String) -> Draft.Located? = { _ in nil }
  ) throws(DraftError) -> Place {
    let marks = marks(in: text)
    if !marks.isEmpty {
      throw DraftError(problems: marks.map { DraftError.Problem(line: $0, fact: .undecided) })
    }
    if let read { return try read(text) }
    var result = place
    try Draft(parsing: text).apply(to: &result, locating: locate)
    return result
  }

  /// The lines, from 1, where something is still to be chosen.
  private func marks(in text: String) -> [Int] {
    guard let length = choice?.markLength else { return [] }
    let marks = DraftLayout(text).fieldsAndDescription.enumerated()
      .filter { Marks.isMark($0.element, length: length) }
    // The others belong to the first ones, unless somebody took those away.
    let first = marks.filter { $0.element.hasPrefix("<") }
    return (first.isEmpty ? Array(marks.prefix(1)) : first).map { $0.offset + 1 }
  }

  private func givenUp(_ text: String) -> Failure {
    marks(in: text).isEmpty ? .draftGivenUp : .undecided
  }

  private func annotated(_ text: String, with error: DraftError) -> String {
    let notes = error.problems.map { ($0.line, Failure.words(for: $0.fact)) }
    for (line, message) in notes { output.tell("line \(line): \(message)") }
    return Draft.annotated(text, with: notes.map { (line: $0.0, message: $0.1) })
  }
}
