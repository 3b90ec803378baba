import TestSupport
import Testing

/// The file that `-o` names: whole or not at all, for its owner alone, and never another file.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct ExportFileTests {
  let household: Household

  init() throws {
    household = try Household()
    _ = try household.bucket(["add", "Camp", "--at", "14,100"])
    _ = try household.shell(
      """
      cd "$HOME"; echo before >file; chmod 644 file; mkdir folder; mkfifo fifo; ln -s file link
      ln -s absent dangling; ln -s folder to-folder; ln -s loop loop
      """)
  }

  private func export(_ words: String) throws -> ProgramRun {
    try household.shell("cd \"$HOME\"; umask 000; \"$BUCKET\" export \(words)")
  }

  @Test(
    arguments: [
      ("file", "file is there already", "name another file, or write over it with --force"),
      ("link", "link is there already", "name another file, or write over it with --force"),
    ]
      + [
        "folder", "folder --force", "fifo --force", "dangling", "dangling --force", "loop --force",
        "to-folder --force", "/dev/null --force", "./folder/. --force",
      ].map { name in
        (
          name, "\(name.split(separator: " ")[0]) is there, and is not a regular file",
          "name another file, or leave -o out to write to standard output"
        )
      } + [
        (
          "absent/file", "absent/file can't be written: No such file or directory",
          "nothing was written; name another file with -o FILE"
        ),
        (
          "file/file", "file/file can't be written: Not a directory",
          "nothing was written; name another file with -o FILE"
        ),
        (
          "/proc/file", "/proc/file can't be written: No such file or directory",
          "nothing was written; name another file with -o FILE"
        ),
      ])
  func `it is refused, and nothing is written`(words: String, error: String, hint: String) throws {
    let before = try household.everything()
    let run = try export("-o \(words)")
    #expect(run.end == .exited(1) && run.output.isEmpty)
    #expect(run.errorText == "bucket: error: \(error)\nbucket: hint: \(hint)\n")
    #expect(try household.everything() == before)
  }

  @Test(arguments: ["new", "file --force", "link --force", "folder/new"])
  func `it is written for its owner alone`(words: String) throws {
    let name = String(words.split(separator: " ")[0])
    let run = try export("-o \(words)")
    #expect(run.end == .exited(0) && run.output.isEmpty)
    #expect(run.errorText == "wrote 1 place to \(name); not encrypted, readable by you alone\n")
    let found = try household.shell(
      "cd \"$HOME\"; stat -Lc %a \(name); cat \(name); ls -A . folder")
    #expect(found.outputText.hasPrefix("600\n{\"type\":\"FeatureCollection\""))
    #expect(!found.outputText.contains(".new"))
    #expect(try household.shell("readlink \"$HOME/link\"").outputText == "file\n")
  }

  @Test func `where the folder can't be written, as a stranger's, the reason is told`() throws {
    let user = try ProgramRun.of(["id", "-u"]).outputText
    // Root may write everywhere but where the kernel itself says no.
    let folder = user == "0\n" ? "/sys" : "/root"
    let run = try export("-o \(folder)/places.geojson")
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("/places.geojson can't be written: "))
  }

  @Test func `a dash is standard output, and a name with a dash is a file`() throws {
    #expect(try export("-o -").outputText.hasPrefix("{\"type\""))
    #expect(try export("-o ./-").end == .exited(0))
    #expect(try export("--output=-x").end == .exited(0))
    #expect(try household.shell("ls \"$HOME\"").outputText.contains("-x\n"))
  }

  @Test(
    .enabled(if: (try? ProgramRun.of(["python3", "--version"]))?.end == .exited(0), "no python3"))
  func `what is printed as JSON is JSON, in any locale and time zone`() throws {
    _ = try household.bucket([
      "add", "Ünïcødé 👩‍👩‍👧 \u{202e}\"\\", "-d", "a\u{1}b\n\u{7f}", "-t", "x,y",
    ])
    _ = try household.bucket(["edit", "Camp", "--visited", "2026-03-12"])
    var outputs: Set<String> = []
    for locale in ["C", "C.UTF-8", "POSIX"] {
      for zone in ["UTC", "Pacific/Apia", "America/St_Johns", ":nonsense"] {
        let run = try household.shell(
          """
          export LC_ALL=\(locale) TZ=\(zone)
          for words in 'list --json' 'export' 'show --json Camp' 'export geojson --visited'; do
            "$BUCKET" $words | tee >(python3 -m json.tool >/dev/null || echo invalid); wait
          done
          """)
        #expect(run.end == .exited(0) && run.errorText == "")
        outputs.insert(run.outputText)
      }
    }
    #expect(outputs.count == 1 && outputs.first?.contains("invalid") == false)
    #expect(outputs.first?.contains("\"coordinates\":[100,14]") == true)
    for words in [
      "status --json", "unlock --json --password-stdin <<<'\(household.password)'",
      "show absent --json", "--vault /absent status --json", "list --json --category none",
    ] {
      let run = try household.shell("\"$BUCKET\" \(words) 2>/dev/null | python3 -m json.tool")
      #expect(run.end == .exited(0), "\(words): \(run.errorText)")
    }
  }
}
