import BucketVault
import Glibc
import TestSupport
import Testing

@testable import BucketCommand

struct PrivateFolderTests {
  /// A folder in memory, so that tests see no folder but their own.
  let memory = ScratchFolder(in: "/dev/shm")

  private var environment: [String: String] { ["XDG_RUNTIME_DIR": memory.path] }

  private func list(_ path: String) throws -> [String] {
    try ProgramRun.of(["ls", "-A", path]).outputText.split(separator: "\n").map(String.init)
  }

  @Test func `only we may enter, and only we may read`() throws {
    let folder = try PrivateFolder.make(in: environment)
    try folder.write("text")
    let modes = try ProgramRun.of(["stat", "-c", "%a", folder.path, folder.file]).outputText
    #expect(modes == "700\n600\n")
    #expect(folder.path.hasPrefix(memory.path + "/bucket-edit.\(getpid())."))
    #expect(folder.file.hasSuffix("/place.txt"))
    #expect(try folder.read() == Array("text".utf8))
  }

  @Test func `all that it holds goes with it`() throws {
    let outside = ScratchFolder(in: "/dev/shm")
    let mine = outside.write("mine", "precious")
    var folder = try PrivateFolder.make(in: environment)
    try folder.write("text")
    let script = """
      cd '\(folder.path)'; echo a >place.txt~; echo b >.place.txt.swp; mkdir -p x/y; echo c >x/y/z
      ln -s '\(mine)' link; ln '\(mine)' second; mkfifo pipe; ln -s '\(outside.path)' away
      echo d >"$(printf 'not\\377utf8')"; echo e >locked; chmod 0 locked
      """
    #expect(try ProgramRun.of(["sh", "-c", script]).errorText == "")
    try folder.wipe()
    #expect(try list(memory.path).isEmpty)
    #expect(try ProgramRun.of(["cat", mine]).outputText == "precious")
  }

  @Test func `what is taken away is overwritten first`() throws {
    var folder = try PrivateFolder.make(in: environment)
    try folder.write("secret text")
    let file = try Descriptor.open(folder.file, O_RDONLY)
    try folder.wipe()
    #expect(try file.read(count: 100) == [UInt8](repeating: 0, count: 11))
  }

  @Test func `it goes away even if nobody takes it away`() throws {
    do {
      let folder = try PrivateFolder.make(in: environment)
      try folder.write("text")
      #expect(try list(memory.path).count == 1)
    }
    #expect(try list(memory.path).isEmpty)
  }

  @Test func `nothing that stands in the place of the file is followed`() throws {
    let outside = ScratchFolder()
    let mine = outside.write("mine", "precious")
    let folder = try PrivateFolder.make(in: environment)
    _ = try ProgramRun.of(["ln", "-s", mine, folder.file])
    #expect(throws: EditorError.system(SystemError(code: EEXIST, call: "openat"))) {
      try folder.write("text")
    }
    #expect(throws: EditorError.notAFile) { try folder.read() }
  }

  @Test(
    arguments: [
      ("rm place.txt", .fileGone), ("rm place.txt; mkdir place.txt", .notAFile),
      ("rm place.txt; mkfifo place.txt", .notAFile),
      ("rm place.txt; ln -s /dev/zero place.txt", .notAFile),
      ("truncate -s 10G place.txt", .tooLarge(limit: 2 << 20, keptAt: nil)),
    ] as [(String, EditorError)])
  func `only a file of bearable size is read`(script: String, error: EditorError) throws {
    let folder = try PrivateFolder.make(in: environment)
    try folder.write("text")
    _ = try ProgramRun.of(["sh", "-c", "cd '\(folder.path)'; \(script)"])
    #expect(throws: error) { try folder.read() }
    _ = try ProgramRun.of(["sh", "-c", "rm -rf '\(folder.path)'/*"])
  }

  @Test func `where a place won't do, the next one is taken`() throws {
    let open = ScratchFolder(in: "/dev/shm")
    _ = unsafe chmod(open.path, 0o777)
    for candidate in [open.path, "/absent", "relative", "/tmp"] {
      let folder = try PrivateFolder.make(in: ["XDG_RUNTIME_DIR": candidate])
      #expect(folder.path.hasPrefix("/dev/shm/bucket-edit."))
    }
  }

  @Test func `a folder on a disk is taken only if it is asked for, and others can't meddle`()
    throws
  {
    let disk = ScratchFolder()
    #expect(throws: EditorError.noMemoryFolder) {
      _ = try PrivateFolder.make(in: ["TMPDIR": disk.path], candidates: [disk.path])
    }
    let folder = try PrivateFolder.make(
      in: [:], candidates: [disk.path], allowingDisk: disk.path)
    #expect(folder.path.hasPrefix(disk.path))
    _ = unsafe chmod(disk.path, 0o777)
    #expect(throws: EditorError.unfitFolder(path: disk.path)) {
      _ = try PrivateFolder.make(in: [:], candidates: [], allowingDisk: disk.path)
    }
  }

  @Test func `what a killed program left is found and taken away, and nothing else`() throws {
    let leftover = memory.makeFolder("bucket-edit.4194305.abc")
    memory.write("bucket-edit.4194305.abc/place.txt", "text")
    for name in ["bucket-edit.x.abc", "bucket-edit.1", "other"] { memory.makeFolder(name) }
    let others = memory.makeFolder("bucket-edit.7.abc")
    _ = try ProgramRun.of(["chown", "nobody", others])
    let outside = ScratchFolder()
    outside.write("mine", "precious")
    _ = try ProgramRun.of(["ln", "-s", outside.path, memory.path + "/bucket-edit.8.abc"])
    let used = try PrivateFolder.make(in: environment)
    try used.write("text")
    let found = PrivateFolder.leftovers(in: environment).map(\.path)
    #expect(found.filter { $0.hasPrefix(memory.path) } == [leftover])
    #expect(PrivateFolder.sweep(in: environment) { _ in true }.map(\.path).contains(leftover))
    #expect(try list(memory.path).count == 6)
    #expect(try used.read() == Array("text".utf8))
    #expect(try list(outside.path) == ["mine"])
  }
}
