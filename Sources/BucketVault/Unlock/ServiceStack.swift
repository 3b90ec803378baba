import Glibc

/// The modules that a PAM service names, read only to explain why PAM refused.
struct ServiceStack: Sendable {
  /// A line of a service file.
  struct Module: Sendable {
    /// `auth`, `account`, …
    let type: Substring
    /// As it stands in the file, such as `pam_unix.so`.
    let path: Substring
    let arguments: [Substring]
  }

  /// The service file, whether it is there or not.
  let path: String
  let exists: Bool
  let modules: [Module]

  static let systemFolders = ["/etc/pam.d", "/usr/lib/pam.d"]

  init(service: String, configuration: String?) {
    let folders = configuration.map { [$0] } ?? Self.systemFolders
    let paths = folders.map { $0 + "/" + service }
    let found = paths.first { unsafe access($0, F_OK) == 0 }
    path = found ?? paths[0]
    exists = found != nil
    var reading = Reading()
    // Without a file of its own, PAM takes the service called “other”.
    reading.read(found == nil ? "other" : service, in: folders)
    modules = reading.modules
  }

  func modules(named name: String) -> [Module] { modules.filter { $0.path.hasSuffix(name) } }

  /// The modules that are nowhere where PAM looks for them.
  var missingModules: [String] {
    modules.filter { module in
      let candidates =
        module.path.hasPrefix("/")
        ? [String(module.path)] : Self.moduleFolders.map { $0 + "/" + module.path }
      return !candidates.contains { unsafe access($0, F_OK) == 0 }
    }
    .map { String($0.path) }
  }

  private static var moduleFolders: [String] {
    ["/lib", "/usr/lib"].flatMap { root in
      ["\(root)/security", "\(root)64/security"]
        + File.names(in: root).filter { $0.contains("-linux-gnu") }.map {
          "\(root)/\($0)/security"
        }
    }
  }
}

extension ServiceStack {
  /// The reading of a service file and of those that it includes, each of them once: they may include
  /// each other, and what comes again names the same modules.
  private struct Reading {
    private(set) var modules: [Module] = []
    private var files: Set<FileStatus.Identity> = []

    mutating func read(_ service: String, in folders: [String]) {
      guard let text = newText(of: service, in: folders) else { return }
      // A backslash at its end carries a line on.
      for line in text.replacing("\\\n", with: " ").split(whereSeparator: \.isNewline) {
        var fields = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
        if fields.first == "@include", fields.count == 2 {
          // Debian reads this from the system's folder, whatever folder the line is in.
          read(String(fields[1]), in: ServiceStack.systemFolders)
          continue
        }
        guard fields.count >= 3 else { continue }
        let type = fields.removeFirst()
        // A control may be in brackets and hold spaces.
        var control = fields.removeFirst()
        while control.first == "[", control.last != "]", !fields.isEmpty {
          control = fields.removeFirst()
          if control.last == "]" { break }
          control = "["
        }
        guard !fields.isEmpty else { continue }
        let path = fields.removeFirst()
        if control == "include" || control == "substack" {
          read(String(path), in: folders)
        } else {
          modules.append(
            Module(
              type: type.first == "-" ? type.dropFirst() : type, path: path, arguments: fields))
        }
      }
    }

    private mutating func newText(of service: String, in folders: [String]) -> String? {
      for path in folders.map({ $0 + "/" + service }) {
        guard let identity = try? FileStatus.of(path).identity else { continue }
        guard files.insert(identity).inserted else { return nil }
        if let text = SmallFile.text(path, followingLinks: true) { return text }
      }
      return nil
    }
  }
}
