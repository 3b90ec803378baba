import BucketPlaces
import BucketVault
import FoundationEssentials

/// Makes the past of places unreadable.
struct Purge: Action {
  let references: [String]
  let removed: Bool
  let history: Bool
  let orphans: Bool
  let yes: Bool

  static let command = Command(
    "purge", "Take what was before out of the vault for good.",
    examples: [
      Example("bucket purge baikal", "what one place was before; it stays as it is now"),
      Example("bucket purge --removed", "all places that are off the list"),
      Example("bucket purge --history --yes", "all but what is there now, without asking"),
    ],
    .repeated(
      "PLACE", "a place, on the list or off it: its id, its name, or a part of it",
      candidates: .places),
    .flag("--removed", "all places that are off the list"),
    .flag("--history", "everything but the places as they are now"),
    .flag("--orphans", "no places: only files of photos that nothing refers to any more"),
    .flag("-y, --yes", "don't ask; needed where nobody can be asked"),
    exclusive: [["PLACE", "--removed", "--history", "--orphans"]],
    discussion: """
      A place on the list stays as it is now, and its earlier versions go; a place off the list goes \
      entirely. The vault is written anew without them; photos that nothing refers to any more, and \
      what was cut off interrupted writes on this machine, go too. Nothing brings them back, but \
      copies of the vault and backups from before still have them.
      """,
    synonyms: ["forget", "erase", "wipe", "shred", "expunge"],
    make: Purge.init)

  /// What would go.
  private struct Plan {
    let subjects: Set<Place.ID>
    /// The last change of each.
    let looked: [Place.ID: UUID]
    /// Places on the list of which earlier versions go.
    let present: [Place]
    /// Places off the list, which go entirely.
    let gone: [Place]
    /// How many versions go, of the ones and of the others.
    let versions: (ofPresent: Int, ofGone: Int)
    /// Photos that nothing would refer to any more.
    let photos: Set<UUID>
    /// How many files of photos there are that nothing refers to already.
    let orphans: Int
    /// How many copies of interrupted writes there are.
    let copies: Int

    var isEmpty: Bool { subjects.isEmpty && orphans == 0 && copies == 0 }
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    if references.isEmpty, !removed, !history, !orphans { throw .purgeOfNothing }
    let vault = try context.openVault()
    let plan = try plan(for: try context.past(of: vault), vault, context)
    if plan.isEmpty {
      context.output.say("there is nothing to purge")
      return .done
    }
    if !yes, !(try isMeant(plan, context)) {
      context.output.say("nothing was changed")
      return .failed
    }
    if !plan.subjects.isEmpty { try purge(plan, vault, context) }
    try removePhotos(plan, vault, context)
    try removeCopies(in: vault.state, context)
    for draft in SealedDrafts(of: vault.file.header, state: vault.state).drafts(in: vault)
    where plan.subjects.contains(where: { $0.uuidString == draft.draft.subject }) {
      context.output.warn(
        context.output.naming(
          "a draft from \(LocalTime(draft.draft.at).clock) that was not saved still has a text of one "
            + "of the places: bucket edit of it, or bucket add --edit if it is gone, offers it"))
    }
    return .done
  }

  private func plan(
    for ledger: Ledger<Place>, _ vault: borrowing Vault<Place>, _ context: borrowing Context
  ) throws(Failure) -> Plan {
    let places = ledger.placesEver
    let isPresent = Set(ledger.records.map(\.id))
    var named: Set<Place.ID> = []
    for reference in references { named.insert(try ledger.placeEver(reference).id) }
    let meant = places.filter {
      history || (removed ? !isPresent.contains($0.id) : named.contains($0.id))
    }
    let past = ledger.history.past(of: Set(meant.map(\.id)))
    let counts = Dictionary(grouping: past, by: \.action.subject).mapValues { changes in
      changes.count { if case .put = $0.action { true } else { false } }
    }
    let going = meant.filter { counts[$0.id] != nil }
    let (present, gone) = (
      going.filter { isPresent.contains($0.id) }, going.filter { !isPresent.contains($0.id) }
    )
    let pastChanges = Set(past.map(\.id))
    let all = ledger.history.photoIDs
    let staying = BucketVault.History<Place>.photoIDs(
      of: ledger.history.batches.flatMap(\.changes).filter { !pastChanges.contains($0.id) })
    var looked: [Place.ID: UUID] = [:]
    for place in going { looked[place.id] = ledger.lastChange(of: place.id) }
    return Plan(
      subjects: Set(going.map(\.id)), looked: looked, present: present, gone: gone,
      versions: (
        present.reduce(0) { $0 + (counts[$1.id] ?? 0) },
        gone.reduce(0) { $0 + (counts[$1.id] ?? 0) }
      ),
      photos: all.subtracting(staying),
      orphans: try context.orphans(besides: all, of: vault).count,
      copies: vault.state.interruptedWrites.count)
  }

  private func isMeant(_ plan: Plan, _ context: borrowing Context) throws(Failure) -> Bool {
    let output = context.output
    output.tell("This makes unreadable, for good:")
    func tell(_ what: String, of places: [Place]) {
      if places.isEmpty { return }
      output.tell("  \(what)")
      let names = places.prefix(places.count > Self.nameLimit + 1 ? Self.nameLimit : .max)
      for place in names {
        output.tell("    \(DisplayText.truncated(place.name, to: 60))")
      }
      if names.count < places.count {
        output.tell(
          output.naming("    … and \(places.count - names.count) more, which bucket history shows"))
      }
    }
    let (earlier, all) = plan.versions
    let staying = plan.present.count == 1 ? "stays as it is now" : "stay as they are now"
    tell(
      "\(Self.earlier(earlier)) of \(Count.places(plan.present.count)), which \(staying):",
      of: plan.present)
    tell(
      "\(Count.places(plan.gone.count)) off the list, with "
        + "\(Count.of(all, "version", "versions")):", of: plan.gone)
    if !plan.photos.isEmpty {
      output.tell("  \(Count.of(plan.photos.count, "photo", "photos")) that only those have")
    }
    if plan.orphans > 0 { output.tell("  \(Self.orphanWords(plan.orphans))") }
    if plan.copies > 0 {
      output.tell("  \(Self.copies(plan.copies)) on this machine")
    }
    output.tell(
      "bucket undo can't bring it back. Copies of the vault and backups from before still have it.")
    return try context.confirms("Purge it?")
  }

  private func purge(
    _ plan: Plan, _ vault: borrowing Vault<Place>, _ context: borrowing Context
  ) throws(Failure) {
    var left = plan.subjects
    let rewriting: Vault<Place>.Rewriting
    do throws(VaultError) {
      rewriting = try vault.purge { ledger in
        // What was changed meanwhile is not what was asked about.
        left = plan.subjects.filter { ledger.lastChange(of: $0) != plan.looked[$0] }
        return plan.subjects.subtracting(left)
      }
    } catch {
      if error == .changedMeanwhile { throw .purgeChangedMeanwhile }
      throw .vault(error, at: try context.shownVaultPath())
    }
    let present = plan.present.filter { !left.contains($0.id) }
    let gone = plan.gone.filter { !left.contains($0.id) }
    if !present.isEmpty {
      context.output.say(
        "purged what \(Failure.names(of: present)) \(present.count == 1 ? "was" : "were") before")
    }
    if !gone.isEmpty { context.output.say("purged \(Failure.names(of: gone)), off the list") }
    if !left.isEmpty {
      context.output.warn(
        "\(Count.places(left.count)) changed by another bucket in the meantime "
          + "\(left.count == 1 ? "keeps its" : "keep their") past")
    }
    context.output.say(
      rewriting.after < rewriting.before
        ? "the vault is written anew: \(Failure.size(rewriting.after)), and it was "
          + Failure.size(rewriting.before)
        : "the vault is written anew: \(Failure.size(rewriting.after))")
  }

  /// Removes the files of photos that nothing refers to any more.
  private func removePhotos(
    _ plan: Plan, _ vault: borrowing Vault<Place>, _ context: borrowing Context
  ) throws(Failure) {
    if plan.photos.isEmpty, plan.orphans == 0 { return }
    let clearing: Vault<Place>.Clearing
    do throws(VaultError) {
      clearing = try vault.clearAttachments(purged: plan.photos, referenced: \.photoIDs)
    } catch {
      let failure = Failure.vault(error, at: try context.shownVaultPath())
      throw plan.subjects.isEmpty ? failure : failure.afterPurge
    }
    if !clearing.removed.isEmpty {
      let count = Count.of(clearing.removed.count, "file of a photo", "files of photos")
      context.output.say("removed \(count)")
    }
    if let copy = clearing.copies.first, !clearing.spared.isEmpty {
      let file = Failure.word(context.environment.abbreviated(copy))
      context.output.warn(
        context.output.naming(
          "\(Self.orphanWords(clearing.spared.count)) stay, since \(file), a copy of the vault beside "
            + "it, may refer to them: bucket merge \(file), or move it elsewhere"))
    }
    if let reason = clearing.reason { throw .photosStay(clearing.left, reason) }
  }

  /// Removes what may hold parts of the past beside the vault.
  private func removeCopies(
    in state: StateFolder, _ context: borrowing Context
  ) throws(Failure) {
    do throws(SystemError) {
      let count = try state.removeInterruptedWrites()
      if count > 0 { context.output.say("removed \(Self.copies(count))") }
    } catch {
      throw .interruptedWritesStay(error)
    }
  }

  /// The most names that are told before it is asked.
  private static let nameLimit = 20

  private static func earlier(_ count: Int) -> String {
    Count.of(count, "earlier version", "earlier versions")
  }

  private static func orphanWords(_ count: Int) -> String {
    Count.of(
      count, "file of a photo that nothing refers to", "files of photos that nothing refers to")
  }

  private static func copies(_ count: Int) -> String {
    Count.of(count, "copy of an interrupted write", "copies of interrupted writes")
  }
}
