import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

/// What lies where a vault should be.
@Suite struct VaultFileTests {
  private let folder = ScratchFolder()
  private var path: String { folder.path(of: "places.vault") }

  private func refusal(writing: Bool = false, at path: String? = nil) -> VaultError? {
    let path = path ?? self.path
    do throws(VaultError) {
      if writing {
        _ = try VaultWriter.open(path) { _ in }
      } else {
        _ = try VaultFile.open(path)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [false, true])
  func `nothing, a dangling link and a path through nothing are missing`(writing: Bool) {
    #expect(refusal(writing: writing) == .missing)
    #expect(unsafe symlink("nowhere", path) == 0)
    #expect(refusal(writing: writing) == .missing)
    #expect(refusal(writing: writing, at: folder.path(of: "a/b/c")) == .missing)
  }

  @Test func `a path that can't be one has the system's reason`() throws {
    try Data("x".utf8).write(to: URL(filePath: path))
    #expect(refusal(at: path + "/x") == .unreadable(SystemError(code: ENOTDIR, call: "stat")))
    let loop = folder.path(of: "loop")
    #expect(unsafe symlink("loop", loop) == 0)
    #expect(refusal(at: loop) == .unreadable(SystemError(code: ELOOP, call: "stat")))
    let long = folder.path(of: String(repeating: "x", count: 300))
    #expect(refusal(at: long) == .unreadable(SystemError(code: ENAMETOOLONG, call: "stat")))
  }

  @Test(arguments: [false, true])
  func `an empty file and a folder are named as such`(writing: Bool) throws {
    try Data().write(to: URL(filePath: path))
    #expect(refusal(writing: writing) == .notAVault(.empty))
    #expect(refusal(writing: writing, at: folder.path) == .notAVault(.folder))
  }

  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func `a FIFO, a socket and a device are refused unopened`(writing: Bool) throws {
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(refusal(writing: writing) == .notAVault(.special))
    #expect(refusal(writing: writing, at: "/dev/null") == .notAVault(.special))
    #expect(refusal(writing: writing, at: "/dev/zero") == .notAVault(.special))
    let socket = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = folder.path(of: "s")
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name.utf8) }
    let bound = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(refusal(writing: writing, at: name) == .notAVault(.special))
  }

  @Test func `ten gigabytes of holes are refused without reading them`() throws {
    let file = try Descriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
    try file.truncate(to: 10 << 30)
    #expect(refusal() == .notAVault(.otherContent))
  }

  @Test func `a vault with ten gigabytes of holes behind it is damaged, without reading them`()
    throws
  {
    let vault = try VaultSample()
    try vault.put("a")
    let end = try vault.bytes.count
    let file = try Descriptor.open(vault.path, O_RDWR)
    try file.truncate(to: 10 << 30)
    #expect(vault.refusal() == .damaged(.frame(number: 2, offset: end)))
    #expect(throws: VaultError.damaged(.frame(number: 2, offset: end))) { try vault.put("b") }
    #expect(try file.status().size == 10 << 30)
  }

  @Test(.enabled(if: Person.isRoot, "only root can give files away"))
  func `somebody else's vault is theirs`() throws {
    let vault = try VaultSample()
    #expect(unsafe chown(vault.path, 65_534, 65_534) == 0)
    #expect(vault.refusal() == .foreignOwner(65_534))
    #expect(refusal(writing: true, at: vault.path) == .foreignOwner(65_534))
    // A link of ours to it makes no difference.
    #expect(unsafe symlink(vault.path, path) == 0)
    #expect(refusal() == .foreignOwner(65_534))
  }

  @Test(arguments: [0o000, 0o400, 0o200])
  func `a mode that forbids reading or writing has the system's reason`(mode: Int) async {
    await #expect(processExitsWith: .exitCode(7)) { [mode = mode as Int] in
      if Person.isRoot { Person.nobody.become() }
      let vault = try VaultSample()
      try vault.put("a")
      guard unsafe chmod(vault.path, mode_t(mode)) == 0 else { exit(2) }
      let denied = SystemError(code: EACCES, call: "open")
      let reading: VaultError? = mode == 0o400 ? nil : .unreadable(denied)
      guard vault.refusal() == reading else { exit(3) }
      guard mode == 0o400 else { exit(7) }
      do throws(VaultError) { try vault.put("b") } catch {
        exit(error == .readOnly(denied) ? 7 : 4)
      }
      exit(5)
    }
  }

  @Test func `a new vault never takes the place of anything`() throws {
    let target = folder.path(of: "target")
    let precious = Data("precious".utf8)
    let arrangements: [(String, (String) throws -> Void)] = [
      ("file", { try precious.write(to: URL(filePath: $0)) }),
      ("folder", { unsafe mkdir($0, 0o700) }),
      ("fifo", { unsafe mkfifo($0, 0o600) }),
      ("dangling", { unsafe symlink(target, $0) }),
    ]
    for (name, arrange) in arrangements {
      let path = folder.path(of: name)
      try arrange(path)
      let before = try FileStatus.of(path, followingLinks: false)
      #expect(throws: VaultError.exists, "\(name)") { try VaultSample(at: path) }
      #expect(try FileStatus.of(path, followingLinks: false).identity == before.identity)
    }
    #expect(try Data(contentsOf: URL(filePath: folder.path(of: "file"))) == precious)
    #expect(folder.names == ["dangling", "fifo", "file", "folder"])
  }

  @Test(arguments: [0o000, 0o077, 0o777])
  func `a new vault has mode 0600 whatever the umask`(mask: Int) async {
    await #expect(processExitsWith: .exitCode(7)) {
      [path = path as String, states = folder.path(of: "state") as String, mask = mask as Int] in
      umask(mode_t(mask))
      _ = try VaultSample(at: path, states: states)
      exit(try FileStatus.of(path).permissions == 0o600 ? 7 : 1)
    }
  }

  @Test func `no folder, no vault`() {
    let path = folder.path(of: "a/places.vault")
    #expect(throws: VaultError.unwritable(SystemError(code: ENOENT, call: "open"))) {
      try VaultSample(at: path)
    }
  }
}
