extension Unicode.Scalar {
  /// Whether it could steer a terminal or turn the reading direction: controls (C0, DEL, C1), the line
  /// and paragraph separators, and the bidirectional controls.
  var isSteering: Bool {
    switch self {
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      true
    default: false
    }
  }
}
