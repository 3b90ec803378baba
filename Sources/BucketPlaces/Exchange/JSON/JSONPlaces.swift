import FoundationEssentials

/// Reads places from JSON: GeoJSON (RFC 7946), features one after the other (RFC 8142, or a line
/// each), and arrays of objects with the fields of a place, as `bucket` and the BucketList example app
/// write them.
struct JSONPlaces {
  private let reading: Reading
  /// The lines of what is neither a place nor a feature.
  private var strays: [Int] = []
  /// Whether anything was like a file of places.
  private var isKnown = false

  /// - Parameter bytes: UTF-8 without a byte order mark.
  static func read(_ bytes: [UInt8], _ reading: Reading) throws(ImportError) {
    var reader = JSONReader(bytes)
    guard let first = reader.peek() else { throw .empty }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { throw .unknownKind }
    var places = JSONPlaces(reading: reading)
    while let next = reader.peek() {
      switch next {
      case UInt8(ascii: "{"): try places.readObject(&reader)
      case UInt8(ascii: "["): try places.readElements(&reader)
      default: throw reader.unexpected("an object")
      }
      reading.progress(reader.offset)
    }
    guard places.isKnown else { throw .unknownKind }
    for line in places.strays { reading.leaveOut(nil, at: line, .malformed) }
  }

  private init(reading: Reading) { self.reading = reading }

  private mutating func readElements(_ reader: inout JSONReader) throws(ImportError) {
    var isEmpty = true
    try reader.elements { reader throws(ImportError) in
      isEmpty = false
      try readElement(&reader)
    }
    // An export without places is an empty list.
    if isEmpty, !reading.isAmongOthers { isKnown = true }
  }

  /// Reads an object of which only the features are many.
  private mutating func readObject(_ reader: inout JSONReader) throws(ImportError) {
    let (line, start) = (reader.line, reader.offset)
    var members: [String: JSONValue] = [:]
    var (hasFeatures, isReadable) = (false, true)
    do throws(ImportError) {
      try reader.members { key, reader throws(ImportError) in
        if key == "features", reader.peek() == UInt8(ascii: "[") {
          hasFeatures = true
          try readElements(&reader)
        } else {
          members[key] = try reader.readableValue()
          if members[key] == nil { isReadable = false }
          if key == "crs" { try Self.check(members["crs"]) }
        }
      }
    } catch {
      throw hasFeatures ? error : error.naming(start: line)
    }
    if hasFeatures {
      isKnown = true
    } else if !isReadable {
      reading.leaveOut(nil, at: line, .numberTooLarge)
      isKnown = true
    } else if !read(members, at: line, text: reader.text(from: start), isAlone: true) {
      strays.append(line)
    }
  }

  private mutating func readElement(_ reader: inout JSONReader) throws(ImportError) {
    guard reader.peek() != nil else { throw reader.unexpected("a value") }
    let (line, start) = (reader.line, reader.offset)
    if reader.skipIfLarge() {
      reading.leaveOut(nil, at: line, .tooLarge)
      isKnown = true
      return
    }
    let readable: JSONValue?
    do throws(ImportError) {
      readable = try reader.readableValue()
    } catch {
      throw error.naming(start: line)
    }
    guard let value = readable else {
      reading.leaveOut(nil, at: line, .numberTooLarge)
      isKnown = true
      return
    }
    if case .object(let members) = value,
      read(members, at: line, text: reader.text(from: start))
    {
      reading.progress(reader.offset)
    } else {
      strays.append(line)
    }
  }

  /// - Parameter isAlone: Whether the object is in no list of them.
  /// - Returns: Whether the object is anything of a place.
  private mutating func read(
    _ members: [String: JSONValue], at line: Int, text: ArraySlice<UInt8>, isAlone: Bool = false
  ) -> Bool {
    var feature: [String: JSONValue]?
    if case .string(let type)? = members["type"] {
      if type == "Feature" { feature = members }
      if GeoJSON.geometries.contains(type) { feature = ["geometry": .object(members)] }
    }
    if let feature {
      GeoJSON.read(feature: feature, at: line, reading)
    } else if Self.isRecord(members) {
      Self.read(record: text, members, at: line, reading)
    } else {
      var place = ForeignPlace(line: line)
      place.fill(Self.sorted(members), isTable: false)
      place.readLink()
      guard isPlace(place, isAlone: isAlone) else { return false }
      reading.take(place)
    }
    isKnown = true
    return true
  }

  /// Whether the object of another program is about a place: anything may have a name.
  private func isPlace(_ place: ForeignPlace, isAlone: Bool) -> Bool {
    guard case .none = place.position else { return true }
    if reading.isAmongOthers { return false }
    return place.address != nil || place.name != nil && !isAlone
  }

  /// Whether the object is a place as `bucket` or the BucketList example app writes it.
  private static func isRecord(_ members: [String: JSONValue]) -> Bool {
    guard case .string(let id)? = members["id"], UUID(uuidString: id) != nil,
      case .string? = members["name"]
    else { return false }
    // A vault holds nothing deeper.
    return members.values.allSatisfy { $0.depth <= Place.extraDepthLimit }
  }

  private static let recordDecoder: JSONDecoder = {
    let decoder = JSONDecoder()
    if let key = CodingUserInfoKey.isFromElsewhere { decoder.userInfo[key] = true }
    return decoder
  }()

  private static func read(
    record text: ArraySlice<UInt8>, _ members: [String: JSONValue], at line: Int,
    _ reading: Reading
  ) {
    do {
      let place = try recordDecoder.decode(Place.self, from: Data(text))
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
    members.sorted { one, other in
      let (isOwn, isOtherOwn) = (ownKeys.contains(one.key), ownKeys.contains(other.key))
      if isOwn != isOtherOwn { return isOwn }
      return one.key.unicodeScalars.lexicographicallyPrecedes(other.key.unicodeScalars)
    }
  }

  private static let ownKeys: Set = [
    "id", "name", "description", "category", "tags", "address", "link", "visited", "created",
    "modified",
  ]

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
