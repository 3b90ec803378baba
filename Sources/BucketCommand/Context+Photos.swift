import BucketPlaces
import BucketVault
import FoundationEssentials

/// Photos of places, which are attachments of the vault.
extension Context {
  /// Opens the pictures that are to be added.
  func photos(at files: [FileArgument]) throws(Failure) -> [IncomingPhoto] {
    var photos: [IncomingPhoto] = []
    for file in files { photos.append(try IncomingPhoto(file.path)) }
    return photos
  }

  /// Gives a place that has none a position and a day of photos, and says so; also what of them can't
  /// be used.
  ///
  /// - Parameter fields: What was given otherwise, if only that there is none.
  func fill(_ place: inout Place, from photos: [IncomingPhoto], besides fields: PlaceFields) {
    var lines: [String] = []
    if place.coordinate == nil, fields.position == nil {
      if let photo = photos.first(where: { $0.facts.coordinate != nil }) {
        place.coordinate = photo.facts.coordinate
        try? place.setAltitude(photo.facts.altitude)
        lines.append("its position is that of \(Failure.shown(photo))")
      } else {
        lines += photos.map(Failure.words(forPositionOf:))
      }
    }
    if place.visited == nil, fields.visited == nil,
      let photo = photos.first(where: { $0.facts.day != nil }), let day = photo.facts.day
    {
      place.visited = day
      lines.append("visited on \(day), the day of \(Failure.shown(photo))")
    }
    for line in lines { output.say(line) }
  }

  /// Seals photos and adds them to a place, which is still to be saved.
  ///
  /// - Returns: Those that weren't there yet.
  func store(
    _ incoming: [IncomingPhoto], for place: inout Place, in vault: borrowing Vault<Place>
  ) throws(Failure) -> [Place.Photo] {
    var stored: [Place.Photo] = []
    for photo in incoming {
      let id = UUID()
      let progress = Progress("sealing \(Failure.shown(photo))", isQuiet: options.isQuiet)
      defer { progress.end() }
      let kept: Place.Photo
      do throws(AttachmentError) {
        let content = try vault.attachments.store(id, from: photo.file) { progress.show($0) }
        kept = Place.Photo(
          id: id, fileName: photo.name, kind: photo.kind, byteCount: content.byteCount,
          hash: content.hash)
      } catch {
        discard(stored.map(\.id), of: vault)
        throw .notStored(photo, error, in: environment.abbreviated(vault.attachments.folder))
      }
      if let same = place.photos.first(where: { $0.isSamePicture(as: kept) }) {
        discard([kept.id], of: vault)
        let name = same.name == kept.name ? "" : ", as \(Failure.shown(same))"
        output.warn("\(Failure.shown(photo)) is among its photos already\(name)")
      } else {
        stored.append(kept)
        place.photos.append(kept)
      }
    }
    return stored
  }

  /// Places that a file tells of, without the photos of which the file has only what they are called,
  /// or something that no photo is; which is said.
  func withoutAbsentPhotos(
    _ places: consuming [Place], in vault: borrowing Vault<Place>, _ ledger: Ledger<Place>
  ) -> [Place] {
    let store = vault.attachments
    var absent = 0
    for index in places.indices where !places[index].photos.isEmpty {
      let place = places[index]
      let known = ledger[place.id]?.photos ?? []
      let knownIDs = Set(known.map(\.id))
      var seen: Set<UUID> = []
      let present = place.photos.filter { photo in
        // What the vault itself says stays, whichever version wrote it.
        let isThere =
          known.contains(photo)
          || photo.isSound && (knownIDs.contains(photo.id) || store.holds(photo.id))
        return isThere && seen.insert(photo.id).inserted
      }
      if present.count == place.photos.count { continue }
      absent += place.photos.count - present.count
      places[index].photos = present
    }
    if absent > 0 {
      output.warn(
        output.naming(
          "\(Count.of(absent, "photo is", "photos are")) not in the file, and left out; with a copy of "
            + "the vault they come by bucket merge"))
    }
    return places
  }

  /// The files of the vault's photos that are none of these.
  func orphans(
    besides ids: Set<UUID>, of vault: borrowing Vault<Place>
  ) throws(Failure) -> [String] {
    let store = vault.attachments
    do throws(SystemError) {
      return store.orphans(besides: ids, in: try store.survey())
    } catch {
      throw .vault(.attachmentsUnreadable(error), at: try shownVaultPath())
    }
  }

  /// Takes photos away that were stored for a change which isn't made.
  func discard(_ photos: [UUID], of vault: borrowing Vault<Place>) {
    for id in photos {
      do throws(SystemError) {
        try vault.attachments.remove(id)
      } catch {
        output.warn(
          Failure.photoStays(environment.abbreviated(vault.attachments.path(of: id)), error))
      }
    }
  }
}

extension PhotoFacts {
  var coordinate: Coordinate? {
    if case .known(let coordinate) = position { coordinate } else { nil }
  }
}

extension Place.Photo {
  func isSamePicture(as other: Place.Photo) -> Bool {
    hash == other.hash && byteCount == other.byteCount
  }
}

extension Place {
  /// The photo that a person means, by its number or its name.
  ///
  /// - Parameter id: What names the place on a command line.
  func photo(_ reference: String, of id: String) throws(Failure) -> Photo {
    if let number = Int(reference), photos.indices.contains(number - 1) {
      return photos[number - 1]
    }
    let named = photos.filter { FoldedText($0.name) == FoldedText(reference) }
    if named.count == 1 { return named[0] }
    throw .noSuchPhoto(reference, of: self, id: id, count: named.count)
  }
}

extension BucketVault.History<Place> {
  /// The photos of places as they are and ever were.
  var photoIDs: Set<UUID> { Self.photoIDs(of: batches.flatMap(\.changes)) }

  static func photoIDs(of changes: [Change<Place>]) -> Set<UUID> {
    Set(
      changes.flatMap { change -> [UUID] in
        if case .put(let place) = change.action { place.photos.map(\.id) } else { [] }
      })
  }
}
