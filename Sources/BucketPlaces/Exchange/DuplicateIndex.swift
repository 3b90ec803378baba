import FoundationEssentials
import Glibc

/// Finds places that are the same, among many and in the same time for each.
///
/// The same are places with one id, with one source, of one name (as it is searched for) within 30 m
/// or both without a position, and those at the same position to 5 decimals of which one has no name.
struct DuplicateIndex: Sendable {
  private var ids: [UUID: Int32] = [:]
  private var sources: [Place.Source: Int32] = [:]
  private var names: [FoldedText: Int32] = [:]
  /// Where in `links` the chain of each cell begins.
  private var named: [NamedCell: Int32] = [:]
  private var links: [Link] = []
  /// Where in `links` the chain of those of a name without a position begins.
  private var unlocated: [Int32: Int32] = [:]
  private var unnamed: [Spot: Int32] = [:]
  private var spots: [Spot: Int32] = [:]

  /// So many places of one name near one position are compared with another.
  private static let patience = 64

  /// Metres within which a name means one place.
  private static let reach = 30.0

  /// A position to 5 decimals, about a metre.
  struct Spot: Hashable {
    let latitude: Int32
    let longitude: Int32

    init?(_ coordinate: Coordinate?) {
      guard let coordinate else { return nil }
      self.init(coordinate)
    }

    init(_ coordinate: Coordinate) {
      latitude = Int32((coordinate.latitude * 1e5).rounded())
      longitude = Int32((coordinate.longitude * 1e5).rounded())
    }
  }

  /// A name, and a cube of space as wide as the reach.
  private struct NamedCell: Hashable {
    let name: Int32
    let x: Int32
    let y: Int32
    let z: Int32
  }

  /// One of the places in a cell, or of one name.
  private struct Link {
    static let end: Int32 = -1
    let number: Int32
    let next: Int32
  }

  /// Adds a place, or what is known of it now.
  ///
  /// - Parameter number: What finds the place again.
  mutating func add(_ place: Place, at number: Int32) {
    ids[place.id] = number
    if let source = place.source, !source.id.isEmpty { sources[source] = sources[source] ?? number }
    let name = FoldedText(place.name)
    let nameNumber = names[name] ?? Int32(names.count)
    names[name] = nameNumber
    guard let coordinate = place.coordinate else {
      Self.add(number, to: &unlocated[nameNumber], in: &links)
      return
    }
    let cell = Self.cell(of: coordinate, name: nameNumber)
    Self.add(number, to: &named[cell], in: &links)
    let spot = Spot(coordinate)
    spots[spot] = spots[spot] ?? number
    if place.isUnnamed { unnamed[spot] = unnamed[spot] ?? number }
  }

  /// Puts a place in front of a chain, of which `start` is where it begins.
  private static func add(_ number: Int32, to start: inout Int32?, in links: inout [Link]) {
    links.append(Link(number: number, next: start ?? Link.end))
    start = Int32(links.count - 1)
  }

  func first(withID id: UUID) -> Int32? { ids[id] }

  /// The first that is the same place by anything but its id.
  ///
  /// - Parameters:
  ///   - places: Says what is known of the place with a number now.
  ///   - isAllowed: Whether the place with a number may be one.
  func first(
    like place: Place, isUnnamed: Bool, places: (Int32) -> Place,
    where isAllowed: (Int32) -> Bool
  ) -> Int32? {
    if let source = place.source, let same = sources[source], isAllowed(same) { return same }
    let name = names[FoldedText(place.name)]
    guard let coordinate = place.coordinate else {
      return name.flatMap { unlocated(name: $0, places, where: isAllowed) }
    }
    if !isUnnamed, let name, let same = near(coordinate, name: name, places, where: isAllowed) {
      return same
    }
    let spot = Spot(coordinate)
    guard let same = isUnnamed ? spots[spot] : unnamed[spot], isAllowed(same) else { return nil }
    // It may have been given a name since.
    return isUnnamed || places(same).isUnnamed ? same : nil
  }

  /// The first of those that have no position still.
  private func unlocated(
    name: Int32, _ places: (Int32) -> Place, where isAllowed: (Int32) -> Bool
  ) -> Int32? {
    var first: Int32?
    var next = unlocated[name] ?? Link.end
    for _ in 0..<Self.patience where next != Link.end {
      let number = links[Int(next)].number
      next = links[Int(next)].next
      if places(number).coordinate == nil, isAllowed(number) { first = number }
    }
    return first
  }

  private func near(
    _ coordinate: Coordinate, name: Int32, _ places: (Int32) -> Place,
    where isAllowed: (Int32) -> Bool
  ) -> Int32? {
    // Of very many alike, those are compared that came last: one more place is better than a long wait.
    var left = Self.patience
    let centre = Self.cell(of: coordinate, name: name)
    var nearest: (distance: Double, number: Int32)?
    for x in (centre.x - 1)...(centre.x + 1) {
      for y in (centre.y - 1)...(centre.y + 1) {
        for z in (centre.z - 1)...(centre.z + 1) {
          var next = named[NamedCell(name: name, x: x, y: y, z: z)] ?? Link.end
          while next != Link.end, left > 0 {
            left -= 1
            let number = links[Int(next)].number
            next = links[Int(next)].next
            guard let distance = places(number).coordinate?.distance(to: coordinate),
              distance <= Self.reach, distance < nearest?.distance ?? .infinity,
              isAllowed(number)
            else { continue }
            nearest = (distance, number)
          }
        }
      }
    }
    return nearest?.number
  }

  private static func cell(of coordinate: Coordinate, name: Int32) -> NamedCell {
    let (latitude, longitude) = (
      coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180
    )
    // Through the earth the way is shorter than along it, so that neighbours are never missed.
    func cell(_ axis: Double) -> Int32 {
      Int32((axis * Coordinate.earthRadius / reach).rounded(.down))
    }
    return NamedCell(
      name: name, x: cell(cos(latitude) * cos(longitude)), y: cell(cos(latitude) * sin(longitude)),
      z: cell(sin(latitude)))
  }
}
