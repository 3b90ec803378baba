import CLinux
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct PreflightTests {
  private static let unix = "auth required pam_unix.so\naccount required pam_unix.so"

  @Test func `this user has a name`() throws {
    let name = try #require(Preflight(configuration: nil).user)
    let entry = SmallFile.text("/etc/passwd")?.split(separator: "\n").first {
      $0.hasPrefix(name + ":")
    }
    #expect(entry?.split(separator: ":").dropFirst(2).first == "\(getuid())")
  }

  @Test func `who can read the shadow file needs no helper`() throws {
    let login = try LoginSample(Self.unix)
    if Person.isRoot { #expect(Preflight(configuration: login.folder.path).helperProblem == nil) }
    #expect(Preflight(configuration: login.folder.path).service.exists)
    #expect(Preflight(configuration: login.folder.path).missingModules == [])
  }

  @Test(.enabled(if: Person.isRoot, "only root can become a user without an entry"))
  func `a uid without an entry has no name`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Person(uid: 64_124, gid: 64_124).become()
      exit(Preflight(configuration: nil).user == nil ? 7 : 1)
    }
  }

  @Test func `a helper that may gain no privileges is noticed, where a module needs it`()
    async throws
  {
    // What root made here, only root can remove.
    let unix = try LoginSample(Self.unix)
    let other = try LoginSample("auth required pam_permit.so")
    for login in [unix, other] { unsafe chmod(login.folder.path, 0o755) }
    await #expect(processExitsWith: .exitCode(7)) {
      [unix = unix.folder.path as String, other = other.folder.path as String] in
      if Person.isRoot { Person.nobody.become() }
      // PR_SET_NO_NEW_PRIVS
      guard bucket_prctl(38, 1) == 0 else { exit(1) }
      guard Preflight(configuration: unix).helperProblem == .noNewPrivileges else {
        exit(2)
      }
      exit(Preflight(configuration: other).helperProblem == nil ? 7 : 3)
    }
  }
}
