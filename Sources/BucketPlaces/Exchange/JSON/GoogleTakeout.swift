import FoundationEssentials

/// What Google Takeout writes of saved, labelled and reviewed places, as properties of features.
enum GoogleTakeout {
  static let program = "Google Maps"

  /// What stands in the place of a position that Takeout leaves out.
  private static let noPosition = "No location information is available for this saved place"

  /// The name of the link: since 2023, and before.
  private static let linkKeys = ["google_maps_url", "Google Maps URL"]

  static func wrote(_ properties: [String: JSONValue]) -> Bool {
    linkKeys.contains { properties[$0] != nil }
  }

  /// Takes what the properties of a feature tell; the position is that of the geometry, or else one
  /// that the properties give away.
  ///
  /// - Parameter axes: Longitude and latitude of the geometry; 0, 0 stands for none.
  static func fill(
    _ place: inout ForeignPlace, _ properties: [String: JSONValue], axes: [JSONValue]
  ) {
    var rest = properties
    place.link = take(linkKeys, from: &rest)
    place.name = take(["Title", "name"], from: &rest)
    place.address = take(["address"], from: &rest)
    let notes = [take(["Comment"], from: &rest), take(["review_text_published"], from: &rest)]
      .compactMap(\.self).filter { $0 != noPosition && !$0.isEmpty }
    place.description = notes.isEmpty ? nil : notes.joined(separator: "\n\n")
    place.created = take(["date", "Published"], from: &rest).flatMap(Timestamp.parse)
    place.modified = take(["Updated"], from: &rest).flatMap(Timestamp.parse)
    var position = axes.map(\.degrees)
    for key in ["location", "Location"] {
      guard case .object(var location)? = rest.removeValue(forKey: key) else { continue }
      place.name = place.name ?? take(["name", "Business Name"], from: &location)
      place.address = place.address ?? take(["address", "Address"], from: &location)
      if case .object(let precise)? = location.removeValue(forKey: "Geo Coordinates"),
        isNowhere(position)
      {
        position = [precise["Longitude"]?.degrees, precise["Latitude"]?.degrees]
      }
      rest.merge(location) { first, _ in first }
    }
    place.extra = rest
    if !isNowhere(position), let longitude = position[0], let latitude = position[1] {
      place.setPosition(latitude: latitude, longitude: longitude)
    }
    place.readLink()
  }

  /// The text of the first member that has one.
  private static func take(_ keys: [String], from members: inout [String: JSONValue]) -> String? {
    for key in keys {
      guard let text = members[key]?.scalarText else { continue }
      members[key] = nil
      return text
    }
    return nil
  }

  /// Whether only Google's server knows which place a link is for.
  static func isShortLink(_ link: String) -> Bool {
    do throws(CoordinateError) {
      _ = try PastedPosition(parsing: link)
      return false
    } catch {
      return error == .linkWithoutPosition(.google, isShort: true)
    }
  }

  private static func isNowhere(_ axes: [Double?]) -> Bool {
    axes.count < 2 || (axes[0] == 0 && axes[1] == 0)
  }
}
