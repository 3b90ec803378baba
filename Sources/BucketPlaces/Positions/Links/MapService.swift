/// Whose links are read for positions.
public enum MapService: String, CaseIterable, Hashable, Sendable {
  case google, apple, openStreetMap, bing, osmAnd, organicMaps, waze, here, yandex, plusCodes
  /// A `geo:` URI, which belongs to nobody.
  case geo
}
