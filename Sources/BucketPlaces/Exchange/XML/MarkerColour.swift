/// The colours of Organic Maps for marks on a map, by which categories differ.
enum MarkerColour: String, CaseIterable {
  case red, blue, purple, yellow, pink, brown, green, orange, deeppurple, lightblue, cyan, teal
  case lime, deeporange, gray, bluegray

  /// The colour that the place had in Organic Maps, else that of its category or, without one, of its
  /// first tag.
  init(of place: Place) {
    if case .string(let name)? = place.extra["color"], let colour = Self(rawValue: name) {
      self = colour
    } else {
      self.init(of: place.category ?? place.tags.first)
    }
  }

  /// Always the same for a category; red for what has none.
  init(of category: String?) {
    guard let category else {
      self = .red
      return
    }
    // FNV-1a, of 32 bits.
    let hash = category.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    self = Self.allCases[Int(hash % UInt32(Self.allCases.count))]
  }

  /// Two digits each for red, green and blue.
  var hexadecimal: String {
    switch self {
    case .red: "e51b23"
    case .blue: "0066cc"
    case .purple: "9b24b2"
    case .yellow: "ffc800"
    case .pink: "ff4182"
    case .brown: "804633"
    case .green: "3c8c3c"
    case .orange: "ff9600"
    case .deeppurple: "6639bf"
    case .lightblue: "249cf2"
    case .cyan: "14becd"
    case .teal: "00a58c"
    case .lime: "93bf39"
    case .deeporange: "f06432"
    case .gray: "737373"
    case .bluegray: "597380"
    }
  }
}
