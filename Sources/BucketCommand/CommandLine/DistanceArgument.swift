import BucketPlaces

/// A length as it was typed, such as `5km`, in metres.
struct DistanceArgument: ArgumentValue, Equatable {
  let metres: Double

  private static let units: [(name: String, metres: Double)] = [
    ("nmi", 1852), ("nm", 1852), ("km", 1000), ("miles", 1609.344), ("mile", 1609.344),
    ("mi", 1609.344), ("yd", 0.9144), ("ft", 0.3048), ("m", 1),
  ]

  init(argument: String) throws(ArgumentError) {
    let text = argument.lowercased().filter { $0 != " " }
    guard let unit = Self.units.first(where: { text.hasSuffix($0.name) }),
      let number = Self.number(text.dropLast(unit.name.count))
    else {
      throw ArgumentError(
        reason: "it is no length",
        hint: "write a number and a unit, as in 5km, 800m, 3mi, 2nmi, 500ft or 500yd")
    }
    metres = number * unit.metres
  }

  /// Digits with at most one point or comma before the decimals.
  private static func number(_ text: Substring) -> Double? {
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2C || $0 == 0x2E }
    guard isPlain, !text.isEmpty, text.utf8.count(where: { $0 < 0x30 }) < 2 else { return nil }
    return Double(text.replacing(",", with: "."))
  }
}
