@testable import BucketCommand

/// Three texts with a byte 0xFF between them: one that was edited, what the edit began with, and
/// what there is now.
enum RebasedDraftTarget: FuzzTarget {
  static let name = "rebased-draft"

  static func check(_ bytes: [UInt8]) throws {
    let texts = bytes.split(separator: 0xFF, maxSplits: 2, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard texts.count == 3 else { return }
    let rebased = Draft.rebased(texts[0], from: texts[1], onto: texts[2])
    guard let edited = try? Draft(parsing: texts[0]), let base = try? Draft(parsing: texts[1]),
      let current = try? Draft(parsing: texts[2])
    else {
      return try Violation.unless(rebased == texts[0], "a text that can't be read is changed")
    }
    let result = try Draft(parsing: rebased)
    for field in Draft.Field.allCases {
      let isEdited = !(edited.values[field] ?? "").isSame(as: base.values[field] ?? "")
      try Violation.unless(
        (result.values[field] ?? "").isSame(as: (isEdited ? edited : current).values[field] ?? ""),
        "a field is neither what it was edited to nor what it is now")
    }
    let isEdited = !edited.description.isSame(as: base.description)
    try Violation.unless(
      result.description.utf8.starts(with: (isEdited ? edited : current).description.utf8),
      "a description is neither what it was edited to nor what it is now")
  }
}
