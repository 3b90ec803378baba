import BucketPlaces
import BucketVault

/// Finding positions that are named by places of the list.
extension Context {
  /// The position that a person means: one in any notation, or that of a place.
  func coordinate(
    _ text: String, in book: PlaceBook, of vault: borrowing Vault<Place>
  ) throws(Failure) -> Coordinate {
    let refusal: CoordinateError
    do throws(CoordinateError) {
      return try PastedPosition(parsing: text).coordinate
    } catch {
      refusal = error
    }
    if case .shortPlusCode(_, let reference?) = refusal {
      return try position(text, near: reference, in: book, of: vault).coordinate
    }
    do throws(Failure) {
      return try coordinate(of: text, in: book, of: vault)
    } catch {
      guard error.name == "no-such-place" else { throw error }
      // What has the look of a position is hardly a name.
      guard refusal.isAboutNotation else { throw .position(refusal) }
      // The shell parts a position at its space.
      let isNumber = text.utf8.allSatisfy { "0123456789.,-+".utf8.contains($0) }
      throw isNumber ? error.with(hints: [Failure.pairHint]) : error
    }
  }

  /// The fields, with a plus code found near the place that is named beside it.
  func locating(
    _ fields: PlaceFields, in vault: borrowing Vault<Place>
  ) throws(Failure) -> PlaceFields {
    guard case .code(let text, let reference)? = fields.position else { return fields }
    let book = PlaceBook(try ledger(of: vault).records)
    var located = fields
    located.position = .position(try position(text, near: reference, in: book, of: vault))
    return located
  }

  /// The same for the editor, which holds no key: the vault is opened for it.
  func located(_ reference: String) -> Draft.Located {
    do throws(Failure) {
      let vault = try openVault()
      return .success(
        try coordinate(of: reference, in: PlaceBook(try ledger(of: vault).records), of: vault))
    } catch {
      let words = [error.message] + error.hints + error.choices
      return .failure(Draft.Unlocated(message: words.joined(separator: "; ")))
    }
  }

  /// The position of a plus code without its leading digits, beside which a place is named.
  private func position(
    _ text: String, near reference: String, in book: PlaceBook, of vault: borrowing Vault<Place>
  ) throws(Failure) -> PastedPosition {
    let point: Coordinate
    do throws(Failure) {
      point = try coordinate(of: reference, in: book, of: vault)
    } catch {
      throw error.status == .noSuchPlace
        ? error.with(hints: error.hints + [Failure.codeHint]) : error
    }
    do throws(CoordinateError) {
      return try PastedPosition(parsing: text, near: point)
    } catch {
      throw .position(error)
    }
  }

  private func coordinate(
    of reference: String, in book: PlaceBook, of vault: borrowing Vault<Place>
  ) throws(Failure) -> Coordinate {
    let place = try place(reference, in: book, of: vault)
    guard let coordinate = place.coordinate else {
      throw .noPosition(place, id: book.shortID(of: place.id))
    }
    return coordinate
  }
}
