import BucketVault
import Foundation
import Glibc
import TestSupport
import Testing

/// Whatever is in the place of the small files of the state folder: nothing hangs, the vault isn't
/// blamed, and nothing of the person's is written through a link.
@Suite(
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"),
  .enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
struct StateFolderTests {
  private let home: BucketHome
  private let state: String

  init() throws {
    (home, state) = try BucketHome.ofUserWithCamp()
    #expect(try home.run("unlock", answers: ["wrong"]).end == .exited(4))
  }

  /// How to put something in the place of the file `$F`.
  static let things = [
    "fifo": "mkfifo $F", "link": "ln -s $HOME/precious $F", "dangling": "ln -s $HOME/absent $F",
    "endless": "ln -s /dev/zero $F", "folder": "mkdir $F",
    "gigabyte": "truncate -s 1G $F", "newlines": "yes '' | head -c 32M >$F",
    "line": "head -c 32M /dev/zero | tr '\\0' A >$F", "unreadable": "touch $F; chmod 0 $F",
    "hard link": "ln $HOME/precious $F", "random": "head -c 1M /dev/urandom >$F",
    "socket":
      "python3 -c 'import os, socket; os.chdir(os.path.dirname(\"'$F'\")); "
      + "socket.socket(socket.AF_UNIX).bind(os.path.basename(\"'$F'\"))'",
  ]

  @Test(arguments: ["chmod 0 $S", "chmod 300 $S", "chmod 500 $S", "chmod 0 $S/attempts"])
  func `a new key waits until what is kept here can be sealed for it`(obstacle: String) throws {
    let before = try home.shell("cat '\(home.vault)' '\(state)/attempts'").output
    _ = try home.shell("S='\(state)'; \(obstacle)")
    let run = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    _ = try home.shell("chmod 700 '\(state)'; chmod 600 '\(state)/attempts'")
    #expect(run.end == .exited(1), "\(run.errorText)")
    #expect(run.errorText.contains("can't be sealed for a new key"), "\(run.errorText)")
    #expect(run.errorText.contains("hint: chmod u=rw"), "\(run.errorText)")
    #expect(try home.shell("cat '\(home.vault)' '\(state)/attempts'").output == before)
  }

  private func replace(_ name: String, by thing: String) throws {
    let line =
      "F='\(state)/\(name)'; rm -rf $F; echo text of mine >$HOME/precious; \(Self.things[thing]!)"
    let run = try home.shell(line)
    #expect(run.end == .exited(0), "\(run.errorText)")
  }

  private var precious: String {
    get throws { try home.shell("cat $HOME/precious; ls $HOME/absent 2>/dev/null").outputText }
  }

  @Test(arguments: things.keys.sorted())
  func `whatever is in the place of the log, unlocks work and it is told`(thing: String) throws {
    let log = state + "/attempts"
    try replace("attempts", by: thing)
    let shown = "~" + log.dropFirst(home.path.count)
    let problem: String? =
      switch thing {
      case "fifo": "\(shown) is a named pipe, and should be a file of bucket's own: mv "
      case "link", "dangling", "endless":
        "\(shown) is a symbolic link, and should be a file of bucket's own: mv "
      case "folder": "\(shown) is a folder, and should be a file of bucket's own: mv "
      case "socket": "\(shown) is a socket, and should be a file of bucket's own: mv "
      case "unreadable": "\(shown) can't be used: Permission denied: chmod u=rw "
      default: nil
      }
    let attempts = try home.run("attempts")
    let check = try home.run("check")
    #expect(check.end == .exited(1))
    let right = try home.run("unlock", answers: [BucketHome.password])
    #expect(right.end == .exited(0) && right.errorText.contains("open until "))
    let wrong = try home.run("unlock", answers: ["wrong"])
    #expect(wrong.end == .exited(4))
    if let problem {
      #expect(attempts.end == .exited(1) && attempts.outputText == "")
      let fact = problem.components(separatedBy: ": ").dropLast().joined(separator: ": ")
      #expect(
        attempts.errorText.hasPrefix("bucket: error: the failed unlocks can't be read: \(fact)"))
      #expect(right.errorText.contains("unlocks that failed can't be told of: \(problem)\(log)"))
      #expect(wrong.errorText.contains("the failed attempt can't be noted: \(problem)\(log)"))
      #expect(!wrong.errorText.contains("the attempt is noted"))
      #expect(check.outputText.contains("do   attempts     \(fact)\n"))
      // The hint is a command that helps.
      let hint = try #require(attempts.errorText.split(separator: "\n").last?.dropFirst(14))
      #expect(try home.shell(String(hint)).end == .exited(0))
      #expect(try home.run("unlock", answers: ["wrong"]).errorText.contains("attempt is noted"))
    } else {
      #expect(attempts.end == .exited(0) && attempts.outputText == "")
      #expect(attempts.errorText.contains("of \(shown) can't be read, damaged or by another hand"))
      #expect(right.errorText.contains("of \(shown) can't be read"))
      #expect(wrong.errorText.contains("the attempt is noted"))
      #expect(check.outputText.contains("of \(shown) can't be read"))
    }
    let then = try home.run("attempts")
    #expect(then.end == .exited(0))
    #expect(then.outputText.split(separator: "\n").count == 1)
    #expect(try precious == "text of mine\n")
    #expect(try home.shell("test $(stat -c %s '\(log)') -lt 1000000").end == .exited(0))
  }

  @Test func `a device is not even opened`() throws {
    let log = state + "/attempts"
    _ = try ProgramRun.of(["sh", "-c", "rm '\(log)'; mknod -m 666 '\(log)' c 1 5"])
    let run = try home.run("attempts")
    #expect(run.end == .exited(1) && run.errorText.contains("attempts is a device, and should be"))
    #expect(
      try home.run("unlock", answers: ["wrong"]).errorText.contains("attempts is a device, and"))
  }

  @Test func `a log that another user left is told as that`() throws {
    let log = state + "/attempts"
    _ = try ProgramRun.of(["sh", "-c", "chown 0:0 '\(log)'; chmod 600 '\(log)'"])
    let run = try home.run("attempts")
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("attempts belongs to another user (uid 0)\nbucket: hint: mv "))
    #expect(try home.shell("mv '\(log)' '\(log).old'").end == .exited(0))
    #expect(try home.run("attempts").errorText == "no failed unlock is noted\n")
  }

  @Test(arguments: ["last-seen", "session"])
  func `whatever is in the place of the others, the list is read and written`(
    name: String
  ) throws {
    let file = state + "/" + name
    for thing in Self.things.keys.sorted() {
      try replace(name, by: thing)
      if name == "last-seen" { try expectTold(of: thing, at: file) }
      try useList(whereA: thing, isAt: file)
      #expect(try precious == "text of mine\n", "\(thing)")
      switch thing {
      case "folder": #expect(try home.shell("mv '\(file)' '\(file).old'").end == .exited(0))
      case "unreadable": #expect(try home.shell("rm -f '\(file)'").end == .exited(0))
      default: break
      }
      #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
      #expect(try home.shell("test -f '\(file)' -a ! -L '\(file)'").end == .exited(0), "\(thing)")
      #expect(try home.run("list").errorText == "")
    }
  }

  /// What can't be read of the state last seen is told of; what says nothing is written anew.
  private func expectTold(of thing: String, at file: String) throws {
    let shown = "~" + file.dropFirst(home.path.count)
    let own = "and should be a file of bucket's own"
    let isReplaced = "what the vault holds now is remembered in its place\n"
    let problem =
      switch thing {
      case "fifo": "is a named pipe, \(own): \(isReplaced)"
      case "socket": "is a socket, \(own): \(isReplaced)"
      case "link", "dangling", "endless": "is a symbolic link, \(own): \(isReplaced)"
      case "folder": "is a folder, \(own): mv \(file) \(file).old\n"
      case "unreadable": "can't be used: Permission denied: chmod u=rw \(file)\n"
      default: "doesn't hold what bucket writes: \(isReplaced)"
      }
    let check = try home.run("check")
    #expect(check.end == .exited(1) && check.outputText.contains("do   state        \(shown) "))
    try replace("last-seen", by: thing)
    let told = try home.run("list")
    #expect(
      told.errorText
        == "bucket: warning: an older copy of the vault would not be noticed, since what was seen "
        + "can't be read: \(shown) \(problem)", "\(thing)")
  }

  private func useList(whereA thing: String, isAt file: String) throws {
    // Anything but a folder, and what can't be read now, gives way to a file.
    let shown = "~\(file.dropFirst(home.path.count))"
    let isUnreadable = thing == "unreadable" && file.hasSuffix("last-seen")
    let told =
      isUnreadable
      ? "\(shown) can't be used: Permission denied"
      : "\(shown) is a folder, and should be a file of bucket's own"
    let isTold = thing == "folder" || isUnreadable
    for words in [["list"], ["add", "Hut"], ["status"], ["attempts"]] {
      let run = try ProgramRun.of(
        home.command(words), environment: home.environment, timeout: .seconds(20))
      #expect(run.end == .exited(0), "\(thing), \(words): \(run.errorText)")
      let isSilent = run.errorText.split(separator: "\n").allSatisfy { $0.contains(told) }
      #expect(isSilent && (isTold || run.errorText == ""), "\(thing), \(words): \(run.errorText)")
    }
    let unlock = try home.run("unlock", answers: [BucketHome.password])
    #expect(unlock.end == .exited(0) && unlock.errorText.contains(told) == isTold)
    let check = try home.run("check")
    #expect(check.end == .exited(isTold ? 1 : 0), "\(thing): \(check.outputText)")
    #expect(check.outputText.contains("do   state        \(told): older") == isTold)
    try home.lock()
    #expect(try home.run("status").end == .exited(3))
    #expect(try home.run("list").end == .exited(3))
  }

  @Test func `what can't have been noted of the last unlock stops none`() throws {
    for (text, told) in [
      (#"{"opened":"2020-01-01T00:00:00Z","told":-1}"#, 1),
      (#"{"opened":"2020-01-01T00:00:00Z","told":9223372036854775807}"#, 0),
      (#"{"opened":"9999-12-31T23:59:59Z","told":0}"#, 1),
      (#"{"opened":"2020-01-01T00:00:00Z","told":1e300}"#, 1),
      (#"{"boot":"zz","until":"9999-12-31T23:59:59Z"}"#, 1), ("garbage", 1), ("", 1),
    ] {
      _ = try home.shell("printf %s '\(text)' >'\(state)/session'")
      #expect(try home.toldAttempts(answers: [BucketHome.password]) == told, "\(text)")
    }
    #expect(try home.toldAttempts(answers: [BucketHome.password]) == 0)
  }

  @Test(
    .enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"),
    arguments: [false, true])
  func `a full or read-only state folder is told, and unlocks work`(isFull: Bool) throws {
    let disk = try SmallFileSystem(kilobytes: 16)
    let user = try #require(home.user)
    _ = unsafe chown(disk.path, user.uid, user.group)
    _ = try ProgramRun.of(["chmod", "755", File.folder(of: disk.path)])
    home.environment["XDG_STATE_HOME"] = disk.path
    #expect(try home.run("unlock", answers: ["wrong"]).end == .exited(4))
    if isFull { try disk.fill() } else { try disk.makeReadOnly() }
    let error = isFull ? "No space left on device" : "Read-only file system"
    var wrong = try home.run("unlock", answers: ["wrong"])
    // What is left of a page takes some more.
    for _ in 0..<20 where isFull && !wrong.errorText.contains(error) {
      wrong = try home.run("unlock", answers: ["wrong"])
    }
    #expect(wrong.end == .exited(4))
    #expect(wrong.errorText.contains("the failed attempt can't be noted: \(disk.path)/bucket/"))
    #expect(wrong.errorText.contains(" can't be used: \(error): "))
    let right = try home.run("unlock", answers: [BucketHome.password])
    #expect(right.end == .exited(0))
    #expect(right.errorText.contains("failed since the last one"))
    let attempts = try home.run("attempts")
    #expect(attempts.end == .exited(0))
    #expect(attempts.outputText.contains("wrong-password") && attempts.errorText == "")
  }
}
