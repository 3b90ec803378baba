/// Lengths on the earth for reading.
enum Distance {
  /// As in `850 m`, `1.2 km` or `6371 km`.
  static func text(_ metres: Double) -> String {
    if metres < 999.5 { return "\(Int(metres.rounded())) m" }
    let tenths = Int((metres / 100).rounded())
    return tenths < 100
      ? "\(tenths / 10).\(tenths % 10) km" : "\(Int((metres / 1000).rounded())) km"
  }

  /// How far off something may be, as in `1400 m` or `6 km`, however much that is.
  static func rough(_ metres: Double) -> String {
    if metres < 2_000 { return "\(Int(metres.rounded())) m" }
    return metres < 1e9 ? "\(Int((metres / 1_000).rounded())) km" : "more than the earth is large"
  }

  /// Metres of a degree of latitude.
  static let degree = 111_195.0
}
