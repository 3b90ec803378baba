import BucketPlaces
import BucketVault

/// Finding the places that are named beside plus codes.
extension Context {
  /// The fields, with a plus code found near the place that is named beside it.
  func locating(
    _ fields: PlaceFields, in vault: borrowing Vault<Place>
  ) throws(Failure) -> PlaceFields {
    guard case .code(let text, let reference)? = fields.position else { return fields }
    let point: Coordinate
    do throws(Failure) {
      point = try coordinate(of: reference, in: vault)
    } catch {
      throw error.status == .noSuchPlace
        ? error.with(hints: error.hints + [Failure.codeHint]) : error
    }
    var located = fields
    do throws(CoordinateError) {
      located.position = .position(try PastedPosition(parsing: text, near: point))
    } catch {
      throw .position(error)
    }
    return located
  }

  /// The same for the editor, which holds no key: the vault is opened for it.
  func located(_ reference: String) -> Draft.Located {
    do throws(Failure) {
      return .success(try coordinate(of: reference, in: try openVault()))
    } catch {
      let words = [error.message] + error.hints + error.choices
      return .failure(Draft.Unlocated(message: words.joined(separator: "; ")))
    }
  }

  private func coordinate(
    of reference: String, in vault: borrowing Vault<Place>
  ) throws(Failure) -> Coordinate {
    let book = PlaceBook(try ledger(of: vault).records)
    let place = try place(reference, in: book, of: vault)
    guard let coordinate = place.coordinate else {
      throw .noPosition(place, id: book.shortID(of: place.id))
    }
    return coordinate
  }
}
