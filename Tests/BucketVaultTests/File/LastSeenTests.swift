import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct LastSeenTests {
  private let vault: VaultSample

  init() throws {
    vault = try VaultSample()
    try vault.put("a", "b", "c")
  }

  private var path: String { get throws { try vault.state.lastSeenPath } }
  private var text: String {
    get throws { String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) }
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: try path))
  }

  @Test func `what was seen last is remembered`() throws {
    let seen = try #require(try vault.state.lastSeen())
    #expect(seen.revision == 1)
    #expect(seen.epoch == 1)
    #expect(seen.sequence == 3)
    #expect(seen.offset == 3 * 1068)
    #expect(seen.tag.bytes == Array(try vault.bytes.suffix(16)))
  }

  static let garbage = [
    "", "{}", "null", "\0\0\0\0", "garbage", "[1,2,3]",
    #"{"epoch":1,"offset":1e99,"revision":1,"sequence":3,"tag":"00"}"#,
  ]

  @Test(arguments: garbage)
  func `what can't be made sense of is told of once, and is mended`(text: String) throws {
    let before = try self.text
    try write(text)
    let notices = Notices()
    #expect(try vault.texts(notices: notices) == ["a", "b", "c"])
    #expect(notices.all == [.stateNotRead(StateFileError(try path, .content))])
    #expect(try self.text == before)
    #expect(try vault.texts(notices: notices) == ["a", "b", "c"] && notices.all.count == 1)
    try write(text)
    try vault.put("d")
    #expect(try vault.texts() == ["a", "b", "c", "d"])
  }

  static let numbers = [
    ("offset", "9223372036854775807"), ("offset", "9223372036854775000"),
    ("offset", "4611686018427387904"), ("offset", "-1"), ("offset", "0"), ("offset", "1"),
    ("offset", "15"), ("offset", "-9223372036854775808"), ("offset", "1068"),
    ("sequence", "-1"), ("sequence", "0"), ("sequence", "-9223372036854775808"),
    ("sequence", "9223372036854775807"), ("sequence", "4"),
    ("revision", "0"), ("revision", "-9223372036854775808"),
    ("epoch", "0"), ("epoch", "-1"), ("tag", "\"\""), ("tag", "\"00\""),
  ]

  @Test(arguments: numbers)
  func `numbers that can't be do no harm to what is in the vault`(
    name: String, value: String
  ) throws {
    var json = try text
    let field = try #require(json.firstRange(of: "\"\(name)\":"))
    let end = try #require(json[field.upperBound...].firstIndex { $0 == "," || $0 == "}" })
    json.replaceSubrange(field.upperBound..<end, with: value)
    #expect(json != (try text))
    try write(json)
    // The vault opens or is called older, but whatever is added then can be read.
    do throws(VaultError) {
      try vault.put("d")
    } catch {
      guard case .older = error else {
        Issue.record("\(error)")
        return
      }
    }
    try vault.forgetState()
    let texts = try vault.texts()
    #expect(texts.prefix(3) == ["a", "b", "c"] && texts.dropFirst(3).allSatisfy { $0 == "d" })
  }

  @Test(arguments: ["fifo", "folder", "link", "dangling"])
  func `something else in its place neither stops nor holds up anybody`(kind: String) throws {
    let path = try path
    let target = vault.folder.path(of: "target")
    try FileManager.default.removeItem(atPath: path)
    switch kind {
    case "fifo": #expect(unsafe mkfifo(path, 0o600) == 0)
    case "folder": #expect(unsafe mkdir(path, 0o700) == 0)
    default:
      if kind == "link" { try Data("precious".utf8).write(to: URL(filePath: target)) }
      #expect(unsafe symlink(target, path) == 0)
    }
    let notices = Notices()
    #expect(try vault.texts(notices: notices) == ["a", "b", "c"])
    try vault.put("d")
    #expect(try vault.texts() == ["a", "b", "c", "d"])
    let kinds: [String: FileStatus.Kind] = ["fifo": .fifo, "folder": .folder]
    #expect(
      notices.all == [.stateNotRead(StateFileError(path, .otherKind(kinds[kind] ?? .link)))])
    if kind != "folder" {
      #expect(try FileStatus.of(path, followingLinks: false).kind == .regular)
    }
    if kind == "link" {
      #expect(try Data(contentsOf: URL(filePath: target)) == Data("precious".utf8))
    } else {
      #expect(unsafe access(target, F_OK) != 0)
    }
    #expect(vault.folder.names.allSatisfy { !$0.hasSuffix(".new") })
  }
}
