import TestSupport
import Testing

/// File systems that are really full, or can really only be read.
@Suite(
  .enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"),
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct FullFileSystemTests {
  // Locked before the disk that its vault is on goes.
  let household: Household
  let disk: SmallFileSystem
  let vault: String
  let full = "No space left on device"
  /// Longer than what is left of a page.
  static let long = String(repeating: "long ", count: 1_000)

  init() throws {
    disk = try SmallFileSystem(kilobytes: 64)
    household = try Household(hasVault: false)
    vault = disk.path + "/places.vault"
    household["BUCKET_VAULT"] = vault
  }

  private func make() throws {
    let run = try household.bucket(Household.makingVault, input: household.password + "\n")
    #expect(run.end == .exited(0), "\(run.errorText)")
    _ = try household.bucket(["add", "Baikal"])
  }

  private func bytes(_ path: String) throws -> [UInt8] { try ProgramRun.of(["cat", path]).output }

  private func entries() throws -> String { try ProgramRun.of(["ls", "-A", disk.path]).outputText }

  @Test(arguments: [
    ["add", "Hut", "-d", long], ["edit", "Baikal", "-d", long], ["add", "Hut", "--edit"],
    ["edit", "Baikal"],
  ])
  func `a change that doesn't fit leaves the vault as it was`(words: [String]) throws {
    try make()
    household.useEditor("printf 'name: Baikal\\n\\n%s\\n' '\(Self.long)' >\"$1\"")
    try disk.fill()
    let before = try bytes(vault)
    let run = try household.bucket(words)
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("could not be written: \(full)"))
    #expect(run.errorText.contains("make room and try again; the vault is as it was"))
    #expect(try bytes(vault) == before)
    #expect(try entries() == "filler\nplaces.vault\n")
    let isEdited = words.contains("--edit") || words.count == 2
    #expect(run.errorText.contains("kept as a sealed draft") == isEdited)
    #expect(try household.names() == ["Baikal"])
    _ = try household.shell("rm '\(disk.path)/filler'")
    #expect(try household.bucket(words).end == .exited(0))
    #expect(try household.places()?.contains { $0.description?.count ?? 0 > 4_000 } == true)
  }

  @Test func `a purge that doesn't fit leaves the vault as it was`() throws {
    try make()
    _ = try household.bucket(["edit", "Baikal", "-d", "deep"])
    let filler = try disk.fill()
    let before = try bytes(vault)
    let run = try household.bucket(["purge", "--history", "-y"])
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("could not be written: \(full)"))
    #expect(try bytes(vault) == before)
    #expect(try entries() == "filler\nplaces.vault\n")
    #expect(try household.bucket(["history"]).outputText.contains("description: + deep"))
    _ = try household.shell("rm '\(filler)'")
    #expect(try household.bucket(["purge", "--history", "-y"]).end == .exited(0))
    #expect(try household.names() == ["Baikal"])
  }

  @Test func `no vault is made where there is no room`() throws {
    try disk.fill()
    let run = try household.bucket(Household.makingVault, input: household.password + "\n")
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("places.vault could not be made: \(full)"))
    #expect(run.errorText.contains("hint: there is no vault"))
    #expect(try entries() == "filler\n")
    _ = try household.shell("rm '\(disk.path)/filler'")
    try make()
  }

  @Test(arguments: [false, true])
  func `an export that doesn't fit is not begun`(replaces: Bool) throws {
    try make()
    _ = try household.bucket(["add", "Hut", "-d", Self.long])
    let file = disk.path + "/places.geojson"
    if replaces { _ = try household.shell("echo before >'\(file)'") }
    try disk.fill()
    let run = try household.bucket(["export", "-o", file] + (replaces ? ["--force"] : []))
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("places.geojson can't be written: \(full)"))
    #expect(run.errorText.contains("nothing was written"))
    #expect(try entries() == "filler\n\(replaces ? "places.geojson\n" : "")places.vault\n")
    if replaces { #expect(try bytes(file) == Array("before\n".utf8)) }
  }

  @Test func `an export to standard output that has no room is a failure`() throws {
    try make()
    try disk.fill()
    let run = try household.shell("\"$BUCKET\" export >'\(disk.path)/places.geojson'")
    #expect(run.end == .exited(1))
    #expect(run.errorText.hasPrefix("bucket: error: standard output can't be written: \(full)"))
    #expect(!run.errorText.contains("wrote"))
  }

  @Test func `without room for the state a change is made, with a warning`() throws {
    household["XDG_STATE_HOME"] = disk.path + "/state"
    household["BUCKET_VAULT"] = household.home + "/places.vault"
    try make()
    try disk.fill()
    let run = try household.bucket(["add", "Hut"])
    #expect(run.end == .exited(0))
    #expect(run.errorText.contains("warning: an older copy of the vault would not be noticed"))
    #expect(run.errorText.contains(full))
    #expect(try household.names() == ["Baikal", "Hut"])
  }

  @Test func `a write that is killed half way is told of, cut off and kept`() throws {
    try make()
    try disk.resize(kilobytes: 4)
    let before = try bytes(vault)
    // The page has room for some of the bytes; the call that asks for more is the second.
    let shim = FaultShim(folders: [disk.path], calls: ["pwrite"])
    let kill = Fault(.killsBefore, at: 2)
    let words = ["add", "Hut", "-d", Self.long]
    #expect(try shim.run(words, in: household, with: kill).run.end == .killed(9))
    let torn = try bytes(vault)
    #expect(torn.count == 4096 && torn.starts(with: before))
    let list = try household.bucket(["list"])
    #expect(list.end == .exited(0) && list.outputText.contains("Baikal"))
    #expect(list.errorText.contains("a write to the vault was interrupted; its "))
    try disk.resize(kilobytes: 64)
    let add = try household.bucket(["add", "Hut"])
    #expect(add.end == .exited(0))
    #expect(add.errorText.contains("an interrupted write was cut off the vault; a copy of it is"))
    #expect(try household.bucket(["list"]).errorText == "")
    #expect(try household.names() == ["Baikal", "Hut"])
    let check = try household.bucket(["check"])
    #expect(check.outputText.contains("1 copy of interrupted writes, sealed, in "))
  }

  @Test(arguments: [false, true])
  func `what can only be read can be read`(isBound: Bool) throws {
    try make()
    if isBound {
      let path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
      let bind = "mount --bind '\(disk.path)' '\(disk.path)'"
      _ = try household.shell("\(path); \(bind) && mount -o remount,ro,bind '\(disk.path)'")
    } else {
      try disk.makeReadOnly()
    }
    defer { if isBound { _ = try? household.shell("/usr/bin/umount '\(disk.path)'") } }
    #expect(try household.bucket(["list"]).outputText.contains("Baikal"))
    #expect(try household.bucket(["show", "Baikal"]).end == .exited(0))
    let export = try household.bucket(["export", "-o", household.home + "/out"])
    #expect(export.end == .exited(0), "\(export.errorText)")
    #expect(try household.bucket(["history"]).outputText.contains("added Baikal"))
    for words in [
      ["add", "Hut"], ["edit", "Baikal", "-d", "x"], ["remove", "Baikal", "-y"], ["undo"],
    ] {
      let run = try household.bucket(words)
      #expect(run.end == .exited(1))
      #expect(
        run.errorText == """
          bucket: error: \(vault) can't be written: Read-only file system
          bucket: hint: it can still be read: list, show and export work

          """)
    }
    let elsewhere = try household.bucket(["export", "-o", disk.path + "/out"])
    #expect(elsewhere.end == .exited(1) && elsewhere.errorText.contains("Read-only file system"))
  }
}
