import BucketPlaces
import BucketVault

/// Words for what is wrong with files of other programs.
extension Failure {
  /// - Parameter report: What was found instead.
  static func noPlaces(in report: ImportReport) -> Failure {
    Failure(
      "no-places", .failed, "there is no place in \(report.shownPaths)",
      hints: ["nothing was changed"])
  }

  static func noFiles(in folders: [String]) -> Failure {
    let shown = choice(of: folders.map(DisplayText.neutralised), last: "and")
    return Failure(
      "no-places", .failed, "there is no file in \(shown)", hints: ["nothing was changed"])
  }

  static func unreadable(_ path: String, _ error: SystemError) -> Failure {
    Failure(
      "unreadable", .failed, "\(DisplayText.neutralised(path)) can't be read: \(error.text)",
      hints: ["nothing was changed; see that the path is right, and that you may read it"])
  }

  static func notToRead(_ path: String) -> Failure {
    Failure(
      "not-a-file", .failed, "\(DisplayText.neutralised(path)) is neither a file nor a folder",
      hints: ["name a file, or pipe what it gives into bucket import -"])
  }

  static func folderTooLarge(_ path: String, limit: Int) -> Failure {
    Failure(
      "folder-too-large", .failed,
      "\(DisplayText.neutralised(path)) holds more than \(limit) files",
      hints: ["nothing was changed; name the folder or the files in it that hold places"])
  }

  static func importing(_ path: String, _ error: ImportError) -> Failure {
    var (message, hint) = words(for: error)
    if case .unopened(let kind) = error, path != "-" { hint = unpacking(path, kind) }
    let shown = path == "-" ? "standard input" : DisplayText.neutralised(path)
    return Failure(
      name(of: error), .failed, "\(shown): \(message)", hints: [hint, "nothing was changed"])
  }

  /// How to unpack what isn't opened; that a packed file holds an archive of tar, its name says.
  private static func unpacking(_ path: String, _ kind: UnopenedArchive) -> String {
    let unpacks = "unpacks it; import the folder or the file that comes of it"
    if kind == .sevenZip { return "7z x \(word(path)) \(unpacks)" }
    let name = File.name(of: path).lowercased()
    let isTar =
      kind == .tar || name.contains(".tar.")
      || [".tgz", ".tbz", ".tbz2", ".txz", ".tzst"].contains(where: name.hasSuffix)
    guard isTar else { return "\(kind.rawValue) -dc \(word(path)) | bucket import -" }
    // What stands before a colon, with no slash before it, tar takes for the name of a machine.
    let isLocal = !path.contains(":") || path.prefix { $0 != ":" }.contains("/")
    return "tar -xf \(word(isLocal ? path : "./" + path)) \(unpacks)"
  }

  private static func name(of error: ImportError) -> String {
    switch error {
    case .unknownKind: "unknown-kind"
    case .empty: "no-places"
    case .syntax, .numberTooLarge: "syntax"
    case .entityDeclared, .attributeDeclared, .tooDeep, .tooLong, .tooManyElements, .tooManyNames,
      .tooLarge:
      "not-accepted"
    case .encoding: "encoding"
    case .referenceSystem: "reference-system"
    case .onlyALink: "only-a-link"
    case .archive, .unopened: "archive"
    case .member(_, let error): name(of: error)
    }
  }

  private static func words(for error: ImportError) -> (message: String, hint: String) {
    switch error {
    case .unknownKind:
      (
        "it is no kind of file that bucket knows places in",
        "it reads GeoJSON, GPX, KML, KMZ, JSON, CSV with the names of columns on top, and zip archives "
          + "and folders of such files"
      )
    case .unopened(let kind):
      ("it is \(noun(for: kind)), which bucket doesn't open", "unpack it, and import what is in it")
    case .empty: ("it is empty", "see whether the other program has written it to its end")
    case .syntax(let syntax, let line, let column, let problem):
      (
        "line \(line), column \(column): it is no \(syntax.rawValue): "
          + DisplayText.truncated(problem, to: 120),
        "mend that line, or have the other program write the file again"
      )
    case .numberTooLarge(let line):
      (
        "line \(line): a number is too large to be read",
        "mend that line, or have the other program write the file again"
      )
    case .entityDeclared(let line):
      (
        "line \(line): it declares an entity, by which a file can become huge or read others",
        "take the declaration out if you trust the file"
      )
    case .attributeDeclared(let line):
      (
        "line \(line): it declares attributes, by which a small file can become huge",
        "take the declaration out if you trust the file"
      )
    case .encoding(let name):
      (
        "its encoding isn't read: \(DisplayText.truncated(name, to: 40))",
        "have the other program write UTF-8, or use iconv and change the first line"
      )
    case .tooDeep(let line, let limit):
      (
        "line \(line): more than \(limit) elements are within each other",
        "no file of places is like that; see where it comes from"
      )
    case .tooLong(let line, let limit):
      (
        "line \(line): a tag, a text or a place has more than \(Failure.size(limit))",
        "no file of places is like that; see where it comes from"
      )
    case .tooManyElements(let line, let limit):
      (
        "line \(line): more than \(limit) elements are in one place",
        "no file of places is like that; see where it comes from"
      )
    case .tooManyNames(let line, let limit):
      (
        "line \(line): its elements and attributes have more than \(limit) names",
        "no file of places is like that; see where it comes from"
      )
    case .tooLarge(let limit):
      (
        "it is larger than \(limit >> 20) MiB, as it is or unpacked",
        "cut it into parts, and import one after the other"
      )
    case .referenceSystem(let name):
      (
        "its positions are in the reference system “\(DisplayText.truncated(name, to: 60))”",
        "have them in WGS 84, as by ogr2ogr -t_srs EPSG:4326"
      )
    case .onlyALink(let link):
      (
        "it holds no places but a link to them: \(DisplayText.truncated(link, to: 80))",
        "nothing is fetched; download that file, and import it"
      )
    case .archive(let problem): words(for: problem)
    case .member(let name, let error): within(name, words(for: error))
    }
  }

  private static func within(
    _ member: String, _ words: (message: String, hint: String)
  ) -> (message: String, hint: String) {
    (DisplayText.truncated(member, to: 80) + ": " + words.message, words.hint)
  }

  private static func words(
    for problem: ImportError.Archive
  ) -> (message: String, hint: String) {
    func shown(_ member: String) -> String { DisplayText.truncated(member, to: 80) }
    return switch problem {
    case .damaged(let problem):
      (
        "the archive can't be read: \(DisplayText.truncated(problem, to: 80))",
        "download or copy it again"
      )
    case .encrypted(let member):
      ("\(shown(member)) in the archive is encrypted", "unpack it, and import what is in it")
    case .climbsOut(let member):
      (
        "the archive has a file outside of itself: \(shown(member))",
        "no program writes that by accident; see where it comes from"
      )
    case .symbolicLink(let member):
      (
        "\(shown(member)) in the archive is a link to another file",
        "unpack the archive, and import what is in it"
      )
    case .bomb(let member):
      (
        "\(shown(member)) in the archive is out of all proportion when it is unpacked",
        "see where it comes from"
      )
    case .tooManyMembers(let limit):
      ("the archive holds more than \(limit) files", "unpack it, and import the files with places")
    case .onlyArchives:
      (
        "no file in the archive holds places; an archive within an archive isn't opened",
        "unpack it, and import what is in it"
      )
    case .nothingInside:
      ("no file in the archive holds places", "it needs a GPX, KML, GeoJSON, JSON or CSV file")
    }
  }
}
