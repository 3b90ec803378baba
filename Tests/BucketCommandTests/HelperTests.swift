import Glibc
import TestSupport
import Testing

/// A right password that PAM's helper can't check. The machine's own helper is left alone: another
/// one takes its place in a private namespace.
@Suite(.enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
struct HelperTests {
  private static let helper = "/usr/sbin/unix_chkpwd"
  private static let reinstall =
    "have an administrator run: apt-get install --reinstall libpam-modules-bin"

  private func home() throws -> BucketHome {
    let home = try BucketHome(user: SystemUser())
    home.serveWithoutDelay()
    try home.makeVault(answers: [SystemUser.password])
    try home.lock()
    return home
  }

  /// What runs the rest of its words where something was mounted.
  private func mounting(_ commands: String) -> [String] {
    ["unshare", "--mount", "sh", "-c", "\(commands) && exec \"$@\"", "sh"]
  }

  private func refused(_ home: BucketHome, outside: [String] = [], inside: [String] = []) throws
    -> Refusal
  {
    let refusal = try home.refusal(
      answers: [SystemUser.password], outside: outside, inside: inside)
    #expect(try home.notedAttempts() == 1)
    #expect(try home.toldAttempts(answers: [SystemUser.password]) == 1)
    return refusal
  }

  private func told(_ message: String, _ hint: String) -> Refusal {
    Refusal(
      "helper-unprivileged", "PAM can't check passwords here: " + message,
      hints: [hint, Refusal.recoveryHint])
  }

  @Test func `a process that may gain no privileges is told as that`() throws {
    let home = try home()
    #expect(
      try refused(home, inside: ["setpriv", "--no-new-privs"])
        == told(
          "this process may not gain privileges (no_new_privs)",
          "run bucket outside of the sandbox or service that sets it"))
  }

  /// Mode and group of a helper that can't read the passwords.
  @Test(arguments: [("0755", "shadow"), ("2755", "root"), ("4700", "root"), ("2750", "shadow")])
  func `a helper that lost its privileges is told as that`(mode: String, group: String) throws {
    let home = try home()
    let copy = home.makeFolder("helper") + "/unix_chkpwd"
    let prepare = "cp \(Self.helper) \(copy) && chgrp \(group) \(copy) && chmod \(mode) \(copy)"
    #expect(
      try refused(home, outside: mounting("\(prepare) && mount --bind \(copy) \(Self.helper)"))
        == told("\(Self.helper) has lost its privileges", Self.reinstall))
  }

  @Test func `a helper on a file system that grants no privileges is told as that`() throws {
    let home = try home()
    let mount =
      "mount --bind \(Self.helper) \(Self.helper)"
      + " && mount -o remount,bind,nosuid \(Self.helper)"
    #expect(
      try refused(home, outside: mounting(mount))
        == told(
          "\(Self.helper) is on a file system mounted nosuid",
          "have an administrator mount it without nosuid"))
  }

  @Test func `a helper that is not there is told as that`() throws {
    let home = try home()
    #expect(
      try refused(home, outside: mounting("mount -t tmpfs none /usr/sbin"))
        == told(
          "there is no \(Self.helper)",
          "have an administrator run: apt-get install libpam-modules-bin"))
  }

  @Test func `a user namespace without the helper's rights is told as that`() throws {
    let home = try home()
    let user = try #require(home.user)
    let enter = [
      "unshare", "--user", "--map-user=\(user.uid)", "--map-group=\(user.group)",
    ]
    guard try home.shell((enter + ["true"]).joined(separator: " ")).end == .exited(0) else {
      try Test.cancel("users may make no user namespaces here")
    }
    #expect(
      try refused(home, inside: enter)
        == told(
          "this process is in a user namespace of its own",
          "run bucket outside of the container or sandbox that made it"))
  }
}
