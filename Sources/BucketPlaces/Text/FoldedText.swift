import CUnistring
import Glibc

/// A text as it is searched for: without regard to case, accents, composition and width.
///
/// Two texts that differ in nothing else are equal, and one contains the other if it does so folded.
/// The letters are those of compatibility caseless matching (Unicode Standard, 3.13, D146) without
/// what sits on them.
public struct FoldedText: Hashable, Sendable {
  /// UTF-8.
  let bytes: [UInt8]

  public init(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.bytes = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    } else {
      // Decomposing for compatibility may bring up capitals ("㎒"), which the second pass folds.
      let letters = Self.casefolded(Self.casefolded(bytes))
      let bare = Self.bare(letters)
      // A mark that stands alone is not nothing, or it would be part of every text.
      self.bytes = bare.isEmpty ? letters : bare
    }
  }

  public var isEmpty: Bool { bytes.isEmpty }

  public var scalars: [Unicode.Scalar] {
    Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// Whether the text begins with `part`, as it always does with an empty one.
  public func hasPrefix(_ part: FoldedText) -> Bool { bytes.starts(with: part.bytes) }

  /// Whether `part` occurs in the text, which an empty one always does.
  public func contains(_ part: FoldedText) -> Bool {
    guard let first = part.bytes.first else { return true }
    let (text, part) = (bytes, part.bytes)
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { start in
      text[start] == first && part.indices.allSatisfy { text[start + $0] == part[$0] }
    }
  }

  /// Case-folded and in normalisation form KD.
  private static func casefolded(_ bytes: [UInt8]) -> [UInt8] {
    var count = 0
    let folded = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe u8_casefold(buffer.baseAddress, buffer.count, nil, bucket_nfkd(), nil, &count)
    }
    // Without a locale and with the valid UTF-8 of a String, only memory can be missing.
    guard let folded = unsafe folded else { fatalError("u8_casefold: out of memory") }
    defer { unsafe free(folded) }
    return unsafe Array(UnsafeBufferPointer(start: folded, count: count))
  }

  private static func bare(_ letters: [UInt8]) -> [UInt8] {
    var bare = ""
    for scalar in String(decoding: letters, as: UTF8.self).unicodeScalars where !isMark(scalar) {
      switch scalar {
      // Letters with a stroke, a dot or a ligature that Unicode doesn't decompose.
      case "ø": bare.unicodeScalars.append("o")
      case "ł": bare.unicodeScalars.append("l")
      case "đ": bare.unicodeScalars.append("d")
      case "ħ": bare.unicodeScalars.append("h")
      case "ŧ": bare.unicodeScalars.append("t")
      case "ı": bare.unicodeScalars.append("i")
      case "æ": bare.append("ae")
      case "œ": bare.append("oe")
      default: bare.unicodeScalars.append(scalar)
      }
    }
    return Array(bare.utf8)
  }

  /// Whether the scalar sits on a letter, or shows nothing at all.
  ///
  /// By canonical combining class: strokes (1), the points of Hebrew and Arabic (10 to 36) and what
  /// is above, below or attached (200 and up). Vowel signs and viramas of Indic scripts, of Thai and
  /// of Lao, and the voicing marks of kana are letters of their words and stay.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0xAD { return false }
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 1, 10...36, 200...: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

extension FoldedText: Comparable {
  /// By code points.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
