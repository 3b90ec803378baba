/// Lengths on the earth for reading.
enum Distance {
  /// As in `850 m`, `1.2 km` or `6371 km`.
  static func text(_ metres: Double) -> String {
    if metres < 999.5 { return "\(Int(metres.rounded())) m" }
    let tenths = Int((metres / 100).rounded())
    return tenths < 100
      ? "\(tenths / 10).\(tenths % 10) km" : "\(Int((metres / 1000).rounded())) km"
  }
}
