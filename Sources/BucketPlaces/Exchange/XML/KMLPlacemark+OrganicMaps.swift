extension KMLPlacemark {
  /// What Organic Maps tells of a bookmark besides.
  func readOrganicMaps(_ place: inout ForeignPlace) {
    for child in data where KMLStyles.isOrganicMaps(child.name.namespace) {
      switch child.name.local {
      case "customName", "name", "description": break
      case "featureTypes":
        let types = child.children.compactMap(\.visibleText)
        place.category = types.first.flatMap(Self.category)
        for type in types { place.keep(type, as: "mwm:featureTypes") }
      default:
        let parts = child.children.isEmpty ? [child] : child.children
        for part in parts { place.keep(part.visibleText, as: "mwm:" + child.name.local) }
      }
    }
    let (own, feature) = (localised("customName"), localised("name"))
    if let feature, let own, feature != own { place.keep(feature, as: "mwm:name") }
    place.name = own ?? feature ?? place.name
    if place.description == nil {
      place.description = localised("description").map(HTMLText.plain)
    }
  }

  /// The text in the language of its user, or else the first.
  private func localised(_ name: String) -> String? {
    let found = data.first {
      $0.name.local == name && KMLStyles.isOrganicMaps($0.name.namespace)
    }
    let languages = found?.children ?? []
    let texts = languages.filter { $0.attributes["code"] == "default" } + languages
    return texts.lazy.compactMap(\.visibleText).first
  }

  /// "Castle" of "historic-castle".
  private static func category(of type: String) -> String? {
    guard let last = type.split(separator: "-").last else { return nil }
    let words = last.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
