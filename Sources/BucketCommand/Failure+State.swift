import BucketVault
import FoundationEssentials
import Glibc

extension Failure {
  /// A log of attempts that can't be read at all.
  static func attemptLog(_ error: StateFileError, _ environment: Environment) -> Failure {
    let (message, advice) = words(for: error, environment)
    return Failure(
      "state-unusable", .failed, "the failed unlocks can't be read: \(message)", hints: [advice])
  }

  /// What is wrong with a file of the state folder, and what to do.
  static func words(
    for error: StateFileError, _ environment: Environment
  ) -> (message: String, advice: String) {
    words(for: error, shown: environment.abbreviated(error.path))
  }

  /// - Parameter path: The path of the file as a person writes it.
  static func words(
    for error: StateFileError, shown path: String
  ) -> (message: String, advice: String) {
    let path = DisplayText.neutralised(path)
    let word = word(error.path)
    let movingAway = moving(error.path)
    return switch error.fact {
    case .otherKind(let kind):
      ("\(path) is \(name(of: kind)), and should be a file of bucket's own", movingAway)
    case .content:
      ("\(path) doesn't hold what bucket writes", "bucket list writes it anew")
    case .foreignOwner(let uid):
      ("\(path) belongs to another user (uid \(uid))", movingAway)
    case .held:
      ("\(path) is held by another program", "lslocks tells which")
    case .folder(let failure):
      (
        "\(path) can't be used: \(failure.text)",
        isForeign(error.path)
          ? "it belongs to another user; have it given to you: sudo chown -R \"$USER\" \(word)"
          : advice(forFolder: failure, word)
      )
    case .system(let error):
      ("\(path) can't be used: \(error.text)", advice(for: error, word))
    }
  }

  private static func isForeign(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path).owner != geteuid()
    } catch {
      return false
    }
  }

  private static func advice(forFolder error: SystemError, _ word: String) -> String {
    switch error.code {
    case EACCES, EPERM: "chmod u=rwx \(word)"
    case EROFS: "set XDG_STATE_HOME to a folder that can be written"
    case ENOSPC, EDQUOT: "make room on its disk"
    case EIO: "see what is wrong with its disk"
    default: "make it a folder of yours"
    }
  }

  private static func advice(for error: SystemError, _ word: String) -> String {
    switch error.code {
    case EACCES, EPERM: "chmod u=rw \(word)"
    case EROFS: "set XDG_STATE_HOME to a folder that can be written"
    case ENOSPC, EDQUOT: "make room on its disk"
    default: "see what is wrong with it: stat \(word)"
    }
  }

  /// What is said of lines of the log of attempts that can't be read, and what to do.
  static func words(
    forUnreadableLines count: Int, of path: String, _ environment: Environment
  ) -> (message: String, advice: String) {
    let shown = DisplayText.neutralised(environment.abbreviated(path))
    return (
      "\(Count.of(count, "line", "lines")) of \(shown) can't be read, damaged or by another hand",
      moving(path)
    )
  }

  /// What is said of notes that the vault's key doesn't open.
  static func words(
    forForeignNotes count: Int, of path: String, _ environment: Environment
  ) -> String {
    let shown = DisplayText.neutralised(environment.abbreviated(path))
    return
      "\(Count.of(count, "line", "lines")) of \(shown) can't be read, by another hand or for the key "
      + "of another copy of the vault, older or newer"
  }

  private static func name(of kind: FileStatus.Kind) -> String {
    switch kind {
    case .regular: "a file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .fifo: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}
