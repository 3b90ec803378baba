import Glibc

/// Why a file of the state folder can't be used.
public struct StateFileError: Error, Hashable, Sendable {
  public enum Fact: Hashable, Sendable {
    /// Something that is no regular file has its name.
    case otherKind(FileStatus.Kind)
    /// It doesn't hold what bucket writes.
    case content
    /// It belongs to the user with this uid, who doesn't share it.
    case foreignOwner(UInt32)
    /// Another process holds its lock.
    case held
    /// The folder, which is the path, is none or can't be used.
    case folder(SystemError)
    case system(SystemError)
  }

  /// Whether it is there, and only can't be got at.
  var isOfAccess: Bool {
    switch fact {
    case .foreignOwner: true
    case .folder(let error), .system(let error): [EACCES, EPERM, EIO].contains(error.code)
    case .otherKind, .content, .held: false
    }
  }

  public let path: String
  public let fact: Fact

  init(_ path: String, _ fact: Fact) { (self.path, self.fact) = (path, fact) }
}
