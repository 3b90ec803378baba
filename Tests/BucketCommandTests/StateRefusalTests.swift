import TestSupport
import Testing

/// A state folder, or a file of it, that can't be used for the time being.
@Suite(
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"),
  .enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
struct StateRefusalTests {
  private let home: BucketHome
  private let state: String

  init() throws {
    (home, state) = try BucketHome.ofUserWithCamp()
  }

  @Test func `a state that can't be read now is not written over`() throws {
    let (copy, file) = (home.path + "/older", state + "/last-seen")
    _ = try home.shell("cp '\(home.vault)' '\(copy)'")
    #expect(try home.run("add", "Hut").end == .exited(0))
    _ = try home.shell(
      "cp '\(file)' '\(file).kept'; chmod 0 '\(file)'; cp '\(copy)' '\(home.vault)'")
    for words in [["list"], ["--accept-older", "list"], ["add", "Inn"]] {
      let run = try ProgramRun.of(home.command(words), environment: home.environment)
      #expect(run.end == .exited(0) && run.errorText.contains("Permission denied: chmod u=rw "))
    }
    #expect(
      try home.shell("chmod u=rw '\(file)' && cmp '\(file)' '\(file).kept'").end == .exited(0))
    #expect(try home.run("list").errorText.contains("changes are not those that were seen here"))
  }

  @Test func `a folder in which nothing can be kept is blamed itself, and not the vault`() throws {
    home.environment["EDITOR"] = home.write(
      "editor", "#!/bin/sh\nprintf 'name: Draft\\nat: nowhere\\n' >\"$1\"\n", permissions: 0o755)
    #expect(try home.run("edit", "Camp").end == .exited(2))
    _ = try home.shell("printf abc >>'\(home.vault)'; chmod u-w '\(state)'")
    let vault = try home.shell("sha256sum '\(home.vault)'").outputText
    let cause = ": \(state) can't be used: Permission denied\nbucket: hint: chmod u=rwx \(state)\n"
    let add = try home.run("add", "Hut")
    #expect(add.end == .exited(1))
    #expect(
      add.errorText.contains(
        "what an interrupted write left in ~\(home.vault.dropFirst(home.path.count)) can't be kept "
          + "before it is cut off\(cause)"), "\(add.errorText)")
    #expect(try home.shell("sha256sum '\(home.vault)'").outputText == vault)
    // Without the torn end, it is the drafts that can't be kept.
    _ = try home.shell("truncate -s -3 '\(home.vault)'")
    let rotate = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    #expect(rotate.end == .exited(1))
    #expect(
      rotate.errorText.contains(
        "error: the sealed drafts can't be sealed for a new key: \(state) can't be used: Permission "
          + "denied\n"), "\(rotate.errorText)")
    #expect(rotate.errorText.contains("hint: chmod u=rwx \(state)\n"))
    #expect(!rotate.errorText.contains("could not be written"))
    #expect(try home.shell("chmod u=rwx '\(state)'").end == .exited(0))
    #expect(
      try home.run("keys", "rotate", "--yes", answers: [BucketHome.password]).end == .exited(0))
  }
}
