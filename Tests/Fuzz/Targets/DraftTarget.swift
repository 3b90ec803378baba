import BucketPlaces

@testable import BucketCommand
@testable import BucketVault

/// A text that was edited, applied to a place.
enum DraftTarget: FuzzTarget {
  static let name = "draft"

  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let draft: Draft
    do throws(DraftError) {
      draft = try Draft(parsing: text)
    } catch {
      return try check(text, problems: error)
    }
    try Violation.unless(
      isSame(try Draft(parsing: draft.text).text, draft.text),
      "a draft isn't read as it was written")
    var place = try Place(name: "somewhere")
    do throws(DraftError) {
      try draft.apply(to: &place)
    } catch {
      return try check(text, problems: error)
    }
    var again = place
    try Draft(parsing: Draft(place).text).apply(to: &again)
    try Violation.unless(again == place, "a place changes that nobody edited")
    try Violation.unless(
      CanonicalJSON.decode(Place.self, from: CanonicalJSON.encode(place)) == place,
      "a place isn't read as it was written")
  }

  /// Holds notes on problems to go away again, and to leave the rest as it is.
  private static func check(_ text: String, problems: DraftError) throws {
    try Violation.unless(!problems.problems.isEmpty, "a draft is refused for nothing")
    let notes = problems.problems.map { ($0.line, Failure.words(for: $0.fact)) }
    let annotated = Draft.annotated(text, with: notes)
    try Violation.unless(
      isSame(Draft.annotated(annotated, with: []), Draft.annotated(text, with: [])),
      "notes on a draft stay in it")
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }
}
