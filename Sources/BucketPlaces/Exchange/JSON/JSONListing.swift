/// The stable JSON form of places, for scripts.
///
/// An array with one object a place and one line an object:
/// `id`, `latitude`, `longitude`, `altitude`, `name`, `description`, `category`, `tags`, `address`,
/// `link`, `visited`, `approximate`, `created`, `modified`, `source`, `photos`, `extra`, in this
/// order, then the fields of a later version by their code points. Nil and empty fields are left out.
/// The id is in lower case, so that a short id is its beginning; numbers are as exact as in the vault,
/// degrees and metres; `visited` is a date as in "2026-03-12", `created` and `modified` are ISO 8601
/// in UTC; `source` has `program` and `id`; `extra` is an object of what another program knows. A
/// `Place` decodes from each object.
public enum JSONListing {
  /// - Parameters:
  ///   - distance: Metres to be told of a place, as `distance`.
  ///   - sink: Takes the text part by part, in order; it is UTF-8 with "\n" at the end of each line.
  public static func write<Failure: Error>(
    _ places: some Sequence<Place>, distance: (Place) -> Double? = { _ in nil },
    to sink: (String) throws(Failure) -> Void
  ) throws(Failure) {
    var separator = "[\n"
    for place in places {
      try sink(separator + object(place, distance: distance(place)))
      separator = ",\n"
    }
    try sink(separator == "[\n" ? "[]\n" : "\n]\n")
  }

  /// The object of one place, without a newline.
  public static func object(_ place: Place, distance: Double? = nil) -> String {
    var members = [(key: "id", text: JSONText.string(place.id.hexadecimal))]
    if let coordinate = place.coordinate {
      members.append(("latitude", JSONText.number(coordinate.latitude)))
      members.append(("longitude", JSONText.number(coordinate.longitude)))
    }
    if let altitude = place.altitude { members.append(("altitude", JSONText.number(altitude))) }
    if let distance {
      members.append(("distance", FixedPoint(distance, decimals: 1).shortest))
    }
    members += place.properties
    if !place.photos.isEmpty {
      members.append(("photos", JSONText.array(place.photos.map(\.json))))
    }
    if !place.extra.isEmpty { members.append(("extra", JSONText.value(.object(place.extra)))) }
    return JSONText.object(members + JSONText.sorted(place.unknownFields))
  }
}
