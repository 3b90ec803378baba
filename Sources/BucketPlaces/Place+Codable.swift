import FoundationEssentials

/// A record of a vault: the fields by their names, nil and empty ones left out.
///
/// `id`, `name`, `description`, `latitude` and `longitude` are those of `Location` in the BucketList
/// example app, whose records decode as they are. `created` and `modified` are written as `Timestamp`
/// does, whatever the coder's strategy is. Fields of a later version are kept.
extension Place: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, description, latitude, longitude, altitude, approximate, category, tags, address
    case link, visited, created, modified, source, photos, extra
  }

  /// The name of a field that this version may not know.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// - Throws: `DecodingError`; where a value is one that a place can't have, `dataCorrupted` with
  ///   the `PlaceError` or `CoordinateError` beneath it.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func accept<Value: Decodable>(
      _ key: CodingKeys, _ set: (Value) throws -> Void
    ) throws {
      guard let value = try fields.decodeIfPresent(Value.self, forKey: key) else { return }
      try refuse(at: key) { try set(value) }
    }
    func refuse<Value>(at key: CodingKeys, _ body: () throws -> Value) throws -> Value {
      do {
        return try body()
      } catch {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: fields.codingPath + [key], debugDescription: "not a value of a place",
            underlyingError: error))
      }
    }
    func time(_ key: CodingKeys) throws -> Date? {
      guard let text = try fields.decodeIfPresent(String.self, forKey: key) else { return nil }
      guard let date = Timestamp.parse(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: fields, debugDescription: "not a time")
      }
      return date
    }

    let id = try fields.decode(UUID.self, forKey: .id)
    let name = try fields.decode(String.self, forKey: .name)
    var place = try refuse(at: .name) { try Place(id: id, name: name) }

    let latitude = try fields.decodeIfPresent(Double.self, forKey: .latitude)
    let longitude = try fields.decodeIfPresent(Double.self, forKey: .longitude)
    place.coordinate = try refuse(at: .latitude) {
      switch (latitude, longitude) {
      case (let latitude?, let longitude?): try Coordinate(latitude: latitude, longitude: longitude)
      case (nil, nil): nil
      default: throw PlaceError.halfAPosition
      }
    }

    try accept(.description) { try place.setDescription($0) }
    try accept(.altitude) { try place.setAltitude($0) }
    try accept(.category) { try place.setCategory($0) }
    try accept(.tags) { try place.setTags($0) }
    try accept(.address) { try place.setAddress($0) }
    try accept(.link) { try place.setLink($0) }
    place.approximate = try fields.decodeIfPresent(Bool.self, forKey: .approximate)
    place.visited = try fields.decodeIfPresent(CalendarDate.self, forKey: .visited)
    place.created = try time(.created)
    place.modified = try time(.modified)
    place.source = try refuse(at: .source) {
      try fields.decodeIfPresent(Source.self, forKey: .source)
    }
    place.photos = try refuse(at: .photos) {
      if let key = CodingUserInfoKey.isFromElsewhere, decoder.userInfo[key] != nil {
        try fields.decodeIfPresent([Photo.Claim].self, forKey: .photos)?.map(\.photo) ?? []
      } else {
        try fields.decodeIfPresent([Photo].self, forKey: .photos) ?? []
      }
    }
    try accept(.extra) { try place.setExtra($0) }

    let all = try decoder.container(keyedBy: AnyKey.self)
    // A distance is from somewhere, and no matter of the place.
    for key in all.allKeys
    where CodingKeys(rawValue: key.stringValue) == nil && key.stringValue != "distance" {
      place.unknownFields[key.stringValue] = try all.decode(JSONValue.self, forKey: key)
    }
    self = place
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id.hexadecimal, forKey: .id)
    try fields.encode(name, forKey: .name)
    if !description.isEmpty { try fields.encode(description, forKey: .description) }
    try fields.encodeIfPresent(latitude, forKey: .latitude)
    try fields.encodeIfPresent(longitude, forKey: .longitude)
    try fields.encodeIfPresent(altitude, forKey: .altitude)
    try fields.encodeIfPresent(approximate, forKey: .approximate)
    try fields.encodeIfPresent(category, forKey: .category)
    if !tags.isEmpty { try fields.encode(tags, forKey: .tags) }
    try fields.encodeIfPresent(address, forKey: .address)
    try fields.encodeIfPresent(link, forKey: .link)
    try fields.encodeIfPresent(visited, forKey: .visited)
    try fields.encodeIfPresent(created.map(Timestamp.text), forKey: .created)
    try fields.encodeIfPresent(modified.map(Timestamp.text), forKey: .modified)
    try fields.encodeIfPresent(source, forKey: .source)
    if !photos.isEmpty { try fields.encode(photos, forKey: .photos) }
    if !extra.isEmpty { try fields.encode(extra, forKey: .extra) }

    var all = encoder.container(keyedBy: AnyKey.self)
    for (key, value) in unknownFields {
      try all.encode(value, forKey: AnyKey(stringValue: key))
    }
  }
}

extension CodingUserInfoKey {
  /// Set where records are from a file that nothing vouches for.
  static let isFromElsewhere = CodingUserInfoKey(rawValue: "isFromElsewhere")
}
