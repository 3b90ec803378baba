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
  ///   - change: The last change of the place; `nil` for one that isn't in the vault yet.
  ///   - vault: Given up while the editor is open.
  /// - Returns: The place as it was saved; `nil` where nothing was changed.
  func edit(
    _ place: Place, since change: UUID?, in vault: consuming Vault<Place>
  ) throws(Failure) -> (place: Place, ledger: Ledger<Place>)? {
    let isNew = change == nil
    let subject = isNew ? nil : place.id.uuidString
    let drafts = SealedDrafts(of: vault.file.header, state: vault.state)
    let kept = try offered(drafts.drafts(of: subject, in: vault).last)
    _ = consume vault
    let editing = PlaceEditing(
      place: place, drafts: drafts, subject: subject, editor: try editor(), output: output,
      diskAllowed: diskQuestion)
    // A signal that comes before the text is saved or kept waits until it is.
    let watch = try? SignalWatch(SignalWatch.ending)
    let (edited, text) = try editing.run(startingWith: kept?.draft.text)
    guard var edited else {
      guard isNew else { return nil }
      return (place, try save(place, since: nil, replacing: nil))
    }
    edited.modified = isNew ? nil : Date()
    let ledger: Ledger<Place>
    do throws(Failure) {
      ledger = try save(edited, since: change, replacing: subject)
    } catch {
      throw editing.keeping(text, because: error)
    }
    if let kept { remove(kept, from: drafts) }
    _ = consume watch
    return (edited, ledger)
  }

  /// Saves a place, opening the vault for it.
  private func save(
    _ place: Place, since change: UUID?, replacing subject: String?
  ) throws(Failure) -> Ledger<Place> {
    let vault = try openVault()
    var ledger = try ledger(of: vault)
    try save(
      [.put(place)], in: vault, ledger: &ledger,
      unchangedSince: change.map { [place.id: $0] } ?? [:])
    return ledger
  }

  /// Asks whether to go on with a draft that could not be saved.
  private func offered(_ kept: SealedDrafts.Kept?) throws(Failure) -> SealedDrafts.Kept? {
    guard let kept else { return nil }
    let from = "a draft from \(LocalTime(kept.draft.at).clock) was not saved"
    guard Terminal.isTerminal(0) || person.isScript else {
      output.warn("\(from); it is offered when this is run at a terminal")
      return nil
    }
    do throws(Silence) {
      return try person.confirms(
        "\(from.prefix(1).uppercased() + from.dropFirst()): go on with it?")
        ? kept : nil
    } catch {
      throw .unlock(UnlockRefusal(error), at: try shownVaultPath())
    }
  }

  private func remove(_ kept: SealedDrafts.Kept, from drafts: SealedDrafts) {
    do throws(SystemError) {
      try drafts.remove(kept)
    } catch {
      output.warn("the draft, now saved, can't be removed: \(error.text)")
    }
  }

  /// The editor of the person's choice, after sweeping up what a killed one left.
  private func editor() throws(Failure) -> Editor {
    for path in PrivateFolder.sweep(in: environment.all) {
      output.say("removed what an interrupted edit left in \(DisplayText.neutralised(path))")
    }
    do throws(EditorError) {
      let command = try EditorCommand.choose(in: environment.all)
      return Editor(command: command, environment: environment.all)
    } catch {
      throw .editor(error)
    }
  }

  /// Asks before the text is written where it may be found again.
  private var diskQuestion: () -> String? {
    let folder = environment["TMPDIR"] ?? "/tmp"
    return { [person] in
      let question =
        "There is no folder in memory to edit in. Use \(DisplayText.neutralised(folder)), on a disk "
        + "where the text might be found later?"
      return (try? person.confirms(question)) == true ? folder : nil
    }
  }
}
