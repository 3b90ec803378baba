import FoundationEssentials

/// A place as another program wrote it, before it is known what of that a place can be.
///
/// Readers of all formats fill it in, so that all of them mend and refuse the same.
struct ForeignPlace {
  var line: Int
  /// The id, if it is one of `bucket`.
  var id: UUID?
  var name: String?
  var description: String?
  var position = Position.none
  /// Metres, as it was written.
  var altitude: String?
  var approximate: Bool?
  var category: String?
  var tags: [String] = []
  var address: String?
  var link: String?
  var visited: CalendarDate?
  var created: Date?
  var modified: Date?
  /// The program, and its id of the place, if that is unique among all that it has.
  var source: (program: String, id: String)?
  var extra: [String: JSONValue] = [:]
  var remarks: [FoundPlace.Remark] = []
  /// Whether it stays out without a position.
  var needsPosition = false

  enum Position {
    case none
    case coordinate(Coordinate)
    case refused(CoordinateError)
  }

  init(line: Int) { self.line = line }

  /// Gives it a position in degrees as numbers; a longitude beyond ±180 is counted from the other
  /// side.
  mutating func setPosition(latitude: Double, longitude: Double) {
    var longitude = longitude
    if !(-180...180).contains(longitude), (-540...540).contains(longitude),
      (-90...90).contains(latitude)
    {
      remarks.append(.wrapped(longitude: longitude))
      longitude = FoundPlace.Remark.wrapped(longitude)
    }
    do throws(CoordinateError) {
      position = .coordinate(try Coordinate(latitude: latitude, longitude: longitude))
    } catch {
      position = .refused(error)
    }
  }

  /// What of it comes in.
  ///
  /// - Parameter now: When it is added, if nothing says when it was.
  func finding(now: Date) -> Finding {
    var remarks = remarks
    func omission(_ reason: Omission.Reason) -> Finding {
      .omission(Omission(line: line, name: Self.singleLine(name ?? ""), reason: reason))
    }
    let coordinate: Coordinate?
    switch position {
    case .refused(let error): return omission(.position(error))
    case .coordinate(let found): coordinate = found
    case .none: coordinate = nil
    }
    if coordinate == nil, needsPosition { return omission(.noPosition) }
    let address = accepted(address, as: .address, &remarks)
    let givenName = Self.singleLine(name ?? "") ?? address
    guard let title = givenName ?? coordinate.map(Place.madeUpName) else {
      return omission(.nothing)
    }
    do throws(PlaceError) {
      var text = description ?? ""
      let short = shortened(title, &remarks, whole: &text)
      if let name, Self.singleLine(name) != nil, Self.hasControls(name) {
        remarks.append(.cleaned(.name))
      }
      var generator = SystemRandomNumberGenerator()
      var place = try Place(id: id ?? UUID.random(using: &generator), name: short)
      try place.setDescription(self.text(text, &remarks))
      place.coordinate = coordinate
      try place.setCategory(accepted(category, as: .category, &remarks))
      try place.setTags(bounded(tags.compactMap { accepted($0, as: .tags, &remarks) }, &remarks))
      try place.setAddress(address)
      try place.setLink(accepted(link, as: .link, &remarks))
      setAltitude(of: &place, &remarks)
      if coordinate != nil || id != nil { place.approximate = approximate }
      place.visited = visited
      // What has an id of ours tells all that is known of it.
      place.created = created ?? (id == nil ? now : nil)
      place.modified = modified
      let source = source.flatMap { try? Place.Source(program: $0.program, id: $0.id) }
      place.source = source.flatMap { $0.program.isEmpty && $0.id.isEmpty ? nil : $0 }
      let kept = extra.filter { $0.value.depth <= Place.extraDepthLimit }
      if kept.count < extra.count { remarks.append(.extraTooDeep(limit: Place.extraDepthLimit)) }
      do throws(PlaceError) {
        try place.setExtra(kept)
      } catch {
        guard case .tooMuchExtra(let bytes, let limit) = error else { throw error }
        remarks.append(.tooMuchExtra(bytes: bytes, limit: limit))
      }
      note(coordinate, &remarks)
      return .place(
        FoundPlace(
          place: place, isIdentified: id != nil, isUnnamed: Self.singleLine(name ?? "") == nil,
          line: line, remarks: remarks))
    } catch {
      return omission(.record(error))
    }
  }

  private func note(_ coordinate: Coordinate?, _ remarks: inout [FoundPlace.Remark]) {
    if id != nil { return }
    if coordinate == nil { remarks.append(.withoutPosition) }
    if coordinate?.isNullIsland == true { remarks.append(.nullIsland) }
  }

  private func setAltitude(of place: inout Place, _ remarks: inout [FoundPlace.Remark]) {
    guard let altitude, Self.singleLine(altitude) != nil else { return }
    do throws(PlaceError) {
      // Of a single number, a comma is a decimal one.
      guard let metres = StrictNumber.parse(altitude.replacing(",", with: ".")) else {
        throw .altitudeOutOfRange(.nan)
      }
      try place.setAltitude(metres)
    } catch {
      remarks.append(.altitude(altitude))
    }
  }
}

extension ForeignPlace {
  private func shortened(
    _ title: String, _ remarks: inout [FoundPlace.Remark], whole text: inout String
  ) -> String {
    let (bytes, limit) = (title.utf8.count, Place.Field.name.limit)
    guard bytes > limit else { return title }
    let whole = text.isEmpty ? title : title + "\n\n" + text
    // Where both are too much, neither is given up: the name is refused, and the place with it.
    guard whole.utf8.count <= Place.Field.description.limit else { return title }
    remarks.append(.tooLong(.name, bytes: bytes, limit: limit))
    text = whole
    var short = ""
    for character in title.prefix(120) where short.utf8.count + character.utf8.count < 512 {
      short.append(character)
    }
    return short + "…"
  }

  /// A text of many lines as a description can hold it.
  private func text(_ text: String, _ remarks: inout [FoundPlace.Remark]) -> String {
    var text = text
    if text.utf8.contains(0) {
      text = String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
      remarks.append(.cleaned(.description))
    }
    let (bytes, limit) = (text.utf8.count, Place.Field.description.limit)
    guard bytes > limit else { return text }
    remarks.append(.tooLong(.description, bytes: bytes, limit: limit))
    return ""
  }

  /// As many of the tags as a place can reasonably have.
  private func bounded(
    _ tags: [String], _ remarks: inout [FoundPlace.Remark]
  ) -> [String] {
    let limit = 1 << 16
    let bytes = tags.reduce(0) { $0 + $1.utf8.count }
    guard bytes > limit else { return tags }
    remarks.append(.tooLong(.tags, bytes: bytes, limit: limit))
    var left = limit
    return Array(
      tags.prefix { tag in
        left -= tag.utf8.count
        return left >= 0
      })
  }

  /// A text as a field of one line can hold it; `nil` if nothing can be seen of it.
  private func accepted(
    _ text: String?, as field: Place.Field, _ remarks: inout [FoundPlace.Remark]
  ) -> String? {
    guard let text, let line = Self.singleLine(text) else { return nil }
    if Self.hasControls(text) { remarks.append(.cleaned(field)) }
    guard line.utf8.count <= field.limit else {
      remarks.append(.tooLong(field, bytes: line.utf8.count, limit: field.limit))
      return nil
    }
    return line
  }

  /// The text on one line, without white space around it; `nil` if nothing of it can be seen.
  static func singleLine(_ text: String) -> String? {
    var line = Place.Field.trimmed(text)
    if hasControls(line) {
      var scalars = String.UnicodeScalarView()
      for scalar in line.unicodeScalars {
        scalars.append(Place.Field.isControl(scalar) ? " " : scalar)
      }
      line = Place.Field.trimmed(String(scalars))
    }
    return Place.isVisible(line) ? line : nil
  }

  /// Whether a control character is within the text, and not only around it.
  private static func hasControls(_ text: String) -> Bool {
    Place.Field.trimmed(text).unicodeScalars.contains(where: Place.Field.isControl)
  }
}
