import FoundationEssentials

extension UUID {
  /// The id in lower case, as RFC 9562 writes it, so that a short id is its beginning.
  var hexadecimal: String { uuidString.lowercased() }

  /// The id as a number, its first hexadecimal digit in the highest four bits.
  var bits: UInt128 {
    let (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) = uuid
    return [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p].reduce(0) { $0 << 8 | UInt128($1) }
  }
}
