/// The parts of a URL, as far as positions need them.
struct Link: Equatable {
  /// In lower case.
  let scheme: String
  /// What stands between `//` and the path, as it was written.
  let authority: String
  /// In lower case, without a user and a port.
  let host: String
  /// Still encoded; empty ones too.
  let segments: [String]
  /// Decoded, in the order given.
  let query: [Item]
  /// Decoded.
  let fragment: String

  struct Item: Equatable {
    let name: String
    let value: String

    fileprivate init(_ text: Substring) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      name = Link.decoded(parts[0], hasPlus: true)
      value = parts.count > 1 ? Link.decoded(parts[1], hasPlus: true) : ""
    }
  }

  /// - Parameter text: Begins with a scheme and `://`.
  init?(_ text: some StringProtocol) {
    let text = Substring(text)
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    scheme = text[..<colon].lowercased()
    let rest = text[text.index(colon, offsetBy: 3)...]
    let authority = rest.prefix { !"/?#\\".contains($0) }
    self.authority = String(authority)
    // What stands before an @ is a user, and no part of the host.
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    self.host = Self.withoutDot(host.prefix { $0 != ":" }.lowercased())
    let parts = rest[authority.endIndex...].split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pathAndQuery = (parts.first ?? "").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    segments = (pathAndQuery.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst().map { String($0) }
    query = pathAndQuery.count > 1 ? Self.items(of: pathAndQuery[1]) : []
    fragment = parts.count > 1 ? Self.decoded(parts[1], hasPlus: false) : ""
  }

  /// The value of the first of these names that has one.
  func value(_ names: String...) -> String? {
    for name in names {
      if let item = query.first(where: { $0.name == name && !$0.value.isEmpty }) {
        return item.value
      }
    }
    return nil
  }

  func has(_ name: String) -> Bool { query.contains { $0.name == name } }

  /// A part of the path, decoded; nil if it isn't there.
  func segment(_ index: Int, hasPlus: Bool = false) -> String? {
    segments.indices.contains(index) ? Self.decoded(segments[index][...], hasPlus: hasPlus) : nil
  }

  static func items(of query: Substring) -> [Item] {
    query.split(separator: "&").map { Item($0) }
  }

  private static func withoutDot(_ host: String) -> String {
    host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  /// The text that percent signs and, where `hasPlus`, plus signs stand for.
  ///
  /// What stands for no UTF-8 is replaced; a minus is "-".
  static func decoded(_ text: Substring, hasPlus: Bool) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == PlusCode.separator }) else {
      return String(text)
    }
    return PlainText(PercentEncoding.decoded(text, hasPlus: hasPlus)).text
  }
}
