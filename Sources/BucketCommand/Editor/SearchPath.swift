import BucketVault
import Glibc

/// The folders in which programs are looked for by name.
struct SearchPath {
  private let folders: [Substring]

  /// - Parameter variable: The value of PATH; parts of it that depend on the current folder don't
  ///   count, since whoever fills that folder would choose the editor.
  init(_ variable: String?) {
    folders = (variable ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
      .filter { $0.hasPrefix("/") }
  }

  /// The path of a program that can be run; `nil` if there is none.
  ///
  /// - Parameter name: A name to look for, or a path, which stands as it is.
  func program(named name: String) -> String? {
    if name.contains("/") { return Self.isProgram(name) ? name : nil }
    return folders.lazy.map { "\($0)/\(name)" }.first(where: Self.isProgram)
  }

  /// Where symbolic links lead to from a path in the end.
  static func target(of path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func isProgram(_ path: String) -> Bool {
    guard let status = try? FileStatus.of(path), status.kind == .regular else { return false }
    return unsafe access(path, X_OK) == 0
  }

  /// The words of the choice that `select-editor` keeps at home.
  static func selectedEditor(home: String) -> [String]? {
    guard
      let file = try? Descriptor.open("\(home)/.selected_editor", O_RDONLY | O_NONBLOCK),
      let status = try? file.status(), status.kind == .regular,
      let bytes = try? file.read(count: 4096, at: 0)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let assignment = "SELECTED_EDITOR="
    // A shell reads the file, so the last assignment counts, and its value is split once more.
    guard let line = lines.last(where: { $0.hasPrefix(assignment) }),
      let value = ShellWords(String(line.dropFirst(assignment.count)))?.words.first
    else { return nil }
    let words = value.split(separator: " ").map(String.init)
    return words.isEmpty ? nil : words
  }
}
