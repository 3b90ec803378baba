import FoundationEssentials

/// Reads places from JSON: GeoJSON (RFC 7946), features one after the other (RFC 8142, or a line
/// each), and arrays of objects with the fields of a place, as `bucket` and the BucketList example app
/// write them.
enum JSONPlaces {
  /// - Parameter bytes: UTF-8 without a byte order mark.
  static func read(_ bytes: [UInt8], _ reading: Reading) throws(ImportError) {
    var reader = JSONReader(bytes)
    guard let first = reader.peek() else { throw .empty }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { throw .unknownKind }
    while let next = reader.peek() {
      switch next {
      case UInt8(ascii: "{"): try readObject(&reader, reading)
      case UInt8(ascii: "["):
        try reader.elements { reader throws(ImportError) in try readElement(&reader, reading) }
      default: throw reader.unexpected("an object")
      }
      reading.progress(reader.offset)
    }
  }

  /// Reads an object of which only the features are many.
  private static func readObject(
    _ reader: inout JSONReader, _ reading: Reading
  ) throws(ImportError) {
    let (line, start) = (reader.line, reader.offset)
    var members: [String: JSONValue] = [:]
    var hasFeatures = false
    try reader.members { key, reader throws(ImportError) in
      if key == "features", reader.peek() == UInt8(ascii: "[") {
        hasFeatures = true
        try reader.elements { reader throws(ImportError) in try readElement(&reader, reading) }
      } else {
        members[key] = try reader.value()
        if key == "crs" { try check(members["crs"]) }
      }
    }
    if hasFeatures { return }
    guard read(members, at: line, text: reader.text(from: start), reading) else {
      throw .unknownKind
    }
  }

  private static func readElement(
    _ reader: inout JSONReader, _ reading: Reading
  ) throws(ImportError) {
    guard reader.peek() != nil else { throw reader.unexpected("a value") }
    let (line, start) = (reader.line, reader.offset)
    let value = try reader.value()
    if case .object(let members) = value,
      read(members, at: line, text: reader.text(from: start), reading)
    {
      reading.progress(reader.offset)
      return
    }
    reading.leaveOut(nil, at: line, .malformed)
  }

  /// - Returns: Whether the object is anything of a place.
  private static func read(
    _ members: [String: JSONValue], at line: Int, text: ArraySlice<UInt8>, _ reading: Reading
  ) -> Bool {
    switch members["type"] {
    case .string("Feature"):
      GeoJSON.read(feature: members, at: line, reading)
      return true
    case .string(let type) where GeoJSON.geometries.contains(type):
      GeoJSON.read(feature: ["geometry": .object(members)], at: line, reading)
      return true
    default: break
    }
    if isRecord(members) {
      read(record: text, members, at: line, reading)
      return true
    }
    var place = ForeignPlace(line: line)
    place.fill(sorted(members), isTable: false)
    place.readLink()
    let isPlace =
      if case .none = place.position { place.name != nil || place.address != nil } else { true }
    if isPlace { reading.take(place) }
    return isPlace
  }

  /// Whether the object is a place as `bucket` or the BucketList example app writes it.
  private static func isRecord(_ members: [String: JSONValue]) -> Bool {
    guard case .string(let id)? = members["id"], UUID(uuidString: id) != nil,
      case .string? = members["name"]
    else { return false }
    return true
  }

  private static func read(
    record text: ArraySlice<UInt8>, _ members: [String: JSONValue], at line: Int,
    _ reading: Reading
  ) {
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        if let date = Timestamp.parse(try container.decode(String.self)) { return date }
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time")
      }
      let place = try decoder.decode(Place.self, from: Data(text))
      reading.found(
        .place(
          FoundPlace(
            place: place, isIdentified: true, isUnnamed: false, line: line, remarks: [])))
    } catch {
      // What another program wrote alike may be read with less.
      var place = ForeignPlace(line: line)
      place.fill(sorted(members), isTable: false)
      reading.take(place)
    }
  }

  /// By code points, so that of several names of one field always the same one counts, and those that
  /// `bucket` writes come first.
  static func sorted(_ members: [String: JSONValue]) -> [(key: String, value: JSONValue)] {
    let own: Set = [
      "id", "name", "description", "category", "tags", "address", "link", "visited", "created",
      "modified",
    ]
    return members.sorted { one, other in
      let (isOwn, isOtherOwn) = (own.contains(one.key), own.contains(other.key))
      if isOwn != isOtherOwn { return isOwn }
      return one.key.unicodeScalars.lexicographicallyPrecedes(other.key.unicodeScalars)
    }
  }

  /// Positions of another reference system than WGS 84 would be somewhere else.
  private static func check(_ system: JSONValue?) throws(ImportError) {
    guard case .object(let members)? = system else { return }
    var name = ""
    if case .object(let properties)? = members["properties"] {
      name = properties["name"]?.scalarText ?? properties["href"]?.scalarText ?? ""
    }
    let isWGS84 = name.hasSuffix("CRS84") || name.hasSuffix(":4326") || name.hasSuffix("/4326")
    guard isWGS84 else { throw .referenceSystem(name) }
  }
}
