extension DisplayText {
  /// The text with everything a terminal might obey, or a reader might not see, spelled out:
  /// `\n`, `\t`, `\u{1b}`, `\u{202e}`.
  ///
  /// Spelled out are
  /// - control characters (C0, DEL, C1), so no escape sequence survives,
  /// - line and paragraph separators,
  /// - what steers the direction of text, U+200E and U+200F among it: they are invisible and move
  ///   their neighbours; letters of Arabic or Hebrew keep their own direction and stay,
  /// - everything else Unicode calls ignorable when shown (zero-width space, soft hyphen, fillers,
  ///   tags, byte order mark), because two names could differ in nothing visible.
  ///
  /// What belongs to writing stays: joiners between letters of the scripts that need them and
  /// inside an emoji, variation selectors after what has variants, tags of a subdivision's flag.
  /// Marks beyond 30 on one letter are spelled out as well (the bound of Unicode's stream-safe
  /// text format, UAX 15), so a name can't paint over the lines around it.
  static func neutralised(_ text: some StringProtocol) -> String {
    let scalars = Array(text.unicodeScalars)
    var result: [UInt8] = []
    // What comes before, if it is shown as it is.
    var before: Unicode.Scalar?
    var marks = 0
    var tags = 0
    for (index, scalar) in scalars.enumerated() {
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isJoiner = 0x200c...0x200d ~= scalar.value
      // A joiner among marks parts no letters, and is nothing without the mark after it.
      marks = isMark(scalar) ? marks + 1 : isJoiner ? marks : 0
      tags = isTag(scalar) && (tags > 0 || before == "\u{1f3f4}") ? tags + 1 : 0
      let isShown =
        !mayDeceive(scalar) || 1...8 ~= tags
        || belongs(scalar, between: before, and: after)
      if isShown, marks <= (isJoiner ? 29 : 30) {
        result.append(contentsOf: scalar.utf8)
        before = scalar
      } else {
        result.append(contentsOf: spelling(of: scalar).utf8)
        before = nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func mayDeceive(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default:
      scalar.properties.isDefaultIgnorableCodePoint
        // Marks of interlinear annotation, which aren't called ignorable but are invisible.
        || 0xfff9...0xfffb ~= scalar.value
    }
  }

  /// Whether an invisible scalar does its work where it stands.
  private static func belongs(
    _ scalar: Unicode.Scalar, between before: Unicode.Scalar?, and after: Unicode.Scalar?
  ) -> Bool {
    guard let before else { return false }
    switch scalar.value {
    case 0x200c: return after.map { needsJoiners(before) && needsJoiners($0) } ?? false
    case 0x200d:
      guard let after else { return false }
      return needsJoiners(before) && needsJoiners(after)
        || isPictorial(before) && after.properties.isEmoji && !after.isASCII
    case 0xfe0e, 0xfe0f: return before.properties.isEmoji
    case 0xfe00...0xfe0d, 0xe0100...0xe01ef: return before.properties.isIdeographic
    case 0x180b...0x180d, 0x180f:
      return 0x1800...0x18af ~= before.value && !before.properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
    0xe0020...0xe007f ~= scalar.value
  }

  /// Whether a scalar is of a script without letter cases, such as Arabic, Persian or Hindi.
  private static func needsJoiners(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x600 else { return false }
    return switch scalar.properties.generalCategory {
    case .otherLetter, .nonspacingMark, .spacingMark:
      !scalar.properties.isDefaultIgnorableCodePoint
    default: false
    }
  }

  private static func isPictorial(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{fe0f}" || !scalar.isASCII && scalar.properties.isEmoji || isTag(scalar)
  }

  private static func spelling(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
