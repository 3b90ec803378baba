import FoundationEssentials
import Glibc

/// The order of texts: that of a person's language, or by code points.
public struct Collation: Sendable {
  /// A locale of the C library; it lives as long as the program.
  @safe private struct Locale: @unchecked Sendable {
    let pointer: locale_t
  }

  private let locale: Locale?

  /// By code points of what is searched for, the same everywhere.
  public static let codePoints = Collation(locale: nil)

  private init(locale: Locale?) { self.locale = locale }

  /// The order of a locale, or that by code points where the system doesn't have the locale, or where
  /// it is "C" or isn't for UTF-8.
  ///
  /// - Parameter name: As in `LC_COLLATE`, such as "sv_SE.UTF-8".
  public init(locale name: String) {
    // These two order bytes, and capitals before all small letters.
    let isPlain = ["", "C", "POSIX"].contains(name) || name.hasPrefix("C.")
    let mask = CInt(1 << 3)  // LC_COLLATE_MASK and LC_CTYPE_MASK are macros that don't import.
    locale =
      isPlain ? nil : unsafe newlocale(mask | 1, name, nil).map { unsafe Locale(pointer: $0) }
  }

  /// What to compare in the place of a text: what is less comes first.
  func key(_ text: String) -> Key {
    let folded = FoldedText(text)
    guard let locale else { return Key(weights: [], folded: folded) }
    return unsafe text.withCString { text in
      let count = unsafe strxfrm_l(nil, text, 0, locale.pointer)
      let weights = unsafe [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, filled in
        unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
          _ = unsafe strxfrm_l(buffer.baseAddress, text, count + 1, locale.pointer)
        }
        filled = count
      }
      return Key(weights: weights, folded: folded)
    }
  }

  struct Key: Comparable {
    let weights: [UInt8]
    let folded: FoldedText

    static func < (left: Key, right: Key) -> Bool {
      if left.weights != right.weights {
        return left.weights.lexicographicallyPrecedes(right.weights)
      }
      return left.folded < right.folded
    }
  }
}
