import FoundationEssentials

/// The beginning of an id, in hexadecimal digits.
struct IDPrefix: Hashable, Sendable {
  /// Fewer digits are too likely to be a word or to fit several places.
  static let shortest = 4
  /// A whole id.
  static let longest = 32

  /// The digits from the highest four bits down, zeros after.
  let bits: UInt128
  /// How many digits there are, `shortest` to `longest`.
  let count: Int

  init(of id: UInt128, count: Int = longest) {
    precondition((Self.shortest...Self.longest).contains(count))
    self.count = count
    bits = count == Self.longest ? id : id & ~(UInt128.max >> (4 * count))
  }

  /// Reads digits of either case, with dashes anywhere among them.
  init?(parsing text: String) {
    var (bits, count): (UInt128, Int) = (0, 0)
    for byte in text.utf8 where byte != UInt8(ascii: "-") {
      guard let digit = Self.digit(byte), count < Self.longest else { return nil }
      bits = bits << 4 | digit
      count += 1
    }
    guard count >= Self.shortest else { return nil }
    self.bits = bits << (4 * (Self.longest - count))
    self.count = count
  }

  /// The numbers that begin with these digits.
  var range: ClosedRange<UInt128> {
    count == Self.longest ? bits...bits : bits...(bits | UInt128.max >> (4 * count))
  }

  /// What `byte` stands for as a hexadecimal digit in ASCII.
  static func digit(_ byte: UInt8) -> UInt128? {
    switch byte {
    case 0x30...0x39: UInt128(byte - 0x30)
    case 0x41...0x46, 0x61...0x66: UInt128((byte | 0x20) - 0x61 + 10)
    default: nil
    }
  }
}

extension IDPrefix {
  /// Where in an ascending order those that begin with the digits of a prefix are.
  static func indices(of prefix: IDPrefix, in sorted: [IDPrefix]) -> Range<Int> {
    let range = prefix.range
    let start = firstIndex(in: sorted) { $0 >= range.lowerBound }
    return start..<firstIndex(in: sorted) { $0 > range.upperBound }
  }

  /// The first index from which on the condition holds for the digits.
  private static func firstIndex(
    in sorted: [IDPrefix], where holds: (UInt128) -> Bool
  ) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(sorted[middle].bits) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension IDPrefix: Comparable {
  /// By the digits, and a shorter one before the same with zeros after.
  static func < (left: Self, right: Self) -> Bool {
    (left.bits, left.count) < (right.bits, right.count)
  }
}

extension IDPrefix: CustomStringConvertible {
  /// The digits in lower case, without dashes.
  var description: String {
    let digits = String(bits >> (4 * (Self.longest - count)), radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
  }
}
