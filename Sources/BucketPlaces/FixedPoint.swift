/// A number counted in steps of a power of ten, which reads the same under every locale.
///
/// Halves round away from zero, and nothing reads as "-0".
struct FixedPoint: Hashable, Sendable {
  /// The number in steps of 10⁻ᵈ, where d is `decimals`.
  let units: Int64
  let decimals: Int

  /// - Precondition: `decimals` is 0 to 9, and `value` is finite and below 10⁹ in magnitude.
  init(_ value: Double, decimals: Int) {
    precondition((0...9).contains(decimals))
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    self.init(units: Int64((value * scale).rounded(.toNearestOrAwayFromZero)), decimals: decimals)
  }

  init(units: Int64, decimals: Int) {
    self.units = units
    self.decimals = decimals
  }

  /// All decimals, as in "53.5000".
  var fixed: String {
    let (whole, fraction) = parts
    return fraction.isEmpty ? whole : whole + "." + fraction
  }

  /// No more decimals than the number needs, as in "53.5".
  var shortest: String {
    let (whole, fraction) = parts
    guard let last = fraction.lastIndex(where: { $0 != "0" }) else { return whole }
    return whole + "." + fraction[...last]
  }

  private var parts: (whole: String, fraction: String) {
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return ((units < 0 ? "-" : "") + padded.dropLast(decimals), String(padded.suffix(decimals)))
  }
}
