import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct RecoverTests {
  @Test func `what is whole comes out, what is missing is listed, and the file stays`() throws {
    let damaged = try DamagedHousehold()
    let start = damaged.start(ofFrame: 3)
    try damaged.spoil((start + 100)..<(start + 500))
    let before = try damaged.bytes(damaged.file)
    let run = try damaged.recover()
    #expect(run.end == .exited(0), "\(run.errorText)")
    let lines = run.outputText.split(separator: "\n")
    #expect(lines[0] == "header      whole")
    #expect(lines[1] == "whole       5 frames with 5 changes: 5 places")
    #expect(
      lines[2].hasPrefix("missing     frame 3, bytes \(start) to \(start + 1_067); made between "))
    #expect(lines[3] == "in all      1 frame is missing, with all that was changed in it alone")
    #expect(
      lines[4]
        == "in doubt    as they were before that, perhaps changed or removed since: Azov and Baikal"
    )
    #expect(lines[5] == "seen here   6 frames" && lines.count == 6)
    #expect(
      run.errorText == """
        wrote ~/broken.recovered.vault; ~/broken.vault is as it was
          it opens with what opens ~/broken.vault
          to bring what it has into your vault:  bucket merge ~/broken.recovered.vault

        """)
    #expect(try damaged.bytes(damaged.file) == before)
    #expect(try damaged.names(in: damaged.new) == ["Azov", "Baikal", "Dal", "Elton", "Fulda"])
    #expect(try FileStatus.of(damaged.new).permissions == 0o600)
  }

  @Test func `the commands that are shown put the new vault in place`() throws {
    let damaged = try DamagedHousehold()
    try damaged.spoil(damaged.start(ofFrame: 6)..<(damaged.start(ofFrame: 6) + 600))
    let (vault, file) = (damaged.household.vault, damaged.file)
    _ = try damaged.household.shell("mv '\(file)' \"$VAULT\"; touch \"$VAULT\".damaged")
    let refused = try damaged.household.bucket(["list"])
    #expect(refused.end == .exited(7))
    let hint = "bucket recover ~/.local/share/bucket/places.vault"
    #expect(refused.errorText.contains(hint))
    let run = try damaged.household.shell(
      hint.replacing("bucket recover", with: "\"$BUCKET\" recover"))
    let marker = "to put it in place:  "
    let line = try #require(
      run.errorText.split(separator: "\n").first { $0.contains(marker) }, "\(run.errorText)")
    let commands = line[line.firstRange(of: marker)!.upperBound...]
    #expect(try damaged.household.shell(String(commands)).end == .exited(0))
    #expect(try damaged.household.names() == DamagedHousehold.names.dropLast())
    #expect(try damaged.bytes(vault + ".damaged").isEmpty)
    // The same password opens it.
    try damaged.household.lock()
    let unlock = try damaged.household.bucket(
      ["unlock", "--password-stdin"], input: damaged.household.password + "\n")
    #expect(unlock.end == .exited(0), "\(unlock.errorText)")
  }

  @Test func `a dry run says the same and writes nothing`() throws {
    let damaged = try DamagedHousehold()
    try damaged.put(Array(try damaged.bytes(damaged.file).dropLast(1_500)))
    let dry = try damaged.recover("--dry-run")
    #expect(!File.exists(damaged.new) && dry.errorText == "nothing was written\n")
    let missing =
      "missing     frames 5 to 6, bytes \(damaged.start(ofFrame: 5)) to \(damaged.start(ofFrame: 5) + 635)"
    #expect(dry.outputText.contains(missing), "\(dry.outputText)")
    let cause = "cut short   within frame 5, which was whole when last seen here\n"
    #expect(dry.outputText.contains(cause), "\(dry.outputText)")
    #expect(try damaged.recover().outputText == dry.outputText)
  }

  @Test func `a file that ends behind a frame lacks those that were seen here`() throws {
    let damaged = try DamagedHousehold()
    try damaged.spoil((damaged.start(ofFrame: 1) + 60)..<(damaged.start(ofFrame: 1) + 200))
    try damaged.put(
      Array(try damaged.bytes(damaged.file).dropLast(2 * DamagedHousehold.frameCount)))
    let run = try damaged.recover("-n")
    #expect(run.outputText.contains("missing     frame 1, bytes "))
    #expect(run.outputText.contains("missing     frames 5 to 6; made after "))
    #expect(
      run.outputText.contains("in all      3 frames are missing, with all that was changed in them")
    )
    #expect(run.outputText.contains("perhaps changed or removed since: Baikal, Como and Dal\n"))
  }

  @Test func `the report is there as JSON`() throws {
    struct Report: Decodable {
      struct Missing: Decodable { let firstByte, lastByte, firstFrame, lastFrame: Int }
      let header: String
      struct InDoubt: Decodable { let id, name: String }
      let frames, changes, places, framesSeen, framesMissing, unknownRemoved: Int
      let inDoubt: [InDoubt]
      let missing: [Missing]
      let mendedFrames: [Int]
      let new: String?
    }
    let damaged = try DamagedHousehold()
    let start = damaged.start(ofFrame: 2)
    try damaged.spoil((start + 1)..<(start + 900))
    var bytes = try damaged.bytes(damaged.file)
    bytes[damaged.start(ofFrame: 5) + 333] ^= 4
    try damaged.put(bytes)
    let run = try damaged.recover("--json", "-o", damaged.household.home + "/new.vault")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let report = try decoder.decode(Report.self, from: Data(run.output))
    #expect(report.header == "whole" && report.new == damaged.household.home + "/new.vault")
    #expect(report.frames == 5 && report.changes == 5 && report.places == 5)
    #expect(report.framesSeen == 6 && report.mendedFrames == [5])
    #expect(report.framesMissing == 1 && report.unknownRemoved == 0)
    #expect(report.inDoubt.map(\.name) == ["Azov"])
    #expect(report.missing.count == 1 && report.missing[0].firstByte == start)
    #expect(report.missing[0].firstFrame == 2 && report.missing[0].lastFrame == 2)
  }

  @Test func `a file in which nothing is wrong is left alone`() throws {
    let damaged = try DamagedHousehold()
    let run = try damaged.recover()
    #expect(run.end == .exited(0) && !File.exists(damaged.new))
    #expect(run.errorText == "nothing is wrong with ~/broken.vault, and nothing was written\n")
    _ = try damaged.household.bucket(["add", "Garda"])
    let older = try damaged.recover()
    #expect(
      older.errorText.contains(
        "it is older, or went its own way: it has 6 frames, and 7 were seen here"))
    #expect(older.end == .exited(0) && !File.exists(damaged.new))
  }

  @Test func `nothing is written over`() throws {
    let damaged = try DamagedHousehold()
    try damaged.spoil(damaged.start(ofFrame: 2)..<damaged.start(ofFrame: 3))
    _ = try damaged.household.shell("echo mine > '\(damaged.new)'; ln -s nowhere \"$HOME/link\"")
    for words in [
      [], ["-o", damaged.new], ["-o", damaged.file], ["-o", damaged.household.home + "/link"],
    ] {
      let run = try damaged.household.bucket(["recover", damaged.file] + words)
      #expect(run.end == .exited(1) && run.errorText.contains("is there already"))
      #expect(run.errorText.contains("bucket: hint: name another file: -o FILE"))
    }
    #expect(try damaged.bytes(damaged.new) == Array("mine\n".utf8))
    #expect(try damaged.recover("-n").end == .exited(0))
  }

  // MARK: The header

  @Test func `one flipped bit in the header is put right`() throws {
    let damaged = try DamagedHousehold()
    var bytes = try damaged.bytes(damaged.file)
    bytes[200] ^= 1
    try damaged.put(bytes)
    let run = try damaged.recover()
    #expect(run.outputText.hasPrefix("header      one bit was wrong, and was put right\n"))
    #expect(try damaged.names(in: damaged.new) == DamagedHousehold.names)
  }

  @Test func `a header whose checks are destroyed is read all the same`() throws {
    let damaged = try DamagedHousehold()
    let end = damaged.start(ofFrame: 1)
    try damaged.spoil((end - 60)..<end)
    let run = try damaged.recover()
    #expect(run.outputText.hasPrefix("header      damaged, but it can be read"), "\(run.errorText)")
    #expect(try damaged.names(in: damaged.new) == DamagedHousehold.names)
  }

  @Test func `a destroyed beginning needs the header of another copy, even an old one`() throws {
    let damaged = try DamagedHousehold()
    let copy = damaged.household.home + "/old copy.vault"
    _ = try damaged.household.shell("cp \"$VAULT\" '\(copy)'")
    try damaged.spoil(0..<damaged.start(ofFrame: 2))
    let refused = try damaged.recover()
    #expect(refused.end == .exited(4) && refused.errorText.contains("is not a vault"))
    #expect(refused.errorText.contains("bucket recover ~/broken.vault --header COPY"))
    let run = try damaged.recover("--header", copy)
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.outputText.hasPrefix("header      that of the other copy\n"))
    // Where the tag of the frame before it is destroyed, a frame is too.
    #expect(try damaged.names(in: damaged.new) == Array(DamagedHousehold.names.dropFirst(2)))
  }

  @Test func `a copy that is no vault, or another one, is no help`() throws {
    let damaged = try DamagedHousehold()
    try damaged.spoil(0..<500)
    let other = damaged.household.home + "/other.vault"
    _ = try damaged.household.bucket(
      ["--vault", other] + Household.makingVault, input: damaged.household.password + "\n")
    let run = try damaged.recover("--header", other)
    #expect(run.end == .exited(7))
    #expect(run.errorText.contains("nothing that ~/broken.vault holds verifies under the key"))
    for (copy, words) in [("absent", "there is no file absent"), ("/etc/passwd", "is not a vault")]
    {
      let run = try damaged.recover("--header", copy)
      #expect(run.errorText.contains(words) && run.errorText.contains("--header COPY names"))
    }
    #expect(!File.exists(damaged.new))
  }

  @Test func `a header that somebody wrote without a key is not taken over`() throws {
    let damaged = try DamagedHousehold()
    try ForgedHeader(damaged.file).replacing("\"revision\":1", with: "\"revision\":2")
    let run = try damaged.recover()
    #expect(run.end == .exited(7) && run.errorText.contains("was tampered with"))
    #expect(run.errorText.contains("bucket recover ~/broken.vault --header COPY"))
    #expect(try damaged.recover("--header", damaged.household.vault).end == .exited(0))
    #expect(try damaged.names(in: damaged.new) == DamagedHousehold.names)
  }

  // MARK: Opening it

  @Test func `a locked file is opened as unlock does, whatever is at the usual path`() throws {
    let damaged = try DamagedHousehold()
    try damaged.spoil(damaged.start(ofFrame: 2)..<damaged.start(ofFrame: 3))
    try damaged.household.lock()
    _ = try damaged.household.shell("rm \"$VAULT\"")
    _ = try damaged.household.bucket(
      Household.makingVault, input: damaged.household.password + "\n")
    let locked = try damaged.recover()
    #expect(locked.end == .exited(3))
    #expect(locked.errorText.contains("hint: run it at a terminal, or with --password-stdin"))
    let wrong = try damaged.recover("--password-stdin", input: "wrong\n")
    #expect(
      wrong.end == .exited(4) && wrong.errorText.contains("is not \(damaged.household.user)'s"))
    #expect(wrong.errorText.contains("bucket recover ~/broken.vault --recovery-key"))
    let run = try damaged.recover("--password-stdin", input: damaged.household.password + "\n")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.outputText.contains("4 frames with 4 changes: 4 places"))
    #expect(run.errorText.contains("to put it in place:  mv "))
  }

  @Test func `the recovery key opens it`() throws {
    let home = try BucketHome()
    let key = try home.makeVault()
    for name in ["Azov", "Baikal"] { _ = try home.run("add", name) }
    let broken = home.path + "/broken.vault"
    _ = try home.shell("head -c -1000 '\(home.vault)' > '\(broken)'")
    try home.lock()
    let run = try home.run("recover", broken, "--recovery-key", answers: [key])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.outputText.contains("1 frame with 1 change: 1 place"))
  }

  // MARK: What is no vault

  @Test(
    arguments: [
      ("mkdir", "is a folder", "name the file of the vault"),
      ("mkfifo", "is a special file", "name the file of the vault"),
      (":>", "is empty", "nothing is left of it"),
      ("echo Dear diary >", "begins with something else", "--header COPY"),
      ("echo 'bucket-vault 2' >", "has format “2”", "install a newer version"),
      ("head -c 100 \"$VAULT\" >", "within its header", "--header COPY"),
      ("truncate -s 1073741825", "File too large", "up to 1 GiB"),
      (": ", "there is no file ~/thing", "bucket recover FILE"),
    ])
  func `what is no damaged vault is told as what it is`(
    command: String, message: String, hint: String
  ) throws {
    let household = try Household()
    _ = try household.shell("\(command) \"$HOME/thing\"")
    let run = try household.bucket(["recover", household.home + "/thing"])
    #expect(run.end != .exited(0) && run.errorText.contains(message), "\(run.errorText)")
    #expect(run.errorText.contains("bucket: hint: ") && run.errorText.contains(hint))
    #expect(!File.exists(household.home + "/thing.recovered.vault"))
  }

  @Test(.enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
  func `the file of somebody else is refused`() throws {
    let damaged = try DamagedHousehold()
    _ = try ProgramRun.of(["chown", "\(SystemUser().uid)", damaged.file])
    let run = try damaged.recover()
    #expect(run.end == .exited(4) && run.errorText.contains("belongs to another user"))
  }

  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `where there is no room nothing is written`() throws {
    let damaged = try DamagedHousehold()
    try damaged.spoil(damaged.start(ofFrame: 2)..<damaged.start(ofFrame: 3))
    let disk = try SmallFileSystem(kilobytes: 64)
    try disk.fill()
    let run = try damaged.recover("-o", disk.path + "/new.vault")
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("could not be written: No space left on device"))
    #expect(run.errorText.contains("name a file where there is room: -o FILE"))
    #expect(File.names(in: disk.path) == ["filler"])
    let nowhere = try damaged.recover("-o", disk.path + "/absent/new.vault")
    #expect(nowhere.errorText.contains("could not be written: No such file or directory"))
  }
}
