import BucketVault
import FoundationEssentials

/// What the environment says about where things are and how to behave.
struct Environment: Sendable {
  private let variables: [String: String]

  init(_ variables: [String: String] = ProcessInfo.processInfo.environment) {
    self.variables = variables
  }

  /// A variable; `nil` where it is not set or empty.
  subscript(name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// All of them, as they are handed to an editor.
  var all: [String: String] { variables }

  /// A folder of PAM service files to use instead of the system's.
  var pamConfiguration: String? { self["BUCKET_PAM_CONFDIR"] }

  /// The locale whose order of names is the person's, as setlocale(3) finds it.
  var collation: String { self["LC_ALL"] ?? self["LC_COLLATE"] ?? self["LANG"] ?? "" }

  /// Where the vault is unless the command line says otherwise.
  func vaultPath() throws(Failure) -> String {
    if let path = self["BUCKET_VAULT"] { return path }
    return try folder("XDG_DATA_HOME", else: ".local/share") + "/bucket/places.vault"
  }

  /// The folder for what is only of this machine.
  func stateFolder() throws(Failure) -> String {
    try folder("XDG_STATE_HOME", else: ".local/state") + "/bucket"
  }

  private func folder(_ variable: String, else usual: String) throws(Failure) -> String {
    // Relative paths in these variables are to be ignored: XDG Base Directory Specification.
    if let folder = self[variable], folder.hasPrefix("/") { return folder }
    guard let home = self["HOME"], home.hasPrefix("/") else { throw .noHome(variable: variable) }
    return "\(home)/\(usual)"
  }

  /// A path as a person writes it, with `~` for the home folder.
  func abbreviated(_ path: String) -> String {
    guard let home = self["HOME"], home.hasPrefix("/"), path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }
}
