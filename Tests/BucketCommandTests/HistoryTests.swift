import BucketPlaces
import BucketVault
import FoundationEssentials
import TestSupport
import Testing

@testable import BucketCommand

@Suite struct HistoryTests {
  private typealias Past = BucketVault.History<Place>

  private static func change(_ action: Change<Place>.Action, isBase: Bool = false) -> Change<Place>
  {
    Change(
      at: Date(timeIntervalSince1970: 1_773_326_820), by: "alice@hut", action: action,
      isBase: isBase)
  }

  /// Two versions of a place that differ in all that a person can change.
  private static func versions(of name: String = "Lake Baikal") throws -> (Place, Place) {
    var first = try Place(name: name)
    try first.setDescription("Ice in March\nby train\nwith \(name)")
    first.coordinate = try Coordinate(latitude: 53.5, longitude: 108.2)
    try first.setTags(["winter", "far"])
    var second = first
    try second.setName(name + " 2")
    try second.setDescription("Ice in March\nby boat\nwith \(name)")
    second.coordinate = try Coordinate(latitude: 53, longitude: 108)
    try second.setTags(["far", "summer"])
    try second.setCategory("Lake")
    second.visited = try CalendarDate(parsing: "2024-02-29")
    return (first, second)
  }

  private func text(of past: Past, width: Int? = nil) -> [String] {
    let text = HistoryText(style: .plain, width: width)
    return HistoryEntry.entries(of: past).reversed().flatMap { text.lines(of: $0) }
  }

  /// The lines below the first one, which has the id and the local time.
  private func details(of past: Past) -> [String] {
    text(of: past).filter { $0.hasPrefix(" ") }.map { $0.trimmingPrefix { $0 == " " } }
      .map(String.init)
  }

  @Test func `a change is told field by field`() throws {
    let (first, second) = try Self.versions()
    let past = Past([Batch([Self.change(.put(first))]), Batch([Self.change(.put(second))])])
    #expect(
      details(of: past) == [
        "name: Lake Baikal → Lake Baikal 2", "description:", "Ice in March", "− by train",
        "+ by boat", "with Lake Baikal", "position: 53.5, 108.2 → 53, 108", "category: + Lake",
        "tags: + summer  − winter", "visited: + 2024-02-29",
        "at 53.5000, 108.2000 · winter · far", "Ice in March …",
      ])
  }

  @Test func `heads say what was done to what`() throws {
    let (first, second) = try Self.versions()
    let camp = try Place(name: "Camp")
    let removal = Batch([Self.change(.remove(first.id)), Self.change(.remove(camp.id))])
    let past = Past([
      Batch([Self.change(.put(first), isBase: true)]),
      Batch([Self.change(.put(second)), Self.change(.put(camp))]), removal,
      Batch([Self.change(.put(second))], undoes: removal.id),
      Batch([Self.change(.put(first))], undoes: UUID()),
      Batch(
        [Self.change(.put(camp))], merged: .init(at: Date(timeIntervalSince1970: 0), by: "bob@mill")
      ), Batch([Self.change(.remove(UUID()))]), Batch([]),
    ])
    let heads = text(of: past).filter { !$0.hasPrefix(" ") }.map {
      String($0.dropFirst(4 + 2 + 16 + 2))
    }
    let id = removal.id.uuidString.prefix(4).lowercased()
    #expect(
      heads == [
        "bob@mill  brought in from another copy: put Camp back",
        "alice@hut  took back a change that was purged: changed Lake Baikal",
        "alice@hut  took back \(id): put Lake Baikal 2 back", "alice@hut  removed 2 places",
        "alice@hut  added 1 and changed 1 place",
        "alice@hut  changed Lake Baikal (what was before was purged)",
      ])
  }

  @Test(arguments: [20, 40, 80, 200])
  func `no line is wider than the terminal, or steers it`(width: Int) throws {
    let name = "\u{202E}日本アルプス \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{200B}abc"
    let (first, second) = try Self.versions(of: name)
    let many = try (0..<50).map { Self.change(.put(try Place(name: "\(name) \($0)"))) }
    var long = second
    try long.setDescription((0..<50).map { "line \u{1B}[2J \($0)\t" }.joined(separator: "\n"))
    let past = Past([
      Batch([Self.change(.put(first))]), Batch([Self.change(.put(second))]), Batch(many),
      Batch([Self.change(.put(long))]), Batch([Self.change(.remove(long.id))]),
    ])
    let lines = text(of: past, width: width)
    for line in lines {
      #expect(DisplayText(line).string == line)
      #expect(DisplayText(line).width <= width)
    }
    #expect(lines.count < 60)
    #expect(text(of: past).count > 100)
  }

  @Test func `of one place only its own part is told, and that there were others`() throws {
    let (first, second) = try Self.versions()
    let camp = try Place(name: "Camp")
    let past = Past([
      Batch([Self.change(.put(first)), Self.change(.put(camp))]),
      Batch([Self.change(.put(second))]),
    ])
    let entries = HistoryEntry.entries(of: past).compactMap { $0.about(camp.id) }
    #expect(entries.count == 1)
    let line = HistoryText(style: .plain, width: nil).lines(of: entries[0])[0]
    #expect(line.hasSuffix("added Camp (one of 2 changes)"))
  }

  @Test(arguments: [("1234", 6), ("12345", 0), ("12345678-1111", 0), ("nothing", 5), ("", 5)])
  func `a change is named by the beginning of its id`(reference: String, status: Int32) throws {
    let place = try Place(name: "Camp")
    let ids = ["12345678-1111-4000-8000-000000000000", "12347678-1111-4000-8000-000000000000"]
    let past = Past(
      try ids.map { Batch(id: try #require(UUID(uuidString: $0)), [Self.change(.put(place))]) })
    do throws(Failure) {
      #expect(try Undo(reference: reference).index(in: past) == 0)
      #expect(status == 0)
    } catch {
      #expect(error.status.code == status)
    }
  }
}
