/// Reads placemarks, and the folders they are in.
struct KMLVisitor: XMLVisitor {
  private struct Container {
    let isDocument: Bool
    var name: String?
    /// Whether it is a list of Organic Maps, which is called by the name of its document.
    var isList = false
  }

  private let reading: Reading
  /// What led to the file, if another one did.
  private let origin: KMLLink?
  private var containers: [Container] = [] { didSet { (folder, list) = (nil, nil) } }
  /// The folders as a tag, for a place and for one of Organic Maps, once they are known.
  private var folder: String??
  private var list: String??
  private var styles = KMLStyles()
  /// Whether anything but links was there.
  private(set) var hasFeatures = false
  private(set) var links: [KMLLink] = []

  /// - Parameter origin: The link that led to the file.
  init(_ reading: Reading, from origin: KMLLink? = nil) {
    (self.reading, self.origin) = (reading, origin)
  }

  mutating func interest(in element: XMLElement, within parents: [XMLElement]) -> XMLInterest {
    let local = element.name.local
    guard isAmongFeatures(parents, within: containers.count) else {
      // In a feature, or among what belongs to a folder.
      switch local {
      case "LineString", "LinearRing", "Polygon", "Track", "MultiTrack", "Model": return .head
      case "LookAt", "Camera", "Region": return .nothing
      default: break
      }
      if depth(of: parents) == containers.count + 1, parents.last?.name.local == "ExtendedData" {
        noteList(element.name.namespace)
        return .nothing
      }
      return .inside
    }
    switch local {
    case "Document", "Folder":
      containers.append(Container(isDocument: local == "Document"))
      return .inside
    case "Placemark", "NetworkLink", "Style", "StyleMap": return .whole
    case "GroundOverlay", "ScreenOverlay", "PhotoOverlay", "Tour": return .whole
    case "name": return containers.isEmpty ? .nothing : .whole
    case "kml", "ExtendedData": return .inside
    default: return parents.isEmpty ? .inside : .nothing
    }
  }

  mutating func ends(
    _ element: XMLElement, within parents: [XMLElement]
  ) throws(ImportError) {
    let isContainer = ["Document", "Folder"].contains(element.name.local)
    guard isAmongFeatures(parents, within: containers.count - (isContainer ? 1 : 0)) else { return }
    switch element.name.local {
    case "Document", "Folder":
      containers.removeLast()
    case "name":
      // More could be no tag either.
      let name = element.visibleText?.unicodeScalars.prefix(Place.Field.tags.limit + 1)
      containers[containers.count - 1].name = name.map { String($0) }
    case "Style", "StyleMap":
      if styles.add(element) { noteList("omaps.app") }
    case "Placemark":
      hasFeatures = true
      let placemark = KMLPlacemark(element, styles: styles)
      placemark.report(
        folder: placemark.isOrganicMaps ? listTag() : folderTag(), to: reading)
    case "NetworkLink":
      let link = element["Link"] ?? element["Url"]
      links.append(
        KMLLink(
          name: element.text(of: "name"), target: link?.text(of: "href") ?? "", line: element.line,
          folders: path(isList: false)))
    case "GroundOverlay", "ScreenOverlay", "PhotoOverlay", "Tour":
      hasFeatures = true
      reading.leaveOut(
        element.text(of: "name"), at: element.line, .notAPoint(element.name.local))
    default: break
    }
  }

  /// Whether what is directly within these elements, and so many containers, is a feature, a style
  /// or the like.
  private func isAmongFeatures(_ parents: [XMLElement], within count: Int) -> Bool {
    guard let parent = parents.last else { return true }
    return depth(of: parents) == count
      && ["kml", "Document", "Folder"].contains(parent.name.local)
  }

  private func depth(of parents: [XMLElement]) -> Int {
    parents.first?.name.local == "kml" ? parents.count - 1 : parents.count
  }

  private mutating func noteList(_ namespace: String) {
    guard let last = containers.last, !last.isList, KMLStyles.isOrganicMaps(namespace) else {
      return
    }
    containers[containers.count - 1].isList = true
  }

  private mutating func folderTag() -> String? {
    let tag = folder ?? tag(isList: false)
    folder = .some(tag)
    return tag
  }

  private mutating func listTag() -> String? {
    let tag = list ?? tag(isList: true)
    list = .some(tag)
    return tag
  }

  private func tag(isList: Bool) -> String? {
    let path = path(isList: isList)
    return path.isEmpty ? nil : path.joined(separator: "/")
  }

  /// The names of the folders from the outermost.
  ///
  /// A document is the file, and its name mostly that of the file; but not for a list of Organic
  /// Maps, for a file that is linked to and for a document within a folder.
  private func path(isList: Bool) -> [String] {
    var path = origin?.folders ?? []
    var bytes = 0
    func append(_ name: String?) {
      // What is too long for a tag already needn't grow with each folder.
      guard let name, bytes <= Place.Field.tags.limit else { return }
      bytes += name.utf8.count
      path.append(name)
    }
    for (depth, container) in containers.enumerated() {
      if container.isDocument, depth == 0 {
        append((isList || container.isList ? container.name : nil) ?? origin?.name)
      } else if !container.isDocument || !Self.isFileName(container.name ?? "") {
        append(container.name)
      }
    }
    return path
  }

  private static func isFileName(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".kml") || name.hasSuffix(".kmz")
  }
}
