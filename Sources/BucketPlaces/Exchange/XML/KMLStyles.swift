/// The colours of the styles of a file, by the names of the styles.
struct KMLStyles {
  private var colours: [String: String] = [:]
  /// The style that a map of styles has for what isn't pointed at.
  private var normal: [String: String] = [:]

  /// Whether it is a namespace, or the address of a picture, of Organic Maps or what that was before.
  static func isOrganicMaps(_ text: String) -> Bool {
    ["omaps.app", "mapswithme.com", "mapswith.me", "maps.me"].contains { text.contains($0) }
  }

  /// - Returns: Whether the style is one that Organic Maps puts into its lists.
  mutating func add(_ style: XMLElement) -> Bool {
    guard let id = style.attributes["id"] else { return false }
    for pair in style.children where pair.text(of: "key") == "normal" {
      normal[id] = pair.text(of: "styleUrl").map(Self.name)
    }
    colours[id] = Self.colour(in: style)
    let icon = style["IconStyle"]?["Icon"]?.text(of: "href") ?? ""
    return id.hasPrefix("placemark-") && Self.isOrganicMaps(icon)
  }

  /// The colour of a style of the file, such as "#ff5020"; that of Organic Maps by its name, "red".
  func colour(of url: String) -> String? {
    let name = Self.name(of: url)
    if name.hasPrefix("placemark-") { return String(name.dropFirst("placemark-".count)) }
    return colours[normal[name] ?? name]
  }

  /// The colour of a style, red before green before blue.
  static func colour(in style: XMLElement) -> String? {
    guard let text = style["IconStyle"]?.text(of: "color"), text.utf8.count == 8,
      let number = UInt32(text, radix: 16)
    else { return nil }
    let digits = Array(String(number, radix: 16))
    let padded = Array(repeating: "0", count: 8 - digits.count) + digits
    return "#" + String(padded[6...7] + padded[4...5] + padded[2...3])
  }

  private static func name(of url: String) -> String {
    String(url.drop { $0 != "#" }.dropFirst())
  }
}
