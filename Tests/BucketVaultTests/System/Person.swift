import Glibc

/// A user that a child started by root can become.
struct Person {
  let uid: uid_t
  let gid: gid_t

  /// The user that owns nothing.
  static let nobody = Person(uid: 65534, gid: 65534)

  static var isRoot: Bool { geteuid() == 0 }

  /// Gives up the rights of root for good.
  func become() {
    precondition(
      setgroups(0, nil) == 0 && setgid(gid) == 0
        && setuid(uid) == 0, "the user could not be changed")
  }
}
