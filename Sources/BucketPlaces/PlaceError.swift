/// What a place can't be.
public enum PlaceError: Error, Hashable, Sendable {
  /// Nothing of the name can be seen.
  case emptyName
  /// Nothing of a tag can be seen.
  case emptyTag
  /// The field holds a character that its kind of text can't have.
  case controlCharacter(Place.Field, Unicode.Scalar)
  /// The field takes more bytes of UTF-8 than it may.
  case tooLong(Place.Field, bytes: Int, limit: Int)
  /// A latitude without a longitude, or the other way round.
  case halfAPosition
  /// In metres; NaN and infinities too.
  case altitudeOutOfRange(Double)
  /// What another program knows takes more bytes of JSON than are kept.
  case tooMuchExtra(bytes: Int, limit: Int)
  /// What another program knows holds more values within each other than are kept.
  case extraTooDeep(limit: Int)
  /// The text doesn't have the form of "2026-03-12".
  case notADate(String)
  /// The calendar has no such day.
  case noSuchDay(year: Int, month: Int, day: Int)
}
