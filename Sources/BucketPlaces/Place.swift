public import FoundationEssentials

/// A place that one means to visit, or has been to.
///
/// A value always holds what its fields allow: text comes in by the throwing methods, which trim
/// and check it and else keep it as given, without normalising it.
public struct Place: Identifiable, Hashable, Sendable {
  public private(set) var id: UUID
  public private(set) var name: String
  /// Free text of many lines; empty if there is none.
  public private(set) var description = ""
  public private(set) var category: String?
  /// In the order given; no two are the same when searched for.
  public private(set) var tags: [String] = []
  public private(set) var address: String?
  public private(set) var link: String?
  /// Metres above sea level.
  public private(set) var altitude: Double?
  public var source: Source?
  /// In the order in which they were added.
  public var photos: [Photo] = []

  /// Where the place is, if that is known.
  ///
  /// Moving a place takes away `altitude` and `approximate`, which described the old position.
  public var coordinate: Coordinate? {
    didSet {
      guard let oldValue, oldValue != coordinate else { return }
      altitude = nil
      approximate = nil
    }
  }
  /// Whether the place is only near its position.
  public var approximate: Bool?

  /// The day of the visit; nil while the place is still ahead.
  public var visited: CalendarDate?
  /// When the place was added, to the second and in the years 1 to 9999, so that ISO 8601 brings it
  /// back equal; else it is nil. So is `modified`.
  public var created: Date? {
    didSet { created = created.flatMap(\.wholeSeconds) }
  }
  /// When the place was last changed, to the second.
  public var modified: Date? {
    didSet { modified = modified.flatMap(\.wholeSeconds) }
  }

  /// What another program knows of the place that has no field here, by its names; foreign values
  /// come in by `setExtra`.
  var extra: [String: JSONValue] = [:]

  /// What a later version wrote and this one doesn't know.
  var unknownFields: [String: JSONValue] = [:]

  /// - Throws: what `setName` throws.
  public init(id: UUID = UUID(), name: String, created: Date? = nil) throws(PlaceError) {
    self.id = id
    self.name = try Self.acceptedName(name)
    self.created = created.flatMap(\.wholeSeconds)
  }
}

extension Place {
  /// The same place under another id.
  func copy(id: UUID) -> Place {
    var copy = self
    copy.id = id
    return copy
  }

  /// What a place is called that has a position and no name.
  static func madeUpName(at coordinate: Coordinate) -> String {
    coordinate.description.replacing(",", with: ", ")
  }

  /// Whether nobody has given it a name.
  var isUnnamed: Bool { coordinate.map { name == Self.madeUpName(at: $0) } ?? false }

  /// Degrees north, WGS 84.
  public var latitude: Double? { coordinate?.latitude }
  /// Degrees east, WGS 84.
  public var longitude: Double? { coordinate?.longitude }

  /// - Throws: `emptyName`, `controlCharacter` or `tooLong`.
  public mutating func setName(_ name: String) throws(PlaceError) {
    self.name = try Self.acceptedName(name)
  }

  /// - Throws: `controlCharacter` for NUL, or `tooLong`.
  public mutating func setDescription(_ description: String) throws(PlaceError) {
    self.description = try Field.description.accepted(description)
  }

  /// Blank text counts as none, here and for address and link.
  ///
  /// - Throws: `controlCharacter` or `tooLong`.
  public mutating func setCategory(_ category: String?) throws(PlaceError) {
    self.category = try Self.accepted(category, as: .category)
  }

  /// A tag that is the same as an earlier one when searched for is left out.
  ///
  /// - Throws: `emptyTag`, `controlCharacter` or `tooLong`.
  public mutating func setTags(_ tags: [String]) throws(PlaceError) {
    var seen: Set<FoldedText> = []
    var kept: [String] = []
    for tag in tags {
      let tag = try Field.tags.accepted(tag)
      guard Self.isVisible(tag) else { throw .emptyTag }
      if seen.insert(FoldedText(tag)).inserted { kept.append(tag) }
    }
    self.tags = kept
  }

  /// - Throws: `controlCharacter` or `tooLong`.
  public mutating func setAddress(_ address: String?) throws(PlaceError) {
    self.address = try Self.accepted(address, as: .address)
  }

  /// - Throws: `controlCharacter` or `tooLong`.
  public mutating func setLink(_ link: String?) throws(PlaceError) {
    self.link = try Self.accepted(link, as: .link)
  }

  /// - Parameter altitude: metres, at most 10⁸ up or down.
  /// - Throws: `altitudeOutOfRange`.
  public mutating func setAltitude(_ altitude: Double?) throws(PlaceError) {
    if let altitude, !(-1e8...1e8).contains(altitude) { throw .altitudeOutOfRange(altitude) }
    // Adding zero turns -0 into 0.
    self.altitude = altitude.map { $0 + 0 }
  }

  /// So many bytes of JSON may be kept of what another program knows.
  static let extraLimit = 1 << 16

  /// So many arrays and objects of it may be within each other: a vault reads no more than some
  /// hundreds, and takes long for many.
  static let extraDepthLimit = 32

  /// - Throws: `tooMuchExtra`, `extraTooDeep`.
  mutating func setExtra(_ extra: [String: JSONValue]) throws(PlaceError) {
    guard extra.values.allSatisfy({ $0.depth <= Self.extraDepthLimit }) else {
      throw .extraTooDeep(limit: Self.extraDepthLimit)
    }
    let bytes = extra.isEmpty ? 0 : JSONText.value(.object(extra)).utf8.count
    guard bytes <= Self.extraLimit else {
      throw .tooMuchExtra(bytes: bytes, limit: Self.extraLimit)
    }
    self.extra = extra
  }

  /// What another program knows of the place that has no field here, as text, by its names.
  public var extraTexts: [(name: String, text: String)] {
    JSONText.sorted(extra).map { name, text in
      if case .string(let string)? = extra[name] { (name, string) } else { (name, text) }
    }
  }

  private static func acceptedName(_ name: String) throws(PlaceError) -> String {
    let name = try Field.name.accepted(name)
    guard isVisible(name) else { throw .emptyName }
    return name
  }

  private static func accepted(
    _ text: String?, as field: Field
  ) throws(PlaceError) -> String? {
    guard let text else { return nil }
    let accepted = try field.accepted(text)
    return isVisible(accepted) ? accepted : nil
  }

  /// Joiners, marks of direction, fillers and selectors alone show nothing.
  static func isVisible(_ text: String) -> Bool {
    !text.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
  }
}
