import TestSupport
import Testing

@testable import BucketPlaces

/// Degrees, minutes and seconds, read as they are pasted.
@Suite struct AnglePairTests {
  private static let spellings = [
    ("33.8568°S", "70.2153°W"), ("33°51.408′S", "70°12.918′W"), ("33°51′24.48″S", "70°12′55.08″W"),
    ("S33.8568°", "W70.2153°"), ("S33°51.408′", "W70°12.918′"), ("S33°51′24.48″", "W70°12′55.08″"),
    ("-33.8568°", "-70.2153°"), ("-33°51.408′", "-70°12.918′"), ("-33°51′24.48″", "-70°12′55.08″"),
    ("33.8568° S", "70.2153° W"), ("33° 51.408′ S", "70° 12.918′ W"),
    ("33° 51′ 24.48″ S", "70° 12′ 55.08″ W"), ("S 33.8568°", "W 70.2153°"),
    ("S 33° 51.408′", "W 70° 12.918′"), ("S 33° 51′ 24.48″", "W 70° 12′ 55.08″"),
    ("-33° 51.408′", "-70° 12.918′"), ("-33° 51′ 24.48″", "-70° 12′ 55.08″"),
    ("-33.8568", "-70.2153"), ("33.8568S", "70.2153W"), ("s33.8568", "w70.2153"),
    ("33d51m24.48s S", "70d12m55.08s W"),
    ("33 deg 51 min 24.48 sec S", "70 deg 12 min 55.08 sec W"),
    ("33°51'24.48\"S", "70°12'55.08\"W"), ("33º51’24.48”S", "70º12’55.08”W"),
    ("33˚51´24.48´´S", "70˚12´55.08´´W"), ("33°51'24.48''S", "70°12'55.08''W"),
    ("33D51.408MS", "70D12.918MW"), ("-33d51m24.48s", "-70d12m55.08s"),
    ("33 51 24.48 S", "70 12 55.08 W"), ("S 33 51.408", "W 70 12.918"),
    ("−33°51.408′", "−70°12.918′"), ("33.8568 degrees south", "70.2153 degrees west"),
    ("lat -33.8568", "lon -70.2153"), ("Latitude: 33.8568 S", "Longitude: 70.2153 W"),
    ("33\u{A0}°\u{2009}51.408\u{202F}′ S", "70\u{A0}°\u{2009}12.918\u{202F}′ W"),
    ("\u{200E}33°51.408′S\u{202C}", "\u{200E}70°12.918′W\u{202C}"),
  ]

  private func isExpected(_ coordinate: Coordinate) -> Bool {
    abs(coordinate.latitude + 33.8568) < 1e-12 && abs(coordinate.longitude + 70.2153) < 1e-12
  }

  @Test(arguments: spellings, [", ", ",", " ", "; ", "\n", " , ", "，"])
  func `every spelling reads as the same position`(
    halves: (String, String), separator: String
  ) throws {
    let text = halves.0 + separator + halves.1
    #expect(isExpected(try PastedPosition(parsing: text).coordinate), "\(text)")
    #expect(isExpected(try PastedPosition(parsing: " (\(text)).").coordinate), "\(text)")
  }

  @Test(arguments: spellings.filter { $0.0.lowercased().contains("s") && !$0.0.contains("-") })
  func `longitude may come first where letters say so`(halves: (String, String)) throws {
    let text = halves.1 + ", " + halves.0
    #expect(isExpected(try PastedPosition(parsing: text).coordinate), "\(text)")
  }

  @Test(
    arguments: [
      ("-0°30′, -0°0′30″", -0.5, -30.0 / 3600), ("0°30′S 0°30′W", -0.5, -0.5),
      ("41 24.2028, 2 10.4418", 41.40338, 2.17403), ("N 41.40338, E 2.17403", 41.40338, 2.17403),
      ("41 24 12.168 2 10 26.508", 41.40338, 2.17403),
      ("-33 51.408 -70 12.918", -33.8568, -70.2153),
      ("52,52°N 13,405°E", 52.52, 13.405),
      ("52° 31,2′ N, 13° 24,3′ E", 52.52, 13.405), ("N52,52 E13,405", 52.52, 13.405),
      ("52.52N,13.405E", 52.52, 13.405), ("13.405 E, 52.52", 52.52, 13.405),
      ("52.52 N, -13.405", 52.52, -13.405), ("90°0′0″N 180°E", 90, 180), ("51.5°,0", 51.5, 0),
      ("51.5° -0.1°", 51.5, -0.1), ("52° 13°", 52, 13), ("51°30°", 51, 30),
      ("51 30 0 8", 51.5, 8.0 / 60),
      ("51°30′N0°8′W", 51.5, -8.0 / 60), ("1d14m2.4s, 5d40m40.8s", 1.234, 5.678),
      ("N51.5E13.4", 51.5, 13.4),
      ("51.5n13.4e", 51.5, 13.4),
      ("1°14′2.4s, 5°40′40.8w", -1.234, -5.678),
    ] as [(String, Double, Double)])
  func `signs, letters and commas count as they are meant`(
    text: String, latitude: Double, longitude: Double
  ) throws {
    let coordinate = try PastedPosition(parsing: text).coordinate
    #expect(abs(coordinate.latitude - latitude) < 1e-12, "\(coordinate)")
    #expect(abs(coordinate.longitude - longitude) < 1e-12, "\(coordinate)")
  }

  @Test(
    arguments: [
      ("51°60′N 0°8′W", .minutesOutOfRange(60)), ("51 75.5, 0 8", .minutesOutOfRange(75.5)),
      ("51°30′60″N 0°8′W", .secondsOutOfRange(60)), ("51.5°30′N 0°8′W", .brokenDegrees),
      ("51°30.5′10″N 0°8′W", .brokenDegrees), ("-51.5 S, 0.1 W", .twoSigns),
      ("+51.5 N, 0.1 W", .twoSigns), ("N 51.5 N, 0.1 W", .twoSigns),
      ("51.5 N, 0.1 N", .twice(.latitude)),
      ("51.5 E, 0.1 W", .twice(.longitude)), ("lat 51.5, lat 0.1", .twice(.latitude)),
      ("N 108.2, E 53.5", .latitudeOutOfRange(108.2)),
      ("108°12′, 53°30′", .swapped(latitude: 108.2, longitude: 53.5)),
      ("90°0′1″N 0°E", .latitudeOutOfRange(324_001.0 / 3600)),
      ("51°N 181°E", .longitudeOutOfRange(181)),
    ] as [(String, CoordinateError)])
  func `angles that can't be are refused with what is wrong`(text: String, error: CoordinateError) {
    #expect(throws: error) { try PastedPosition(parsing: text) }
  }

  @Test func `the letter O is refused with both of its meanings`() throws {
    let readings = [
      try Coordinate(latitude: 52.5, longitude: 13.4),
      try Coordinate(latitude: 52.5, longitude: -13.4),
    ]
    for text in ["52.5 N, 13.4 O", "52,5°N 13,4°O", "N 52°30′ o 13°24′", "O 13.4, N 52.5"] {
      #expect(throws: CoordinateError.letterO(readings: readings), "\(text)") {
        try PastedPosition(parsing: text)
      }
    }
  }

  @Test func `commas that leave two meanings are refused with both`() throws {
    let readings = [
      try Coordinate(latitude: 51, longitude: -5), try Coordinate(latitude: 51, longitude: -0.5),
    ]
    #expect(throws: CoordinateError.ambiguous("51 0,5 W", readings: readings)) {
      try PastedPosition(parsing: "51 0,5 W")
    }
  }

  @Test(arguments: [
    "51°", "51°30′", "51,30N", "51.5, 0.1 N", "51°N", "N", "N W", "51°N,", ",51°N", "51°, 0°, 1°",
    "1°2°3°", "30′ 8′", "51′30° N 0 W", "51°° 0", "51 - 0.1", "5.5.5 N, 0 W", "5. N, 0 W",
    ". N, 0 W",
    "51-0.1", "N51-W0", "51x, 0", "51 north-west", "1 2 3", "lat: , lon:", "51: 0", "٥١°N 0°W",
    "51 lat 0 lon", "°N °W", "--51°, 0°", "51ns, 0", "'", "\"\"", "51.5 lat W, 0", "1e400,0",
    "1e1 0", "1E-5, 0", "5, 1e1",
  ])
  func `what is no pair of angles is no position`(text: String) {
    #expect(throws: CoordinateError.self) { try PastedPosition(parsing: text) }
    #expect((try? AnglePair.read(PlainText(text).unwrapped)) ?? nil == nil)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `any jumble of the pieces of angles is read or refused`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "5", "51", "0", "9.5", "1,5", "°", "′", "″", "'", "\"", " ", ", ", ";", "-", "+", "N", "s",
      "E", "w",
      "O", "m", "d", "lat", "lon ", ":", "\n", "x",
    ]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...14, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
      do throws(CoordinateError) {
        let coordinate = try PastedPosition(parsing: text).coordinate
        #expect((-90...90).contains(coordinate.latitude), "\(text)")
        #expect((-180...180).contains(coordinate.longitude), "\(text)")
      } catch {
        if case .letterO(let readings) = error { #expect(readings.count == 2, "\(text)") }
      }
    }
  }
}
