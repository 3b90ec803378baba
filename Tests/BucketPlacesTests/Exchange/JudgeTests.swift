import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

/// Has other programs read what is written.
@Suite struct JudgeTests {
  private let folder = ScratchFolder()

  private func file(_ places: [Place], _ format: ExportFormat) throws -> String {
    var text = ""
    format.write(places) { text += $0 }
    return try folder.write(Array(text.utf8), to: "places." + format.rawValue)
  }

  private func run(_ arguments: String...) throws -> ProgramRun { try run(arguments) }

  private func run(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun.of(arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
  }

  /// What ogr2ogr has to be told of a table.
  private static func options(_ format: ExportFormat) -> [String] {
    guard format == .csv else { return [] }
    return ["-oo", "X_POSSIBLE_NAMES=longitude", "-oo", "Y_POSSIBLE_NAMES=latitude"]
  }

  /// What ogr2ogr calls the places in a file.
  private static func layer(_ format: ExportFormat) -> [String] {
    switch format {
    case .gpx: ["waypoints"]
    case .kml: ["Bucket list"]
    default: []
    }
  }

  private static func schema(_ format: ExportFormat) -> String {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(folder)/Fixtures/" + (format == .gpx ? "gpx-1.1.xsd" : "kml-2.2.xsd")
  }

  @Test(arguments: [ExportFormat.gpx, .kml], SeededGenerator.seeds)
  func `xmllint finds it well-formed and as its schema asks`(
    format: ExportFormat, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let path = try file(try Place.awkward(300, using: &generator) + [Place.full()], format)
    let run = try run("xmllint", "--noout", "--schema", Self.schema(format), path)
    #expect(run.end == .exited(0), "\(run.errorText.prefix(1000))")
  }

  /// A feature of GeoJSON as the judges write it.
  private struct Feature: Decodable {
    struct Geometry: Decodable { let coordinates: [Double] }
    let geometry: Geometry?
    let properties: [String: JSONValue]
  }

  private struct Collection: Decodable { let features: [Feature] }

  @Test(
    arguments: [
      (.gpx, "ogr2ogr", "name"), (.kml, "ogr2ogr", "Name"), (.gpx, "gpsbabel", "name"),
      (.kml, "gpsbabel", "name"), (.geojson, "ogr2ogr", "name"), (.csv, "ogr2ogr", "name"),
      (.geojson, "gpsbabel", "name"),
    ] as [(ExportFormat, String, String)])
  func `other programs read the same names at the same positions`(
    format: ExportFormat, program: String, key: String
  ) throws {
    let names = [
      "Lake \"Baikal\" 🧊", "A & B <c>", "Camp", "Camp", "سلام", "e\u{301}te\u{301}", "]]>",
      "14 north, 100 east",
    ]
    var places: [Place] = []
    for (number, name) in names.enumerated() {
      var place = try Place(id: UUID(beginning: "\(number)"), name: name)
      place.coordinate = try Coordinate(latitude: 14 + Double(number) / 7, longitude: 100)
      try place.setDescription("one & two\nlines")
      try place.setCategory("Landmark \(number % 3)")
      try place.setTags(["winter"])
      places.append(place)
    }
    places.append(try Place.full())
    let path = try file(places, format)
    let result = folder.path(of: "judged.json")
    let judged =
      program == "ogr2ogr"
      ? try run(
        ["ogr2ogr", "-f", "GeoJSON", "-lco", "COORDINATE_PRECISION=9"] + Self.options(format)
          + [result, path] + Self.layer(format))
      : try run("gpsbabel", "-i", format.rawValue, "-f", path, "-o", "geojson", "-F", result)
    #expect(judged.end == .exited(0) && judged.errorText.isEmpty, "\(judged.errorText)")
    let features = try JSONDecoder().decode(
      Collection.self, from: Data(contentsOf: URL(filePath: result))
    ).features
    func lines(_ entries: [(String, Double, Double)]) -> [String] {
      entries.map { name, longitude, latitude in
        let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        return name + " " + (coordinate?.formatted(decimals: 5) ?? "nowhere")
      }.sorted()
    }
    let found = features.map { feature in
      let axes = feature.geometry?.coordinates ?? []
      return (
        feature.properties[key]?.scalarText ?? "", axes.first ?? 999, axes.dropFirst().first ?? 999
      )
    }
    #expect(lines(found) == lines(places.map { ($0.name, $0.longitude!, $0.latitude!) }))
  }

  @Test(arguments: SeededGenerator.seeds)
  func `jq finds what RFC 7946 asks of GeoJSON`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let places = try Place.awkward(300, using: &generator)
    let path = try file(places, .geojson)
    let run = try run(
      "jq", "-c",
      """
      [.type, (.features | length), has("crs"), (.bbox | length),
      ([.features[] | select(.type != "Feature" or (has("geometry") and has("properties") | not))]
      | length),
      ([.features[].geometry | select(. != null) | .coordinates | select(length > 3 or any(type !=
      "number") or .[1] > 90 or .[1] < -90 or .[0] > 180 or .[0] < -180)] | length)]
      """, path)
    #expect(run.outputText == #"["FeatureCollection",300,false,6,0,0]"# + "\n", "\(run.errorText)")
  }

  @Test(arguments: SeededGenerator.seeds)
  func `Python reads a table as what was written, field by field`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let places = try Place.awkward(300, using: &generator)
    let path = try file(places, .csv)
    let run = try run(
      "python3", "-c",
      """
      import csv, json, sys
      rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
      print(json.dumps([[row["name"], row["description"], row["category"]] for row in rows]))
      """, path)
    #expect(run.errorText == "")
    let rows = try JSONDecoder().decode([[String]].self, from: Data(run.output))
    let written = places.map { [$0.name, $0.description, $0.category ?? ""] }
    #expect(rows.count == written.count)
    for (row, place) in zip(rows, written) {
      let isSame = zip(row, place).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
      #expect(isSame, "\(place) came back as \(row)")
    }
  }

  @Test(arguments: [ExportFormat.gpx, .kml])
  func `others pass over places without a position`(format: ExportFormat) throws {
    let places = [try Place(name: "Nowhere"), try Place.at(1, 2)]
    let path = try file(places, format)
    let run = try run("gpsbabel", "-i", format.rawValue, "-f", path, "-o", "unicsv", "-F", "-")
    #expect(run.end == .exited(0))
    #expect(run.outputText.split(whereSeparator: \.isNewline).count == 2, "\(run.outputText)")
  }
}
