import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct SmallFileTests {
  private let folder = ScratchFolder()
  private var path: String { folder.path(of: "file") }

  @Test(arguments: [0, 1, 65_536, 1 << 20])
  func `a file up to the limit is read`(count: Int) throws {
    let bytes = [UInt8](repeating: 7, count: count)
    try Data(bytes).write(to: URL(filePath: path))
    #expect(SmallFile.bytes(path) == bytes)
  }

  @Test func `a longer file is not`() throws {
    try Data([UInt8](repeating: 7, count: 1 << 20 + 1)).write(to: URL(filePath: path))
    #expect(SmallFile.bytes(path) == nil)
    #expect(SmallFile.bytes(path, limit: 2 << 20)?.count == 1 << 20 + 1)
    let holes = try Descriptor.open(folder.path(of: "holes"), O_RDWR | O_CREAT, mode: 0o600)
    try holes.truncate(to: 1 << 30)
    #expect(SmallFile.bytes(folder.path(of: "holes")) == nil)
  }

  @Test func `what is no regular file is not read`() throws {
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(SmallFile.bytes(path) == nil)
    #expect(SmallFile.bytes(folder.path) == nil)
    #expect(SmallFile.bytes("/dev/zero") == nil)
    #expect(SmallFile.bytes(folder.path(of: "nothing")) == nil)
  }

  @Test func `links are followed only where that is asked for`() throws {
    try Data("text".utf8).write(to: URL(filePath: path))
    let link = folder.path(of: "link")
    #expect(unsafe symlink(path, link) == 0)
    #expect(SmallFile.text(link) == nil)
    #expect(SmallFile.text(link, followingLinks: true) == "text")
  }

  @Test(arguments: [("12\n", 12), ("max\n", nil), ("", nil), ("-1\n", -1), ("12\n13\n", 12)])
  func `a number stands on a line of its own`(text: String, number: Int?) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(SmallFile.number(path) == number)
  }
}
