import BucketPlaces

extension Failure {
  private static let degrees = "write latitude and longitude in degrees, as in 51.5014,-0.1419"

  static func position(_ error: CoordinateError) -> Failure {
    let (message, hint) = words(for: error)
    return Failure("position", .notUnderstood, message, hints: [hint])
  }

  /// - Parameter id: What names the place on a command line.
  static func noPosition(_ place: Place, id: String) -> Failure {
    Failure(
      "no-position", .notUnderstood,
      "\(DisplayText.truncated(place.name, to: 60)) has no position to start from",
      hints: ["give it one: bucket edit \(id) --at LAT,LON"])
  }

  static let pairHint =
    "if it is half of a position, put quotes around the whole, as in \"51.5014 -0.1419\""

  static let codeHint =
    "the end of a plus code needs a place of your list or a position behind it, as in GV25+H6 51.5,-0.1"

  /// What is wrong with a position, and what would be right.
  static func words(for error: CoordinateError) -> (message: String, hint: String) {
    switch error {
    case .notAPair: ("a position is two numbers", degrees)
    case .notANumber(let text):
      ("“\(DisplayText.truncated(text, to: 40))” is not a number of degrees", degrees)
    case .ambiguous(_, let readings):
      (
        readings.count == 1
          ? "its commas leave open what is meant: perhaps \(readings[0])"
          : "it can be read in several ways: \(choice(of: readings.map(\.description)))",
        "write decimals with a point, as in 51.5014,-0.1419"
      )
    case .latitudeOutOfRange(let value):
      ("latitude \(shown(value)) is out of range", "a latitude lies between -90 and 90")
    case .longitudeOutOfRange(let value):
      ("longitude \(shown(value)) is out of range", "a longitude lies between -180 and 180")
    case .swapped(let latitude, let longitude):
      (
        "latitude \(shown(latitude)) is out of range",
        "latitude comes first; did you mean \(shown(longitude)),\(shown(latitude))?"
      )
    case .tooLong(let bytes, let limit):
      (
        "it is \(bytes) bytes long, and what holds a position may be \(limit)",
        "give the position alone, as in 51.5014,-0.1419"
      )
    case .minutesOutOfRange(let value): words(forPart: value, "minutes")
    case .secondsOutOfRange(let value): words(forPart: value, "seconds")
    case .brokenDegrees:
      (
        "of degrees, minutes and seconds only the last may have decimals",
        "write it as in 51° 30.084′ N, 0° 8.514′ W"
      )
    case .twoSigns:
      (
        "an angle has two signs",
        "write either a minus or a letter, as in 51.5014,-0.1419 or 51.5014 N, 0.1419 W"
      )
    case .letterO(let readings):
      (
        "O is east in German and west in French: it is \(choice(of: readings.map(\.description)))",
        "write E for east or W for west"
      )
    case .twice(let axis):
      (
        axis == .latitude ? "both angles are latitudes" : "both angles are longitudes",
        "write one with N or S and the other with E or W, as in 51.5014 N, 0.1419 W"
      )
    case .shortPlusCode, .notAPlusCode: codeWords(for: error)
    case .unknownReferenceSystem, .linkWithoutPosition, .unknownLink: linkWords(for: error)
    }
  }

  private static func words(
    forPart value: Double, _ name: String
  ) -> (message: String, hint: String) {
    ("\(shown(value)) \(name) are too many", "minutes and seconds lie below 60")
  }

  private static func codeWords(for error: CoordinateError) -> (message: String, hint: String) {
    switch error {
    case .shortPlusCode(let code, let reference):
      (
        reference.map {
          "\(code) is the end of a plus code, and “\(shown($0))” is no position near it"
        }
          ?? "\(code) is the end of a plus code, which many places have",
        codeHint
      )
    case .notAPlusCode(let text):
      (
        "“\(shown(text))” is no plus code",
        "it has 8 of 23456789CFGHJMPQRVWX before the plus and 2 behind it, as in 9C3XGV25+H6"
      )
    default: preconditionFailure("an error that is not about plus codes")
    }
  }

  private static func linkWords(for error: CoordinateError) -> (message: String, hint: String) {
    switch error {
    case .unknownReferenceSystem(let name):
      (
        "its numbers are of the reference system “\(shown(name))”, and mean another place in WGS 84",
        "convert them to WGS 84 first"
      )
    case .linkWithoutPosition(let service, isShort: true):
      (
        "this short link of \(Failure.name(of: service)) leads to a place that only its server knows; "
          + "nothing is fetched",
        "open it in a browser, and copy the long link or the position that it shows"
      )
    case .linkWithoutPosition(.geo, _):
      (
        "this geo: link asks for a search and holds no position", degrees
      )
    case .linkWithoutPosition(let service, _):
      (
        "this link of \(Failure.name(of: service)) holds no position",
        "open it in a browser, and copy the latitude and longitude that it shows; in a shell, put "
          + "links in single quotes"
      )
    case .unknownLink(let host):
      (
        "links to “\(shown(host))” aren't read for positions",
        "open it in a browser, and copy the latitude and longitude that it shows"
      )
    default: preconditionFailure("an error that is not about links")
    }
  }

  /// Why a position may not be where it seems.
  static func words(for doubt: PastedPosition.Doubt) -> String {
    switch doubt {
    case .mapCenter(.geo): "what the link seeks is only near its position"
    case .mapCenter: "the link marks no place; its position is the middle of the map that it shows"
    case .cellOfID:
      "the link holds no position; the one taken is from the id of its place, and may be kilometres off"
    case .largeCell(let height):
      "the plus code is of an area some \(Distance.rough(height * Distance.degree)) high; its middle is taken"
    case .uncertain(let metres): "the position is uncertain by \(Distance.rough(metres))"
    case .shifted: "in mainland China, Google's positions are up to 500 m off"
    case .first(let count): "the link marks \(count) places; the first one is taken"
    }
  }

  /// A number as a person writes it, without decimals that say nothing.
  private static func shown(_ number: Double) -> String {
    let text = String(number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func shown(_ text: String) -> String {
    DisplayText.truncated(text, to: 40)
  }

  private static func name(of service: MapService) -> String {
    switch service {
    case .google: "Google Maps"
    case .apple: "Apple Maps"
    case .openStreetMap: "OpenStreetMap"
    case .bing: "Bing Maps"
    case .osmAnd: "OsmAnd"
    case .organicMaps: "Organic Maps"
    case .waze: "Waze"
    case .here: "HERE WeGo"
    case .yandex: "Yandex Maps"
    case .plusCodes: "plus.codes"
    case .geo: "geo:"
    }
  }
}
