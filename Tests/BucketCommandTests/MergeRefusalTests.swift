import TestSupport
import Testing

/// `bucket merge` of what can't be merged: it is said why, and nothing is changed.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct MergeRefusalTests {
  let machines: TwoMachines
  var here: Household { machines.here }

  init() throws {
    machines = try TwoMachines()
    for name in ["Baikal", "Camp"] { try machines.here("add", name) }
    try machines.part()
    try machines.there("add", "Sea", "-d", "deep")
  }

  struct Other: Sendable, CustomTestStringConvertible {
    let making: String
    let status: CInt
    let message: String
    var hint = "name the other copy of your vault"

    var testDescription: String { message }
  }

  static let others = [
    Other(making: "ln -sf \"$VAULT\" other", status: 1, message: "other is this vault itself"),
    Other(making: "ln -f \"$VAULT\" other", status: 1, message: "other is this vault itself"),
    Other(making: ":", status: 1, message: "there is no file"),
    Other(making: "ln -s nowhere other", status: 1, message: "there is no file"),
    Other(making: ": >other", status: 4, message: "other is empty, and a vault never is"),
    Other(making: "mkdir other", status: 4, message: "other is a folder, not a vault"),
    Other(making: "mkfifo other", status: 4, message: "other is a special file, not a vault"),
    Other(making: "ln -s /dev/zero other", status: 4, message: "other is a special file"),
    Other(
      making: "echo '{\"type\":\"FeatureCollection\"}' >other", status: 4,
      message: "other is not a vault: it begins with something else"),
    Other(
      making: "echo 'bucket-vault 2' >other", status: 4,
      message: "and this bucket knows format 1", hint: "install a newer version of bucket"),
    Other(
      making: "{ head -c 3000 copy.vault; printf XXXX; tail -c +3005 copy.vault; } >other",
      status: 7, message: "does not verify", hint: "bucket recover"),
    Other(
      making: "head -c 300 copy.vault >other", status: 7, message: "within its header",
      hint: "bucket recover"),
  ]

  @Test(arguments: others)
  func `what is no other copy is refused by its name`(other: Other) throws {
    _ = try here.shell("cd '\(here.beside)'; \(other.making)")
    let before = try here.everything()
    let run = try machines.here("merge", here.beside + "/other")
    #expect(run.end == .exited(other.status), "\(run.errorText)")
    #expect(run.errorText.contains(other.message), "\(run.errorText)")
    #expect(run.errorText.contains(other.hint), "\(run.errorText)")
    #expect(run.errorText.contains("nothing was changed"), "\(run.errorText)")
    #expect(run.output.isEmpty)
    #expect(try here.everything() == before)
  }

  @Test func `another vault is refused`() throws {
    let home = try Household()
    _ = try home.bucket(["add", "Elsewhere"])
    let run = try machines.here("merge", home.vault)
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("is no copy of this vault, but another one"))
    #expect(run.errorText.contains("hint: nothing was changed; --vault FILE opens it"))
    #expect(try here.names() == ["Baikal", "Camp"])
  }

  @Test func `a copy that ends in an interrupted write is merged up to there, and the rest later`()
    throws
  {
    try machines.there("add", "Hut")
    let short = here.beside + "/short"
    _ = try here.shell("head -c -10 '\(machines.copy)' >'\(short)'")
    let bytes = try machines.bytes(short)
    let run = try machines.here("merge", short)
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("warning: \(short) ends in a write that was interrupted; its "))
    #expect(try here.names() == ["Baikal", "Camp", "Sea"])
    #expect(try machines.bytes(short) == bytes)
    #expect(try machines.merge().errorText.contains("brought in 1 change from"))
    #expect(try here.names() == ["Baikal", "Camp", "Sea", "Hut"])
  }

  @Test(.enabled(if: SystemUser.canBeMade, "only root can make users"))
  func `a copy that can't be read, or belongs to somebody else, is refused`() throws {
    let user = try SystemUser()
    let home = try BucketHome(user: user)
    try home.makeVault()
    _ = try home.shell("cp '\(home.vault)' \"$HOME/copy\"; chmod 000 \"$HOME/copy\"")
    let unreadable = try home.run("merge", home.path + "/copy")
    #expect(unreadable.end == .exited(1))
    #expect(unreadable.errorText.contains("~/copy can't be read: Permission denied"))
    let foreign = home.write("foreign", "")
    _ = try ProgramRun.of(["cp", home.vault, foreign])
    let run = try home.run("merge", foreign)
    #expect(run.end == .exited(4))
    #expect(run.errorText.contains("belongs to another user (uid 0)"), "\(run.errorText)")
  }

  @Test func `a side that is none is not understood`() throws {
    let run = try machines.merge("--prefer", "left")
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains("here") && run.errorText.contains("there"))
    #expect(try machines.here("merge").end == .exited(2))
  }

  @Test func `a locked vault is asked for before the other copy is looked at`() throws {
    try here.lock()
    #expect(try machines.merge().end == .exited(3))
    let run = try machines.merge("--password-stdin", input: here.password + "\n")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try here.names() == ["Baikal", "Camp", "Sea"])
  }
}
