import BucketPlaces
import BucketVault
import FoundationEssentials

extension Context {
  /// Lets a place be edited in the editor, and saves it.
  ///
  /// No key is held while the editor is open: whoever locks the vault meanwhile has locked it. What
  /// can't be saved is kept as a sealed draft, which needs no key.
  ///
  /// - Parameters:
  ///   - reference: What names it on a command line, if it is in the vault.
  ///   - change: The last change of the place; `nil` for one that isn't in the vault yet.
  ///   - text: What to begin with, other than the place.
  ///   - photos: Stored for the place once it was edited.
  ///   - vault: Given up while the editor is open.
  /// - Returns: The place as it was saved; `nil` where nothing was changed.
  func edit(
    _ place: Place, named reference: String? = nil, since change: UUID?,
    startingWith text: String? = nil, adding photos: [IncomingPhoto] = [],
    in vault: consuming Vault<Place>
  ) throws(Failure) -> (place: Place, ledger: Ledger<Place>)? {
    let isNew = change == nil
    let subject = isNew ? nil : place.id.uuidString
    let drafts = SealedDrafts(of: vault.file, state: vault.state)
    secureLeftovers(in: drafts)
    let shut = drafts.shut(to: vault).count
    if shut > 0 { output.warn(Failure.draftsShut(shut)) }
    let kept = try offered(
      isNew
        ? try draftOfNoPlace(drafts, in: vault)
        : drafts.drafts(in: vault).last { $0.draft.subject == subject },
      from: drafts)
    _ = consume vault
    let current = text ?? Draft(place).text
    let start = kept.map { kept in
      // A draft of a place that is gone, or never was in the vault, is a text like any other.
      kept.draft.subject == subject && !isNew
        ? Draft.rebased(kept.draft.text, from: kept.draft.base ?? current, onto: current)
        : kept.draft.text
    }
    let editing = PlaceEditing(
      place, as: subject, named: reference, draft: kept, start: start ?? current,
      choice: kept?.draft.choice, drafts: drafts, editor: try editor(), output: output,
      diskAllowed: diskQuestion, isMeant: savingQuestion)
    // A signal that comes before the text is saved or kept waits until it is.
    let watch = try? SignalWatch(SignalWatch.ending)
    let outcome = try editing.run(tellingUnchanged: !isNew, locating: { located($0) })
    guard var edited = outcome else { return nil }
    if !isNew { edited.modified = Date() }
    let ledger: Ledger<Place>
    do throws(Failure) {
      ledger = try save(&edited, since: change, adding: photos)
    } catch {
      throw editing.failing(error)
    }
    editing.saved()
    _ = consume watch
    return (edited, ledger)
  }

  /// Saves a place with its new photos, opening the vault for it.
  private func save(
    _ place: inout Place, since change: UUID?, adding photos: [IncomingPhoto]
  ) throws(Failure) -> Ledger<Place> {
    let vault = try openVault()
    var ledger = try ledger(of: vault)
    let added = try store(photos, for: &place, in: vault)
    try save(
      [.put(place)], in: vault, ledger: &ledger,
      unchangedSince: change.map { [place.id: $0] } ?? [:], attaching: added)
    return ledger
  }

  /// The newest draft of a place that never was in the vault, or is there no more.
  private func draftOfNoPlace(
    _ drafts: SealedDrafts, in vault: borrowing Vault<Place>
  ) throws(Failure) -> SealedDrafts.Kept? {
    let kept = drafts.drafts(in: vault)
    if kept.isEmpty { return nil }
    let places = Set(try ledger(of: vault).records.map(\.id.uuidString))
    return kept.last { kept in kept.draft.subject.map { !places.contains($0) } ?? true }
  }

  /// Asks whether to go on with a draft that could not be saved; a script does.
  private func offered(
    _ kept: SealedDrafts.Kept?, from drafts: SealedDrafts
  ) throws(Failure) -> SealedDrafts.Kept? {
    try offered(kept.map { [$0] } ?? [], from: drafts).first
  }

  /// The same of several drafts, which are gone on with all or none.
  func offered(
    _ kept: [SealedDrafts.Kept], from drafts: SealedDrafts
  ) throws(Failure) -> [SealedDrafts.Kept] {
    guard let last = kept.last, !person.isScript else { return kept }
    let clock = LocalTime(last.draft.at).clock
    let isOne = kept.count == 1
    let name = (try? Draft(parsing: last.draft.text))?.values[.name].map {
      " of “\(DisplayText($0).truncated(to: 40).trimmed.string)”"
    }
    let what =
      isOne
      ? "draft\(name ?? "") from \(clock) was not saved"
      : "\(kept.count) drafts, the last from \(clock), were not saved"
    guard canAsk else {
      let theyAre = isOne ? "it is" : "they are"
      output.warn(
        "\(isOne ? "a " : "")\(what); \(theyAre) offered when this is run at a terminal")
      return []
    }
    do throws(Silence) {
      let them = isOne ? "it" : "them"
      let question = "Go on with \(them): yes, not now, or discard \(them)? [y/N/d] "
      switch try person.choice("\(isOne ? "A " : "")\(what). \(question)") {
      case .resume: return kept
      case .keep: return []
      case .discard: break
      }
    } catch {
      throw .unanswered(error, hint: Failure.draftsKeptHint)
    }
    for kept in kept {
      do throws(SystemError) {
        try drafts.remove(kept)
      } catch {
        output.warn("the draft can't be removed: \(error.text)")
      }
    }
    return []
  }

  /// Keeps the texts of interrupted edits as sealed drafts, and takes away what they left.
  ///
  /// Texts of other vaults stay where they are, for the next edit there.
  func secureLeftovers(in drafts: SealedDrafts) {
    PrivateFolder.sweep(in: environment.all) { leftover in
      let path = DisplayText.neutralised(leftover.path)
      switch leftover.content {
      case .text(let text, let at, let origin):
        guard origin.state == drafts.folder else { return false }
        do throws(SystemError) {
          try drafts.keep(origin.draft(keeping: text, at: at))
          if let former = origin.former { try drafts.remove(former) }
        } catch {
          output.warn("\(Failure.keptHint(path)): it can't be kept as a draft: \(error.text)")
          return false
        }
        output.say("kept the text of an interrupted edit, which was in \(path), as a sealed draft")
        return true
      case .unclear:
        output.warn(
          "\(Failure.leftoverText(leftover.path)); \(Failure.leftoverAdvice(leftover.path))")
        return false
      case .nothing:
        output.say("removed what an interrupted edit left in \(path)")
        return true
      }
    }
  }

  /// The editor of the person's choice.
  func editor() throws(Failure) -> Editor {
    do throws(EditorError) {
      let command = try EditorCommand.choose(in: environment.all)
      return Editor(command: command, environment: environment.all)
    } catch {
      throw .editor(error)
    }
  }

  /// Asks whether a draft is meant to be saved that was left as it is.
  private var savingQuestion: () -> Bool {
    { [person] in
      person.isScript || (try? person.confirms("Save the draft as it stands?")) == true
    }
  }

  /// Asks before the text is written where it may be found again.
  var diskQuestion: () -> String? {
    let folder = environment["TMPDIR"] ?? "/tmp"
    return { [person] in
      let question =
        "There is no folder in memory to edit in. Use \(DisplayText.neutralised(folder)), on a disk "
        + "where the text might be found later?"
      return !person.isScript && (try? person.confirms(question)) == true ? folder : nil
    }
  }
}
