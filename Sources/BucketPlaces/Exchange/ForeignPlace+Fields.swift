import FoundationEssentials

/// Filling in a place from members of an object, or from the columns of a table.
extension ForeignPlace {
  /// Takes what the members tell by their names; what they don't, or can't be read as what it should
  /// be, is kept among `extra`.
  ///
  /// - Parameters:
  ///   - members: Without doubles, those with the names that `bucket` writes first.
  ///   - isTable: Whether they are the columns of a table.
  mutating func fill(_ members: some Sequence<(key: String, value: JSONValue)>, isTable: Bool) {
    var (latitude, longitude): (JSONValue?, JSONValue?)
    var positionText: String?
    for (key, value) in members {
      if value == .null || value == .string("") { continue }
      let isTaken: Bool
      switch ForeignField(key, isColumn: isTable) {
      case .latitude: isTaken = Self.take(value, &latitude)
      case .longitude: isTaken = Self.take(value, &longitude)
      case .position: isTaken = Self.take(value.scalarText, &positionText)
      case let field?: isTaken = set(field, to: value)
      case nil: isTaken = false
      }
      if !isTaken { extra[key] = value }
    }
    setPosition(latitude, longitude, text: positionText)
  }

  private static func take<Value>(_ value: Value?, _ field: inout Value?) -> Bool {
    guard field == nil, let value else { return false }
    field = value
    return true
  }

  private mutating func set(_ field: ForeignField, to value: JSONValue) -> Bool {
    let text = value.scalarText
    switch field {
    case .id:
      guard id == nil, let text, let found = UUID(uuidString: text) else { return false }
      id = found
    case .name: return Self.take(text, &name)
    case .description:
      guard let text else { return false }
      description = description.map { $0 == text ? $0 : $0 + "\n\n" + text } ?? text
    case .category: return Self.take(text, &category)
    case .tags:
      guard let found = value.texts ?? text.map({ TagList(parsing: $0)?.tags ?? [$0] }) else {
        return false
      }
      tags += found
    case .address: return Self.take(text, &address)
    case .link: return Self.take(text, &link)
    case .altitude: return Self.take(text, &altitude)
    case .approximate:
      guard approximate == nil, let truth = value.truth else { return false }
      approximate = truth
    case .visited:
      guard visited == nil, let text else { return false }
      if let day = (try? CalendarDate(parsing: text))
        ?? Timestamp.parse(text).flatMap({
          CalendarDate(utc: $0)
        })
      {
        visited = day
      } else {
        if value.truth != false { remarks.append(.date(text)) }
        return false
      }
    case .created: return setTime(\.created, to: value)
    case .modified: return setTime(\.modified, to: value)
    case .source, .sourceID: return setSource(field, to: value)
    case .extra:
      guard let members = value.members else { return false }
      extra.merge(members) { first, _ in first }
    case .latitude, .longitude, .position: return false
    }
    return true
  }

  private mutating func setTime(
    _ time: WritableKeyPath<ForeignPlace, Date?>, to value: JSONValue
  ) -> Bool {
    guard self[keyPath: time] == nil, let text = value.scalarText else { return false }
    setTime(time, text)
    return self[keyPath: time] != nil
  }

  private mutating func setSource(_ field: ForeignField, to value: JSONValue) -> Bool {
    if case .object(let members) = value, members.count == 2,
      case .string(let program)? = members["program"], case .string(let id)? = members["id"]
    {
      source = (program, id)
    } else if field == .source, let text = value.scalarText {
      source = (text, source?.id ?? "")
    } else if field == .sourceID, let text = value.scalarText {
      source = (source?.program ?? "", text)
    } else {
      return false
    }
    return true
  }

  private mutating func setPosition(
    _ latitude: JSONValue?, _ longitude: JSONValue?, text: String?
  ) {
    switch (latitude, longitude) {
    case (let latitude?, let longitude?):
      if let latitude = latitude.degrees, let longitude = longitude.degrees {
        setPosition(latitude: latitude, longitude: longitude)
      } else {
        // Notations other than plain numbers say which half they are by both together.
        let halves = [latitude, longitude].map { $0.scalarText ?? "" }
        if let more = halves.first(where: Self.isMoreThanHalf) {
          position = .refused(.notANumber(more))
        } else {
          setPosition(pasted: halves.joined(separator: " "))
        }
      }
    case (let half?, nil), (nil, let half?):
      position = .refused(.notAPair(half.scalarText ?? ""))
    case (nil, nil):
      if let text { setPosition(pasted: text) }
    }
  }

  /// Whether a text that should be one angle has a separator between two, or a comma that isn't
  /// decimal: with the other half it would be read as a position that nobody meant.
  private static func isMoreThanHalf(_ text: String) -> Bool {
    let commas = text.count { $0 == "," }
    return text.contains(";") || commas > 1 || commas == 1 && text.contains(".")
  }

  /// Gives it a position as a person writes it, or as well-known text, "POINT (13.4 52.5)".
  mutating func setPosition(pasted text: String) {
    if let (longitude, latitude) = Self.wellKnownPoint(text) {
      return setPosition(latitude: latitude, longitude: longitude)
    }
    do throws(CoordinateError) {
      take(try PastedPosition(parsing: text))
    } catch {
      position = .refused(error)
    }
  }

  /// Gives it a position that a text or a link holds, with all that it tells beside the name.
  mutating func take(_ found: PastedPosition) {
    position = .coordinate(found.coordinate)
    if altitude == nil { altitude = found.altitude.map(JSONText.number) }
    guard found.isApproximate else { return }
    approximate = approximate ?? true
    remarks.append(.approximate)
  }

  private static func wellKnownPoint(_ text: String) -> (Double, Double)? {
    let words = text.split { " \t(),".contains($0) }
    guard let kind = words.first, kind.uppercased() == "POINT" else { return nil }
    let numbers = words.dropFirst().drop { $0.uppercased() == "Z" }.map { StrictNumber.parse($0) }
    guard (2...3).contains(numbers.count), let x = numbers[0], let y = numbers[1] else {
      return nil
    }
    return (x, y)
  }
}

extension JSONValue {
  /// The text of anything that is one value.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number, .integer, .unsigned, .bool: JSONText.value(self)
    case .null, .array, .object: nil
    }
  }

  /// A number of degrees, also one that stands in a text.
  var degrees: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .string(let text): StrictNumber.parse(text)
    default: nil
    }
  }

  /// Texts in an array of nothing else.
  var texts: [String]? {
    guard case .array(let values) = self else { return nil }
    let texts = values.compactMap(\.scalarText)
    return texts.count == values.count ? texts : nil
  }

  fileprivate var truth: Bool? {
    switch self {
    case .bool(let truth): return truth
    case .integer(0): return false
    case .integer(1): return true
    case .string(let text):
      switch text.lowercased() {
      case "true", "yes", "1": return true
      case "false", "no", "0": return false
      default: return nil
      }
    default: return nil
    }
  }

  /// The members of an object, also of one that stands in a text.
  fileprivate var members: [String: JSONValue]? {
    switch self {
    case .object(let members): return members
    case .string(let text):
      var reader = JSONReader(Array(text.utf8))
      guard case .object(let members)? = try? reader.value(), reader.peek() == nil else {
        return nil
      }
      return members
    default: return nil
    }
  }
}
