import CUnistring

extension DisplayText {
  /// The columns of one grapheme cluster: 0, 1 or 2, or more for a cluster that holds several
  /// letters, as a Devanagari conjunct does.
  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if let first = scalars.first, first.isASCII, scalars.count == 1 { return 1 }
    if isEmoji(scalars) { return 2 }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of a scalar that stands alone, by the East Asian widths of Unicode.
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    // The name of an encoding decides about scalars of ambiguous width: narrow in UTF-8.
    max(0, Int(unsafe uc_width(scalar.value, "UTF-8")))
  }

  /// Whether a cluster is one picture: an emoji, a family, a flag, a keycap, a heart with U+FE0F.
  ///
  /// Someone can chain emoji or skin tones without end into what counts as one cluster; a terminal
  /// won't draw that as one picture, so it doesn't count as one here.
  private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    let joiners = scalars.count { $0 == "\u{200d}" }
    let tones = scalars.count { $0.properties.isEmojiModifier }
    guard joiners <= 6, tones <= joiners + 1 else { return false }
    if 0x1f1e6...0x1f1ff ~= first.value { return scalars.count == 2 }
    return first.properties.isEmojiPresentation
      || first.properties.isEmoji && scalars.contains("\u{fe0f}")
      || first.properties.isEmojiModifierBase && tones > 0
  }
}
