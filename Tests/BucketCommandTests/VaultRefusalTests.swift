import Foundation
import TestSupport
import Testing

/// What is wrong with the file is said before a password is asked for, wherever it can be.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct VaultRefusalTests {
  private static let backup = "bring back a copy from your backup; nothing was changed"
  private static let recover = [
    "bring out what is whole of it: bucket recover ~/.local/share/bucket/places.vault",
    "or \(backup)",
  ]
  private static let otherFile = "--vault FILE names another file"
  private static let newer = "install a newer version of bucket"

  private func home() throws -> BucketHome {
    let home = try BucketHome()
    try home.makeVault()
    #expect(try home.run("add", "Lake Baikal").end == .exited(0))
    try home.lock()
    return home
  }

  /// How an unlock is refused to which nobody gives an answer.
  private func refusedUnasked(_ home: BucketHome) throws -> Refusal {
    let refusal = try home.refusal(answers: [])
    #expect(try home.notedAttempts() == 0)
    return refusal
  }

  @Test func `no vault`() throws {
    let home = try BucketHome()
    #expect(
      try refusedUnasked(home)
        == Refusal(
          "no-vault", "there is no vault at ~/.local/share/bucket/places.vault",
          hints: ["bucket init makes one; --vault FILE names another"]))
  }

  @Test(
    arguments: [
      ("echo Dear diary >", "is not a vault: it begins with something else"),
      ("mkdir", "is a folder, not a vault"), ("mkfifo", "is a special file, not a vault"),
      (":>", "is empty, and a vault never is"),
      ("ln -s /dev/zero", "is a special file, not a vault"),
      ("ln -s /dev/full", "is a special file, not a vault"),
      ("truncate -s 10G", "is not a vault: it begins with something else"),
    ])
  func `something that is no vault is refused at once, whatever it is`(
    command: String, message: String
  ) throws {
    let home = try BucketHome()
    _ = try home.shell("\(command) \"$HOME\"/thing")
    home.environment["BUCKET_VAULT"] = home.path + "/thing"
    #expect(
      try refusedUnasked(home)
        == Refusal(
          "not-a-vault", "~/thing \(message)",
          hints: (message.hasSuffix("something else")
            ? [
              "if it was a vault and its beginning is destroyed: bucket recover ~/thing --header COPY"
            ] : []) + [Self.otherFile]))
  }

  @Test(
    .enabled(if: SystemUser.canBeMade, "root reads whatever it likes"),
    arguments: ["chmod 0 .local/share/bucket/places.vault", "chmod 0 .local/share/bucket"])
  func `what can't be read is told with the system's reason`(command: String) throws {
    let home = try BucketHome(user: SystemUser())
    try home.makeVault()
    _ = try home.shell("cd && \(command)")
    #expect(
      try refusedUnasked(home)
        == Refusal(
          "unreadable", "~/.local/share/bucket/places.vault can't be read: Permission denied",
          hints: ["look at the permissions of the file and its folders: bucket check"], status: 1))
    _ = try home.shell("cd && chmod 700 .local/share/bucket")
  }

  @Test(.enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
  func `the vault of somebody else is refused, even to root`() throws {
    let owner = try SystemUser()
    let home = try home()
    _ = try ProgramRun.of(["chown", "\(owner.uid)", home.vault])
    let refusal = try refusedUnasked(home)
    #expect(
      refusal
        == Refusal(
          "foreign-owner",
          "~/.local/share/bucket/places.vault belongs to another user (uid \(owner.uid))",
          hints: ["open it as that user, or have it given to you: chown"]))
  }

  @Test(
    arguments: [
      ("\"requires\":\\[\\]", "\"requires\":[\"time travel\"]", "needs “time travel”"),
      ("\"kind\":\"login\"", "\"kind\":\"device\"", "needs “slot device”"),
    ])
  func `a feature of a newer bucket is named`(from: String, to: String, what: String) throws {
    let home = try home()
    try ForgedHeader(home.vault).replacing(from, with: to)
    #expect(
      try refusedUnasked(home)
        == Refusal(
          "newer-format",
          "~/.local/share/bucket/places.vault \(what), which this bucket doesn't know",
          hints: [Self.newer]))
  }

  @Test func `a newer format is named`() throws {
    let home = try BucketHome()
    _ = try home.shell("echo 'bucket-vault 2' > \"$HOME\"/thing")
    home.environment["BUCKET_VAULT"] = home.path + "/thing"
    #expect(
      try refusedUnasked(home)
        == Refusal(
          "newer-format", "~/thing has format “2”, and this bucket knows format 1",
          hints: [Self.newer]))
  }

  @Test(
    arguments: [
      (0, "its first line is not as it was written"),
      (40, "the header does not match its checksum"),
    ])
  func `a flipped bit in the header is damage, known before a password is asked`(
    offset: Int, what: String
  ) throws {
    let home = try home()
    try ForgedHeader(home.vault).flipping(byteAt: offset)
    #expect(
      try refusedUnasked(home)
        == Refusal(
          "damaged", "~/.local/share/bucket/places.vault is damaged: \(what)",
          hints: Self.recover, status: 7))
  }

  @Test(arguments: [1, 14, 17, 300])
  func `a file cut short in its header is damaged`(count: Int) throws {
    let home = try home()
    try ForgedHeader(home.vault).cutting(after: count)
    let refusal = try refusedUnasked(home)
    #expect(refusal.reason == "damaged" && refusal.status == 7)
    #expect(refusal.message.hasSuffix("is damaged: it ends at byte \(count), within its header"))
  }

  @Test func `a flipped bit in a place is damage, never a wrong password`() throws {
    let home = try home()
    let file = try ForgedHeader(home.vault)
    try file.flipping(byteAt: file.end + 20)
    let refusal = try home.refusal()
    #expect(refusal.reason == "damaged" && refusal.status == 7)
    #expect(refusal.message.contains("frame 1, at byte \(file.end), does not verify"))
    #expect(try home.notedAttempts() == 0)
  }

  @Test(
    arguments: [
      ("\"revision\":1", "\"revision\":2", "its header does not verify under the vault's key"),
      ("\"revision\":1,", "", "its header is not one that bucket writes, though its checksum fits"),
    ])
  func `a header that somebody wrote without a key is told as that`(
    from: String, to: String, what: String
  ) throws {
    let home = try home()
    try ForgedHeader(home.vault).replacing(from, with: to)
    #expect(
      try home.refusal()
        == Refusal(
          "tampered", "~/.local/share/bucket/places.vault was tampered with: \(what)",
          hints: [Self.backup], status: 7))
    #expect(try home.run("status").end != .exited(0))
  }

  @Test func `an older copy is refused, and opened when the person wants it so`() throws {
    let home = try home()
    _ = try home.shell("cp \(home.vault) \"$HOME\"/older")
    #expect(
      try home.run("add", "Another", answers: [BucketHome.password]).end == .exited(0))
    _ = try home.shell("cp \"$HOME\"/older \(home.vault)")
    try home.lock()
    #expect(
      try home.refusal()
        == Refusal(
          "older-copy",
          "~/.local/share/bucket/places.vault is an older copy, or one that went its own way: it has 1 "
            + "frames, and 2 were seen here",
          hints: ["if you put it back yourself, open it with: bucket unlock --accept-older"],
          status: 7))
    #expect(try home.run("status").end == .exited(3))
    let run = try home.run("unlock", "--accept-older", answers: [BucketHome.password])
    #expect(run.end == .exited(0))
    #expect(try home.run("list").outputText.contains("Lake Baikal"))
  }
}
