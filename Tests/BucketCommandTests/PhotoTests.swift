import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Photos of places, from adding them to purging them.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct PhotoTests {
  let photos: PhotoHousehold

  init() throws { photos = try PhotoHousehold() }

  @Test(arguments: ["ice.jpg", "plain.jpg", "ice.png", "ice.webp", "ice.gif", "ice.heic"])
  func `what is added comes back byte by byte, and else without its position`(
    name: String
  ) throws {
    #expect(try photos.bucket("add", "Baikal", "--photo", name).end == .exited(0))
    #expect(try photos.photo("Baikal") == photos.bytes(name))
    let run = try photos.bucket("photo", "Baikal")
    if name == "ice.heic" {
      #expect(run.end == .exited(1) && run.output.isEmpty)
      #expect(run.errorText.contains("--keep-position"))
    } else {
      #expect(run.end == .exited(0))
      #expect(!String(decoding: run.output, as: UTF8.self).contains("GPS"))
    }
  }

  @Test func `a name of another kind is told of, and written all the same`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    for (name, isWarned) in [("a.PNG", true), ("b.jpg", false), ("c.jpeg", false), ("d", false)] {
      let run = try photos.bucket("photo", "Baikal", "-o", name)
      let warning = "bucket: warning: \(name) is called as if it were png, and is jpeg\n"
      #expect(run.end == .exited(0) && run.errorText.contains(warning) == isWarned)
      #expect(try photos.bytes(name).starts(with: [0xFF, 0xD8, 0xFF]))
    }
  }

  @Test func `a photo gives a place position, altitude and day, unless they are given`() throws {
    for name in ["ice.jpg", "ice.png", "ice.webp", "ice.heic"] {
      let run = try photos.bucket("add", name, "--photo", "plain.jpg", "--photo", name)
      #expect(run.outputText.contains("53.5000, 108.2000"))
      #expect(run.errorText.contains("its position is that of \(name)"))
      let shown = try photos.bucket("show", name, "--json").outputText
      #expect(shown.contains("\"altitude\":456,") && shown.contains("\"visited\":\"2026-03-12\""))
    }
    let given = try photos.bucket(
      "add", "Hut", "--photo", "ice.jpg", "--at", "1,2", "--visited", "2020-01-02")
    #expect(given.outputText.contains("1.0000, 2.0000") && given.errorText.isEmpty)
    let shown = try photos.bucket("show", "Hut", "--json").outputText
    #expect(shown.contains("\"visited\":\"2020-01-02\""))
    let none = try photos.bucket(
      "add", "Tent", "--photo", "ice.jpg", "--at", "", "--visited", "")
    #expect(none.outputText.contains("no position"))
  }

  @Test func `edit fills what is empty and changes nothing that is there`() throws {
    try photos.bucket("add", "Hut", "--at", "1,2")
    let filled = try photos.bucket("edit", "Hut", "--photo", "ice.jpg")
    #expect(
      filled.errorText == """
        visited on 2026-03-12, the day of ice.jpg
        changed visited and photos of Hut

        """)
    let shown = try photos.bucket("show", "Hut", "--json").outputText
    #expect(shown.contains("\"latitude\":1,\"longitude\":2,"))
  }

  @Test func `a photo without a position comes in, and that is said`() throws {
    var broken = EXIFSample()
    broken.longitudeReference = nil
    try photos.write(PictureSample.jpeg(broken), to: "broken.jpg")
    try photos.write(PictureSample.jpeg(exifBlock: [1, 2, 3]), to: "junk.jpg")
    let said = [
      "plain.jpg": "plain.jpg tells no position", "junk.jpg": "junk.jpg tells no position",
      "broken.jpg": "broken.jpg: its position doesn't say north or south, east or west",
      "ice.gif": "ice.gif: a position isn't looked for in GIF files",
    ]
    for (name, words) in said {
      let run = try photos.bucket("add", name, "--photo", name)
      #expect(run.end == .exited(0) && run.errorText.contains(words), "\(run.errorText)")
      #expect(try photos.photo(name) == photos.bytes(name))
    }
  }

  @Test func `what is no picture, or can't be read, is refused with words and nothing is left`()
    throws
  {
    _ = try photos.household.shell(
      "cd; echo hello >text.jpg; : >empty.jpg; mkdir folder; mkfifo fifo.jpg; ln -s absent link.jpg"
    )
    try photos.write([0xFF, 0xD8, 0xFF], to: "start.jpg")
    let refusals = [
      "start.jpg": "is no picture, by what it begins with",
      "text.jpg": "is no picture, by what it begins with", "empty.jpg": "is empty",
      "folder": "is a folder, not a photo", "fifo.jpg": "is no regular file",
      "link.jpg": "can't be read: No such file or directory",
      "/dev/zero": "is no regular file", "absent.jpg": "can't be read: No such file or directory",
      "ice.jpg/x": "can't be read: Not a directory",
    ]
    for (name, words) in refusals {
      let run = try photos.bucket("add", "Hut", "--photo", "ice.jpg", "--photo", name)
      #expect(run.end == .exited(1) && run.output.isEmpty)
      #expect(run.errorText.contains("error: \(name) \(words)"), "\(run.errorText)")
      #expect(run.errorText.contains("bucket: hint: "))
    }
    #expect(try photos.names().isEmpty)
    #expect(try photos.household.names() == [])
  }

  @Test func `the editor comes first, and the photo is kept with what it saved`() throws {
    photos.household.useEditor("sed -i 's/^name:.*/name: Edited/' \"$1\"")
    let run = try photos.bucket("add", "Hut", "--photo", "ice.jpg", "--edit")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try photos.photo("Edited") == photos.bytes("ice.jpg"))
    photos.household.useEditor("exit 1")
    #expect(try photos.bucket("add", "Tent", "--photo", "ice.jpg", "--edit").end == .exited(1))
    #expect(try photos.names().count == 1)
  }

  @Test func `a photo that is missing or damaged is told of with ways to have it back`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    let file = photos.folder + "/" + (try #require(try photos.names().first))
    #expect(try photos.check() == ["well photos       1 photo is there"])
    #expect(try photos.check("--deep")[0].hasSuffix("1 photo is there, and all of it verifies"))
    _ = try photos.household.shell(
      "printf x | dd of='\(file)' bs=1 seek=400 conv=notrunc")
    let damaged = try photos.bucket("photo", "Baikal", "-o", "out.jpg")
    #expect(damaged.end == .exited(7))
    #expect(
      damaged.errorText.contains("ice.jpg: its file is damaged: piece 1 of it does not verify"))
    #expect(damaged.errorText.contains("bucket merge COPY"))
    #expect(damaged.errorText.contains("hint: take away what is there: mv "))
    #expect(try photos.check() == ["well photos       1 photo is there"])
    let deep = try photos.household.bucket(["check", "--deep"])
    #expect(deep.end == .exited(1))
    #expect(deep.outputText.contains("ice.jpg of Baikal: its file is damaged"))
    _ = try photos.household.shell("truncate -s -1 '\(file)'")
    #expect(
      try photos.check()[0].contains("ice.jpg of Baikal: its file is damaged: it has another"))
    _ = try photos.household.shell("rm '\(file)'")
    #expect(try photos.check()[0].contains("ice.jpg of Baikal: its file is missing"))
    #expect(try photos.bucket("photo", "Baikal").errorText.contains("its file is missing"))
    #expect(
      try photos.names().isEmpty && !FileManager.default.fileExists(atPath: photos.path("out.jpg")))
  }

  @Test func `what takes a damaged photo away works as it is told, in a folder with a blank too`()
    throws
  {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    _ = try photos.household.shell(
      "mkdir -m 700 ~/'a b' && mv '\(photos.household.vault)' ~/'a b/vault' && "
        + "mv '\(photos.folder)' ~/'a b/attachments' && "
        + "for file in ~/'a b/attachments'/*; do truncate -s -1 \"$file\"; done")
    let damaged = try photos.bucket("--vault", "a b/vault", "photo", "Baikal", "-o", "out.jpg")
    let hint = try #require(damaged.errorText.firstMatch(of: /take away what is there: (mv .*)/))
    _ = try photos.household.shell("cd && " + hint.output.1)
    let missing = try photos.bucket("--vault", "a b/vault", "photo", "Baikal", "-o", "out.jpg")
    #expect(missing.errorText.contains("its file is missing"), "\(missing.errorText)")
  }

  @Test func `check tells of folders that are open to others`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    _ = try photos.household.shell("chmod 755 '\(photos.folder)'")
    #expect(try photos.check().contains { $0.contains("others may look into \(photos.folder)") })
  }

  @Test func `check tells of a folder that is a link`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    _ = try photos.household.shell(
      "mv '\(photos.folder)' '\(photos.folder).else'; ln -s '\(photos.folder).else' '\(photos.folder)'"
    )
    let lines = try photos.check()
    #expect(lines.contains { $0.contains("\(photos.folder) is a link") }, "\(lines)")
    let report = try photos.household.bucket(["check"]).outputText
    let hint = try #require(
      report.split(separator: "\n").first { $0.contains("put the folder itself there: ") })
    _ = try photos.household.shell(String(hint.split(separator: ": ", maxSplits: 1)[1]))
    #expect(try photos.check() == ["well photos       1 photo is there"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
  func `check tells of photos and of a folder that belong to another user`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    let file = photos.folder + "/" + (try #require(try photos.names().first))
    _ = try photos.household.shell("chown nobody '\(file)'")
    #expect(try photos.check().contains { $0.contains("\(file) belongs to another user") })
    _ = try photos.household.shell("chown nobody '\(photos.folder)'")
    #expect(
      try photos.check().contains {
        $0.contains("\(photos.folder) and 1 more belong to another user")
      })
  }

  @Test func `purge removes what nothing refers to any more, and nothing else does`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg", "--photo", "ice.png")
    try photos.bucket("add", "Hut", "--photo", "ice.gif")
    try photos.bucket("edit", "Baikal", "--remove-photo", "ice.jpg")
    try photos.bucket("remove", "Hut", "--yes")
    #expect(try photos.names().count == 3)
    #expect(try photos.bucket("undo").end == .exited(0))
    #expect(try photos.photo("Hut") == photos.bytes("ice.gif"))
    try photos.bucket("remove", "Hut", "--yes")
    let removed = try photos.bucket("purge", "--removed", "--yes")
    #expect(removed.errorText.contains("removed 1 file of a photo"), "\(removed.errorText)")
    #expect(try photos.names().count == 2)
    try photos.bucket("purge", "Baikal", "--yes")
    #expect(try photos.names().count == 1)
    #expect(try photos.photo("Baikal") == photos.bytes("ice.png"))
    #expect(
      try photos.bucket("purge", "--orphans", "--yes").errorText == "there is nothing to purge\n")
  }

  @Test func `recovering keeps what refers to photos, and says which are there`() throws {
    try photos.bucket("add", "Hut")
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg", "--photo", "ice.png")
    _ = try photos.household.shell(
      "printf 'xxxxxxxxxxxxxxxx' | dd of=\"$VAULT\" bs=1 seek=1300 conv=notrunc; rm '\(photos.folder)'/$(ls '\(photos.folder)' | head -1)"
    )
    let run = try photos.bucket("recover", photos.household.vault)
    #expect(
      run.outputText.contains("photos      1 is in the folder beside the vault, and 1 is missing"),
      "\(run.outputText)\(run.errorText)")
    let elsewhere = try photos.bucket("recover", photos.household.vault, "-o", "new.vault")
    #expect(elsewhere.errorText.contains("copy that folder beside it"))
  }

  @Test func `an output file is whole, for its owner alone, and never another one`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    #expect(try photos.bucket("photo", "Baikal", "-o", "out.jpg").end == .exited(0))
    let mode = try photos.household.shell("stat -c %a \"$HOME/out.jpg\"").outputText
    #expect(mode == "600\n")
    #expect(try photos.bucket("photo", "Baikal", "-o", "out.jpg").end == .exited(1))
    #expect(
      try photos.bucket("photo", "Baikal", "-o", "out.jpg", "--force", "--keep-position").end
        == .exited(0))
    #expect(try photos.bytes("out.jpg") == photos.bytes("ice.jpg"))
  }

  @Test func `fifty megabytes take no more memory than some bytes`() throws {
    try photos.write(PictureSample.jpeg(count: 50_000_000), to: "large.jpg")
    func peak(_ words: String) throws -> Int {
      let script = """
        import resource, subprocess, sys
        subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """
      let run = try ProgramRun.of(
        ["sh", "-c", "cd && exec python3 -c \"$0\" \"$@\"", script, BuiltProgram.bucket]
          + words.split(separator: " ").map(String.init),
        environment: photos.household.environment, timeout: .seconds(120))
      #expect(run.end == .exited(0), "\(run.errorText)")
      return try #require(Int(run.outputText.filter(\.isNumber)))
    }
    let spare = 8_192
    for words in ["add \(0) --photo \(1)", "photo \(0) -o out-\(0)", "photo \(0) --keep-position"] {
      func line(_ name: String, _ file: String) -> String {
        words.replacing("0", with: name).replacing("1", with: file)
      }
      let small = try peak(line("small", "ice.jpg"))
      let large = try peak(line("large", "large.jpg"))
      #expect(large < small + spare, "\(words): \(small) and \(large) KiB")
    }
    #expect(try photos.photo("large") == photos.bytes("large.jpg"))
  }

  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `a full disk leaves nothing of a photo`() throws {
    let disk = try SmallFileSystem(kilobytes: 256)
    let full = try PhotoHousehold(hasVault: false)
    full.household["BUCKET_VAULT"] = disk.path + "/places.vault"
    _ = try full.household.bucket(Household.makingVault, input: full.household.password + "\n")
    try full.write(PictureSample.jpeg(count: 1_000_000), to: "large.jpg")
    let run = try full.bucket("add", "Baikal", "--photo", "ice.jpg", "--photo", "large.jpg")
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("No space left on device"), "\(run.errorText)")
    #expect(try full.names().isEmpty && full.household.names() == [])
    #expect(try full.bucket("add", "Baikal", "--photo", "ice.jpg").end == .exited(0))
    try disk.fill()
    let password = full.household.password + "\n"
    let rotate = try full.bucket("keys", "rotate", "--yes", "--password-stdin", input: password)
    #expect(rotate.end == .exited(1) && rotate.errorText.contains("No space left on device"))
    #expect(try full.names().count == 1)
    #expect(try full.photo("Baikal") == full.bytes("ice.jpg"))
  }

  @Test(arguments: ["export json", "photo Hut"])
  func `what bucket keeps is written over by no output`(words: String) throws {
    try photos.bucket("add", "Hut", "--photo", "ice.jpg")
    let setting = try photos.household.shell(
      """
      cd "$HOME"; vault=\(photos.household.vault); cp $vault copy
      ln -s $vault link; ln $vault second; ln -s \(photos.folder) photos
      cp \(photos.folder)/* photo
      """)
    #expect(setting.end == .exited(0), "\(setting.errorText)")
    let before = try photos.household.everything()
    let names = ["copy", "link", "second", "photo", "photos/new", photos.household.vault]
    for name in names + (try photos.names()).map({ "photos/\($0)" }) {
      let run = try photos.household.shell(
        "cd \"$HOME\"; \"$BUCKET\" \(words) -o \(name) --force </dev/null")
      #expect(run.end == .exited(1), "\(name)")
      #expect(
        run.errorText == """
          bucket: error: \(name) is where bucket keeps places or photos
          bucket: hint: name another file; nothing was written

          """)
    }
    #expect(try photos.household.everything() == before)
  }

  @Test func `a vault that is damaged is written over by no output either`() throws {
    let vault = photos.household.vault
    _ = try photos.household.shell("printf 'no vault' | dd conv=notrunc of=\(vault)")
    let before = try photos.household.everything()
    let run = try photos.bucket("export", "json", "-o", photos.household.vault, "--force")
    #expect(run.errorText.contains("is where bucket keeps places or photos\n"))
    #expect(try photos.household.everything() == before)
  }
}
