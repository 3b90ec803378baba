import BucketPlaces

@testable import BucketCommand
@testable import BucketPlaces

/// A day, a length of time, tags, and the beginning of an id, as they are typed; and the address that
/// a login comes from, as the environment has it.
enum ValuesTarget: FuzzTarget {
  static let name = "values"

  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if let day = try? CalendarDate(parsing: text) {
      try Violation.unless(day.description == text, "a day has two spellings")
    }
    if let length = try? DurationArgument(argument: text) {
      try Violation.unless(length.duration >= .zero, "a length of time is negative")
    }
    if let tags = TagList(parsing: text) {
      let again = TagList(parsing: tags.text)?.tags ?? []
      try Violation.unless(
        again.map { Array($0.utf8) } == tags.tags.map { Array($0.utf8) },
        "tags aren't read as they were written")
    }
    if let prefix = IDPrefix(parsing: text) {
      try Violation.unless(
        IDPrefix(parsing: prefix.description) == prefix, "an id isn't read as it was written")
    }
    // No variable of the environment holds a zero byte.
    if let address = RemoteAddress(connection: String(text.unicodeScalars.prefix { $0 != "\0" })) {
      try Violation.unless(
        address.text.utf8.allSatisfy { (0x2E...0x66).contains($0) }, "an address holds other text")
    }
  }
}
