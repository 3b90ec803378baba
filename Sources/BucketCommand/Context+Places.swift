import BucketPlaces
import BucketVault
import FoundationEssentials

extension Context {
  /// Reads the vault.
  func ledger(of vault: borrowing Vault<Place>) throws(Failure) -> Ledger<Place> {
    do throws(VaultError) {
      return try vault.read()
    } catch {
      throw .vault(error, at: try shownVaultPath())
    }
  }

  /// Reads the vault with all that was before.
  func past(of vault: borrowing Vault<Place>) throws(Failure) -> Ledger<Place> {
    do throws(VaultError) {
      return try vault.read(keepingPast: true)
    } catch {
      throw .vault(error, at: try shownVaultPath())
    }
  }

  /// The one place on the list that a person means; of one that is off it, that is said.
  func place(
    _ reference: String, in book: PlaceBook, of vault: borrowing Vault<Place>
  ) throws(Failure) -> Place {
    do throws(Failure) {
      return try book.place(reference)
    } catch {
      guard error.status == .noSuchPlace else { throw error }
      let ledger = try past(of: vault)
      guard case .one(let place) = PlaceBook(ledger.history.removed).find(reference) else {
        throw error
      }
      throw .offTheList(place, id: PlaceBook(ledger.placesEver).shortID(of: place.id))
    }
  }

  /// Makes changes that take effect together.
  ///
  /// - Parameters:
  ///   - unchangedSince: For places that were looked at, the change that was the last then.
  ///   - undoes: The batch that the changes take back.
  ///   - photos: Stored for the changes just now, and taken away again where these fail.
  func save(
    _ actions: consuming [Change<Place>.Action], in vault: borrowing Vault<Place>,
    ledger: inout Ledger<Place>, unchangedSince: [Place.ID: UUID] = [:],
    undoing undoes: UUID? = nil, attaching photos: [Place.Photo] = []
  ) throws(Failure) {
    do throws(VaultError) {
      try vault.append(
        actions, to: &ledger, unchangedSince: unchangedSince, undoing: undoes,
        attaching: photos.map(\.id), author: author)
    } catch {
      if !error.comesAfterTheChange { discard(photos.map(\.id), of: vault) }
      throw .vault(error, at: try shownVaultPath())
    }
  }

  /// Makes changes that depend on all that the vault holds.
  ///
  /// - Parameter actions: Given everything as it is when nobody else can write, and whether that is
  ///   more than what was read.
  func save(
    in vault: borrowing Vault<Place>, ledger: inout Ledger<Place>,
    _ actions: (_ ledger: Ledger<Place>, _ hasMore: Bool) -> [Change<Place>.Action]
  ) throws(Failure) {
    do throws(VaultError) {
      try vault.append(to: &ledger, author: author, actions)
    } catch {
      throw .vault(error, at: try shownVaultPath())
    }
  }

  /// The fields, with the description read from standard input where `-` stands for it.
  ///
  /// The newline at its end belongs to whatever printed it.
  func readingDescription(of fields: PlaceFields) throws(Failure) -> PlaceFields {
    guard fields.description == "-" else { return fields }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try StandardStreams.read(limit: Place.Field.description.limit + 1)
    } catch {
      throw .input(error, hint: Failure.descriptionHint)
    }
    let limit = Place.Field.description.limit
    if bytes.count > limit + 1 || bytes.count > limit && bytes.last != UInt8(ascii: "\n") {
      throw .inputTooLong(limit: limit)
    }
    guard var text = String(validating: bytes, as: UTF8.self) else { throw .inputNotUTF8 }
    if text.last == "\n" { text.removeLast() }
    var read = fields
    read.description = text
    return read
  }

  /// Asks before something that is not taken back easily; ^D means no.
  ///
  /// - Throws: A failure where nobody can be asked.
  func confirms(_ question: String) throws(Failure) -> Bool {
    guard canAsk, !person.isScript else { throw .needsYes }
    do throws(Silence) {
      return try person.confirms(question)
    } catch {
      if error == .endOfInput { return false }
      throw error == .noTerminal
        ? .needsYes
        : .unanswered(error, hint: "nothing was changed; run it again, or say so with --yes")
    }
  }
}

extension PlaceBook {
  /// The one place that a person means.
  ///
  /// - Parameter removed: Those that are off the list, which is said of them.
  func place(
    _ reference: String, offTheList removed: Set<Place.ID> = []
  ) throws(Failure) -> Place {
    switch find(reference) {
    case .one(let place): return place
    case .several(let places):
      throw .severalFit(reference, places.map { (shortID(of: $0.id), $0) }, offTheList: removed)
    case .none(let nearest): throw .noSuchPlace(reference, nearest: nearest)
    }
  }
}
