/// Bold, dim and colour, or nothing where they have no place.
struct Style: Sendable, Equatable {
  enum Emphasis: Int, Sendable, CaseIterable {
    case plain = 0
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }

  let isEnabled: Bool

  /// No text gets an escape sequence.
  static let plain = Style(isEnabled: false)

  init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// Emphasises on a terminal only, honouring `NO_COLOR` (https://no-color.org: any value but the
  /// empty one) and a terminal that is dumb, or whose kind isn't known.
  init(isTerminal: Bool, noColor: String?, term: String?) {
    let term = term ?? ""
    isEnabled = isTerminal && (noColor ?? "").isEmpty && !term.isEmpty && term != "dumb"
  }

  /// The text with the emphasis, which ends where the text does.
  func apply(_ emphasis: Emphasis, to text: String) -> String {
    guard isEnabled, emphasis != .plain, !text.isEmpty else { return text }
    return "\u{1b}[\(emphasis.rawValue)m\(text)\u{1b}[0m"
  }

  func bold(_ text: String) -> String { apply(.bold, to: text) }
  func dim(_ text: String) -> String { apply(.dim, to: text) }
  func red(_ text: String) -> String { apply(.red, to: text) }
  func green(_ text: String) -> String { apply(.green, to: text) }
  func yellow(_ text: String) -> String { apply(.yellow, to: text) }
  func cyan(_ text: String) -> String { apply(.cyan, to: text) }
}
