import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct FileTests {
  private let folder = ScratchFolder()
  private var path: String { folder.path(of: "file") }

  private func content(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b", "a", "b"), ("./a", ".", "a"),
  ])
  func `a path is a folder and a name`(path: String, folder: String, name: String) {
    #expect(File.folder(of: path) == folder)
    #expect(File.name(of: path) == name)
  }

  @Test func `a file is made once`() throws {
    try File.create(path, content: Array("one".utf8))
    #expect {
      try File.create(path, content: Array("two".utf8))
    } throws: { ($0 as? SystemError)?.code == EEXIST }
    #expect(try content(path) == "one")
    #expect(try FileStatus.of(path).permissions == 0o600)
    #expect(folder.names == ["file"])
  }

  @Test(.enabled(if: Person.isRoot, "only root can change the root folder"))
  func `a file is made once where files without a name can't be made`() async {
    let folder = ScratchFolder()
    await #expect(processExitsWith: .exitCode(7)) { [root = folder.path as String] in
      // Without /proc, an unnamed file can't be given a name.
      guard unsafe chroot(root) == 0, unsafe chdir("/") == 0 else { exit(1) }
      umask(0)
      try File.create("/file", content: Array("one".utf8))
      do throws(SystemError) {
        try File.create("/file", content: Array("two".utf8))
      } catch {
        guard error == SystemError(code: EEXIST, call: "renameat2") else { exit(2) }
        guard SmallFile.text("/file") == "one" else { exit(3) }
        guard try FileStatus.of("/file").permissions == 0o600 else { exit(4) }
        exit(File.names(in: "/") == ["file"] ? 7 : 5)
      }
      exit(6)
    }
  }

  @Test func `a file is replaced whole, whatever lay there`() throws {
    let other = folder.path(of: "other")
    try Data("precious".utf8).write(to: URL(filePath: other))
    #expect(unsafe symlink(other, path) == 0)
    try File.replace(path, content: Array("one".utf8))
    try File.replace(path, content: Array("two".utf8), durably: false)
    #expect(try content(path) == "two")
    #expect(try content(other) == "precious")
    #expect(try FileStatus.of(path, followingLinks: false).kind == .regular)
    #expect(folder.names == ["file", "other"])
  }

  @Test func `a replacement that fails leaves what was there, and no litter`() throws {
    try File.create(path, content: Array("one".utf8))
    #expect(throws: SystemError(code: EIO, call: "write")) {
      try File.replace(path, mode: 0o600, owner: nil) { descriptor throws(SystemError) in
        try descriptor.write(Array("tw".utf8))
        throw SystemError(code: EIO, call: "write")
      }
    }
    #expect(try content(path) == "one")
    #expect(folder.names == ["file"])
  }

  @Test func `what a killed process left is removed, and what a living one makes is not`() throws {
    let drafts = [".file.bucket-0123456789abcdef.new", ".file.bucket-123456789abcdef0.new"]
    for draft in drafts { folder.write(draft, "half") }
    let living = try Descriptor.open(folder.path(of: drafts[1]), O_RDONLY)
    #expect(try living.tryLock(exclusively: true))
    try File.replace(path, content: Array("one".utf8))
    #expect(folder.names == [drafts[1], "file"])
  }

  @Test func `folders are made with those above them, for their owner alone`() throws {
    let deep = folder.path(of: "a/b/c")
    try File.makeFolder(deep)
    try File.makeFolder(deep)
    for path in ["a", "a/b", "a/b/c"] {
      #expect(try FileStatus.of(folder.path(of: path)).permissions == 0o700)
    }
    try File.create(path, content: [])
    #expect(throws: SystemError(code: ENOTDIR, call: "mkdir")) { try File.makeFolder(path) }
    #expect(throws: SystemError(code: ENOTDIR, call: "mkdir")) { try File.makeFolder(path + "/a") }
  }

  @Test func `a signal that comes while a file is replaced is delivered after it`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let path = "/tmp/bucket-test-\(getpid())"
      signal(SIGTERM) { _ in
        let there = unsafe access("/tmp/bucket-test-\(getpid())", F_OK) == 0
        unsafe unlink("/tmp/bucket-test-\(getpid())")
        _exit(there ? 7 : 1)
      }
      // The threads that tests run on hold back all signals.
      var none = sigset_t()
      unsafe sigemptyset(&none)
      unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
      try File.replace(path, mode: 0o600, owner: nil) { descriptor throws(SystemError) in
        raise(SIGTERM)
        try descriptor.write(Array("x".utf8))
      }
      exit(2)
    }
  }
}
