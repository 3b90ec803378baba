/// A field in which two versions of a place differ.
public struct FieldDifference: Hashable, Sendable {
  /// What it is called in JSON; latitude and longitude together are `position`.
  public let field: String
  /// What was there, as text; `nil` if there was nothing.
  public let before: String?
  public let after: String?
}

extension Place {
  /// The fields in which this version differs from an older one; `id`, `created` and `modified` are
  /// not among them. Fields of a later version of the program come last.
  public func differences(from older: Place) -> [FieldDifference] {
    let known =
      zip(older.texts, texts).map {
        FieldDifference(field: $0.field, before: $0.text, after: $1.text)
      } + [Photo.difference(from: older.photos, to: photos)]
    let others = Set(unknownFields.keys).union(older.unknownFields.keys).sorted().map {
      FieldDifference(
        field: $0, before: older.unknownFields[$0].map(JSONText.value),
        after: unknownFields[$0].map(JSONText.value))
    }
    return (known + others).filter { !Self.isWrittenAlike($0.before, $0.after) }
  }

  private var texts: [(field: String, text: String?)] {
    [
      ("name", name), ("description", description.isEmpty ? nil : description),
      ("position", coordinate?.description.replacing(",", with: ", ")),
      ("altitude", altitude.map { "\($0) m" }),
      ("approximate", approximate.map { $0 ? "yes" : "no" }), ("category", category),
      ("tags", tags.isEmpty ? nil : TagList(tags).text), ("address", address),
      ("link", link), ("visited", visited?.description),
      ("source", source.map { "\($0.program) \($0.id)" }),
      ("extra", extra.isEmpty ? nil : JSONText.value(.object(extra))),
    ]
  }

  /// Texts that Unicode calls equal may be written in several ways.
  private static func isWrittenAlike(_ one: String?, _ other: String?) -> Bool {
    one.map { Array($0.utf8) } == other.map { Array($0.utf8) }
  }
}
