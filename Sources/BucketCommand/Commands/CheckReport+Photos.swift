import BucketPlaces
import BucketVault
import FoundationEssentials
import Glibc

/// The photos of a vault, and the folder that they are in.
extension CheckReport {
  /// - Parameters:
  ///   - ledger: All of the vault, with its past.
  ///   - isDeep: Whether to verify all of each photo, and not only how it begins and how long it is.
  mutating func addPhotos(
    of ledger: Ledger<Place>, in store: borrowing AttachmentStore, isDeep: Bool,
    _ context: borrowing Context
  ) {
    let ids = ledger.history.photoIDs
    let survey: AttachmentSurvey
    do throws(SystemError) { survey = try store.survey() } catch {
      let folder = context.environment.abbreviated(store.folder)
      return add(
        "photos",
        .wrong(Failure.photoFolder(folder, error), "look at its permissions: ls -ld \(folder)"))
    }
    addFolder(survey, at: store.folder)
    let orphans = store.orphans(besides: ids, in: survey)
    if !orphans.isEmpty {
      let names = orphans.map(File.name(of:)).joined(separator: " ")
      let count = Count.of(
        orphans.count, "file of a photo that nothing refers to",
        "files of photos that nothing refers to")
      add("photos", .wrong("\(count): \(names)", "bucket purge --orphans"))
    }
    if ids.isEmpty { return }
    let faults = faults(ledger, store, isDeep: isDeep, context)
    if faults == 0 {
      let count = Count.of(ids.count, "photo is", "photos are")
      let all = ids.count == 1 ? "it verifies" : "them verify"
      add("photos", .well("\(count) there" + (isDeep ? ", and all of \(all)" : "")))
    }
  }

  private mutating func addFolder(_ survey: AttachmentSurvey, at folder: String) {
    if let path = survey.exposed.first {
      add(
        "permissions",
        .wrong(
          "others may look into \(path)",
          "chmod go= \(survey.exposed.map(Failure.word).joined(separator: " "))"))
    }
    if let path = survey.foreign.first {
      let count = survey.foreign.count
      let belong = count == 1 ? "belongs" : "and \(count - 1) more belong"
      let paths = survey.foreign.map(Failure.word).joined(separator: " ")
      add(
        "photos",
        .wrong(
          "\(path) \(belong) to another user, who can take photos away",
          "as root: chown \(geteuid()) \(paths)"))
    }
    if survey.isLink {
      let path = Failure.word(folder)
      add(
        "photos",
        .wrong(
          "\(folder) is a link, so that copies of the vault's folder lack the photos",
          "put the folder itself there: "
            + "cp -rL \(path) \(path).new && rm \(path) && mv \(path).new \(path)"))
    }
    if !survey.unfinished.isEmpty {
      let names = survey.unfinished.map(Failure.word).joined(separator: " ")
      add("leftovers", .wrong("a killed bucket left \(names)", "rm \(names)"))
    }
    if !survey.unknown.isEmpty {
      let names = survey.unknown.map(Failure.word).joined(separator: " ")
      add(
        "photos", .wrong("\(names): no photos that bucket sealed, or damaged ones", "look at them"))
    }
  }

  /// Adds what is wrong with photos, and with which.
  ///
  /// - Returns: How many faults there are.
  private mutating func faults(
    _ ledger: Ledger<Place>, _ store: borrowing AttachmentStore, isDeep: Bool,
    _ context: borrowing Context
  ) -> Int {
    let present = Set(ledger.records.flatMap { $0.photos.map(\.id) })
    let progress = Progress("verifying photos", isQuiet: context.options.isQuiet)
    defer { progress.end() }
    var seen: Set<UUID> = []
    var count = 0
    let places = ledger.records + ledger.history.effects.joined().compactMap(\.after)
    let total = places.reduce(0) { $0 + $1.photos.count }
    for (place, photo) in places.flatMap({ place in place.photos.map { (place, $0) } })
    where seen.insert(photo.id).inserted {
      progress.show(Double(seen.count) / Double(total))
      guard let error = Self.fault(of: photo, in: store, isDeep: isDeep) else { continue }
      count += 1
      let name = DisplayText.truncated(place.name, to: 40)
      let owner = present.contains(photo.id) ? name : "an earlier version of \(name)"
      let path = context.environment.abbreviated(store.path(of: photo.id))
      add(
        "photos",
        .wrong(
          "\(Failure.shown(photo)) of \(owner): \(Failure.reason(error))",
          Failure.waysBack(after: error, at: path).joined(separator: "; ")))
    }
    return count
  }

  private static func fault(
    of photo: Place.Photo, in store: borrowing AttachmentStore, isDeep: Bool
  ) -> AttachmentError? {
    do throws(AttachmentError) {
      var reader = try store.open(photo.id)
      if reader.byteCount != photo.byteCount { return .damaged(.length) }
      if isDeep { try reader.verify() }
      return nil
    } catch {
      return error
    }
  }
}
