extension Place {
  /// A field of free text, and what it may hold.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case name, description, category, tags, address, link, source, photo

    /// Bytes of UTF-8; for tags, of each.
    public var limit: Int {
      switch self {
      case .description: 1 << 20
      case .category, .tags, .photo: 256
      case .name, .address, .link, .source: 4096
      }
    }

    /// The text as the field keeps it.
    ///
    /// A description stays as given. Every other field is a single line: white space around it goes,
    /// and what remains holds no C0, DEL, C1 or line and paragraph separator. Format characters
    /// stay, since emoji are joined and right-to-left names are marked with them.
    ///
    /// - Throws: `controlCharacter` or `tooLong`.
    func accepted(_ text: String) throws(PlaceError) -> String {
      let text = self == .description ? text : Self.trimmed(text)
      let bytes = text.utf8.count
      guard bytes <= limit else { throw .tooLong(self, bytes: bytes, limit: limit) }
      if let scalar = text.unicodeScalars.first(where: isRefused) {
        throw .controlCharacter(self, scalar)
      }
      return text
    }

    func isRefused(_ scalar: Unicode.Scalar) -> Bool {
      self == .description ? scalar.value == 0 : Self.isControl(scalar)
    }

    /// Whether no text of a single line holds it.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
      default: false
      }
    }

    /// The text without white space around it.
    static func trimmed(_ text: String) -> String {
      let scalars = text.unicodeScalars
      if let first = scalars.first, let last = scalars.last, !first.properties.isWhitespace,
        !last.properties.isWhitespace
      {
        return text
      }
      // A space that carries a combining mark is white space to `Character`, yet can be seen.
      func isBlank(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      }
      guard let first = text.firstIndex(where: { !isBlank($0) }),
        let last = text.lastIndex(where: { !isBlank($0) })
      else { return "" }
      return String(text[first...last])
    }
  }
}
