import BucketPlaces
import BucketVault
import FoundationEssentials
import Glibc

/// A file to import, which was named or lies in a folder that was.
struct ImportSource {
  /// As a person writes it; `-` is standard input.
  let path: String
  /// The folder that was named, in which it lies among files of all kinds.
  var folder: String?
  /// Why it isn't read, if it isn't; it lies among others then.
  var obstacle: Obstacle?

  var isInFolder: Bool { folder != nil }

  enum Obstacle {
    case tooLarge(limit: Int)
    /// It may lead anywhere, and round in circles.
    case link
    /// Its name is no UTF-8.
    case name
    case unopened(UnopenedArchive)
  }

  /// So many files of one folder are read at most, with those in folders within.
  private static let limit = 10_000

  /// The files behind what was named, those of a folder in the order of their paths.
  static func all(in paths: [String]) throws(Failure) -> [ImportSource] {
    var sources: [ImportSource] = []
    for path in paths {
      if path != "-", try isFolder(path) {
        sources += try files(in: path)
      } else {
        sources.append(ImportSource(path: path))
      }
    }
    return sources
  }

  /// What tells each of the files from the others, by their paths: the name, or where several have it,
  /// the path within the folder that was named, or else all of the path.
  static func shortNames(of sources: [ImportSource]) -> [String: String] {
    let named = Dictionary(grouping: sources) { File.name(of: $0.path) }
    var names: [String: String] = [:]
    for (name, alike) in named {
      let within = Dictionary(grouping: alike, by: \.pathInFolder)
      for source in alike {
        let path = source.pathInFolder
        names[source.path] =
          alike.count == 1 ? name : within[path]?.count == 1 ? path : source.path
      }
    }
    return names
  }

  /// The path from the folder that was named.
  private var pathInFolder: String {
    guard let folder else { return path }
    return String(path.dropFirst(folder.count).drop { $0 == "/" })
  }

  private static func isFolder(_ path: String) throws(Failure) -> Bool {
    let kind: FileStatus.Kind
    do throws(SystemError) { kind = try FileStatus.of(path).kind } catch {
      throw .unreadable(path, error)
    }
    switch kind {
    case .folder: return true
    // What a shell puts in the place of `<(command)` is a FIFO.
    case .regular, .fifo: return false
    case .device, .socket, .link: throw .notToRead(path)
    }
  }

  private static func files(in folder: String) throws(Failure) -> [ImportSource] {
    var files: [ImportSource] = []
    var folders = [folder]
    while let next = folders.popLast() {
      let names: [Folder.Name]
      do throws(SystemError) {
        names = try Folder.open(try File.resolved(next)).names()
      } catch {
        throw .unreadable(next, error)
      }
      for name in names {
        let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
        let path =
          (next.hasSuffix("/") ? next : next + "/") + String(decoding: bytes, as: UTF8.self)
        var source = ImportSource(path: path, folder: folder)
        if String(validating: bytes, as: UTF8.self) == nil { source.obstacle = .name }
        switch try? FileStatus.of(path, followingLinks: false).kind {
        case .folder: folders.append(path)
        case .fifo, .socket, .device: break
        case .link:
          source.obstacle = .link
          files.append(source)
        case .regular, nil: files.append(source)
        }
        if files.count + folders.count > limit { throw .folderTooLarge(folder, limit: limit) }
      }
    }
    return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// All of the file; `nil` if it is larger than any that is read.
  func read() throws(Failure) -> [UInt8]? {
    let limit = ForeignFile.sizeLimit
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = path == "-" ? try StandardStreams.read(limit: limit) : try readFile(limit: limit)
    } catch {
      throw path == "-" ? .input(error, hint: Failure.fileHint) : .unreadable(path, error)
    }
    return bytes.flatMap { $0.count <= limit ? $0 : nil }
  }

  /// - Returns: `nil` for what is too large, of which nothing is read.
  private func readFile(limit: Int) throws(SystemError) -> [UInt8]? {
    let file = try Descriptor.open(path, O_RDONLY | O_NOCTTY)
    let size = try file.status().size
    return size > limit ? nil : try file.readAll(limit: limit, expecting: size)
  }
}
