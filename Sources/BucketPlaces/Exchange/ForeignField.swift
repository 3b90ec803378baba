/// What a column of a table, or a member of an object, tells of a place, by the names that programs
/// have for it.
enum ForeignField: Hashable {
  case id, name, description, category, tags, address, link
  case latitude, longitude, position, altitude, approximate
  case visited, created, modified, source, sourceID, extra

  /// - Parameters:
  ///   - key: In any case, with any punctuation between words.
  ///   - isColumn: Whether it is the head of a column, and not the name of a member, where "type" and
  ///     the like are more often about the file than about the place.
  init?(_ key: String, isColumn: Bool) {
    var letters = ""
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        letters.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        letters.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      case 0x80...: return nil
      default: continue
      }
    }
    guard let field = Self.names[letters] ?? (isColumn ? Self.columnNames[letters] : nil) else {
      return nil
    }
    self = field
  }

  private static let names: [String: ForeignField] = [
    "id": .id, "uuid": .id,
    "name": .name, "title": .name,
    "description": .description, "desc": .description, "note": .description,
    "notes": .description, "comment": .description, "comments": .description,
    "category": .category, "tags": .tags, "tag": .tags, "keywords": .tags,
    "address": .address, "link": .link, "url": .link, "website": .link,
    "latitude": .latitude, "lat": .latitude, "geolatitude": .latitude,
    "longitude": .longitude, "lon": .longitude, "lng": .longitude, "long": .longitude,
    "geolongitude": .longitude,
    "position": .position, "coordinates": .position, "coordinate": .position,
    "latlng": .position, "latlon": .position, "wkt": .position, "geom": .position,
    "pluscode": .position,
    "altitude": .altitude, "alt": .altitude, "ele": .altitude, "elevation": .altitude,
    "approximate": .approximate,
    "visited": .visited, "visiteddate": .visited, "visitedon": .visited, "datevisited": .visited,
    "created": .created, "createdat": .created, "date": .created, "time": .created,
    "timestamp": .created, "added": .created, "dateadded": .created,
    "modified": .modified, "modifiedat": .modified, "updated": .modified, "updatedat": .modified,
    "source": .source, "sourceid": .sourceID, "extra": .extra,
  ]

  private static let columnNames: [String: ForeignField] = [
    "y": .latitude, "x": .longitude, "type": .category, "group": .tags, "list": .tags,
    "folder": .tags, "location": .position,
  ]
}
