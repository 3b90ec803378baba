import FoundationEssentials

extension ForeignPlace {
  /// Keeps a text that has no field here; all of them, where several have the same name.
  mutating func keep(_ text: String?, as name: String) {
    guard let text else { return }
    let value = JSONValue.string(text)
    // Taken out, so that many of one name aren't copied for each.
    switch extra.removeValue(forKey: name) {
    case nil: extra[name] = value
    case .array(var values)?:
      values.append(value)
      extra[name] = .array(values)
    case let first?: extra[name] = .array([first, value])
    }
  }

  /// Takes a point in time; what can't be read is remarked on.
  mutating func setTime(_ time: WritableKeyPath<ForeignPlace, Date?>, _ text: String?) {
    guard let text else { return }
    guard let date = Timestamp.parse(text) else {
      remarks.append(.date(text))
      return
    }
    self[keyPath: time] = date
  }

  /// Gives it the position that two texts are, in degrees.
  mutating func setPosition(latitude: String, longitude: String) {
    guard let north = StrictNumber.parse(latitude) else {
      position = .refused(.notANumber(latitude))
      return
    }
    guard let east = StrictNumber.parse(longitude) else {
      position = .refused(.notANumber(longitude))
      return
    }
    setPosition(latitude: north, longitude: east)
  }
}
