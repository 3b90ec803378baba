import TestSupport
import Testing

/// Unlocking packs a vault of many small frames, and nobody has to know.
///
/// All use copies of one vault, whose key is in one place of the keyring.
@Suite(.serialized, .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct UnlockPackingTests {
  let household: Household
  static let count = 300

  /// A vault with so many places that were added one by one.
  private static let filled = Result {
    let household = try Household()
    try fill(household, count)
    return try ProgramRun.of(["cat", household.vault]).output
  }

  init() throws {
    household = try Household(hasVault: false)
    _ = try household.shell("mkdir -p -m 700 \"$(dirname \"$VAULT\")\"")
    try Self.place(household)
  }

  private static func place(_ household: Household) throws {
    let bytes = try filled.get()
    let run = try ProgramRun.of(
      ["sh", "-c", "umask 077; cat >'\(household.vault)'"], input: bytes)
    #expect(run.end == .exited(0), "\(run.errorText)")
    try household.lock()
  }

  private static func fill(_ household: Household, _ count: Int) throws {
    let run = try household.shell(
      "for n in $(seq \(count)); do \"$BUCKET\" add \"Place $n\" -d text >/dev/null; done")
    #expect(run.errorText == "")
    try household.lock()
  }

  private func unlock(_ words: String...) throws -> ProgramRun {
    try household.bucket(["unlock", "--password-stdin"] + words, input: household.password + "\n")
  }

  private func size(_ household: Household) throws -> Int {
    Int(try household.shell("stat -c %s \"$VAULT\"").outputText.filter(\.isNumber)) ?? 0
  }

  private func places() throws -> [String] { (1...Self.count).map { "Place \($0)" } }

  @Test func `many small writes are packed at unlock, once`() throws {
    let before = try size(household)
    let run = try unlock()
    #expect(run.end == .exited(0))
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(
      try #/packed the vault: \d+ KiB before, \d+ KiB now/#.wholeMatch(in: lines[0]) != nil)
    #expect(try 2 * size(household) <= before)
    #expect(try household.names() == places())
    try household.lock()
    let packed = try ProgramRun.of(["cat", household.vault]).output
    #expect(try unlock().errorText.split(separator: "\n").count == 1)
    #expect(try ProgramRun.of(["cat", household.vault]).output == packed)
    let check = try household.bucket(["check"])
    #expect(check.outputText.contains("300 places, and all that is behind them verifies"))
    #expect(try household.bucket(["add", "One more"]).end == .exited(0))
    #expect(try household.names() == places() + ["One more"])
  }

  @Test func `quiet, nothing is said`() throws {
    let before = try size(household)
    let run = try unlock("-q")
    #expect(run.end == .exited(0) && run.errorText == "" && run.outputText == "")
    #expect(try 2 * size(household) <= before)
  }

  @Test func `any command that unlocks packs, and goes on`() throws {
    let before = try size(household)
    let run = try household.bucket(
      ["edit", "Place 7", "-d", "changed", "--password-stdin"], input: household.password + "\n")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try 2 * size(household) <= before)
    #expect(try household.places()?[6].description == "changed")
  }

  @Test func `few frames, and frames that are full, stay as they are`() throws {
    let other = try Household()
    try Self.fill(other, 200)
    let before = try ProgramRun.of(["cat", other.vault]).output
    let run = try other.bucket(["unlock", "--password-stdin"], input: other.password + "\n")
    #expect(run.end == .exited(0) && !run.errorText.contains("packed"))
    #expect(try ProgramRun.of(["cat", other.vault]).output == before)
  }

  @Test func `two unlocks at once pack it once, and a reader in their midst reads all of it`()
    throws
  {
    let run = try household.shell(
      """
      unlock() { "$BUCKET" unlock --password-stdin <<<'\(household.password)' 2>&1; echo "end $?"; }
      "$BUCKET" unlock -q --password-stdin --for 1h <<<'\(household.password)' >/dev/null &
      for n in 1 2 3 4; do unlock >"$TMPDIR/$n" & done
      for n in $(seq 20); do "$BUCKET" list 2>/dev/null | grep -c 'Place'; done
      wait; cat "$TMPDIR"/[1-4]
      """)
    let lines = run.outputText.split(separator: "\n")
    let counts = lines.filter { Int($0) != nil }
    #expect(Set(counts).isSubset(of: ["0", "300"]), "\(counts)")
    #expect(counts.last == "300")
    #expect(lines.count { $0 == "end 0" } == 4, "\(lines)")
    #expect(lines.count { $0.hasPrefix("packed") } <= 1)
    #expect(!lines.contains { $0.contains("error") || $0.contains("warning") }, "\(lines)")
    #expect(try household.names() == places())
  }
}

extension UnlockPackingTests {
  private func onDisk(
    kilobytes: Int, _ body: (Household, SmallFileSystem) throws -> Void
  ) throws {
    let disk = try SmallFileSystem(kilobytes: kilobytes)
    let household = try Household(hasVault: false)
    household["BUCKET_VAULT"] = disk.path + "/places.vault"
    try Self.place(household)
    try body(household, disk)
    try household.lock()
    withExtendedLifetime(disk) {}
  }

  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `without room to pack, a vault is left as it was, and opens`() throws {
    try onDisk(kilobytes: 512) { household, disk in
      try disk.fill()
      let before = try ProgramRun.of(["cat", household.vault]).output
      let run = try household.bucket(
        ["unlock", "--password-stdin"], input: household.password + "\n")
      #expect(run.end == .exited(0), "\(run.errorText)")
      #expect(
        run.errorText.contains(
          "warning: the vault was not packed: \(disk.path)/places.vault could not be written: "
            + "No space left on device"), "\(run.errorText)")
      #expect(try ProgramRun.of(["cat", household.vault]).output == before)
      #expect(try household.names() == places())
      #expect(
        try household.shell("ls -A '\(disk.path)'").outputText == "filler\nplaces.vault\n")
    }
  }

  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `a vault that can only be read is not packed, and nothing is said of it`() throws {
    try onDisk(kilobytes: 1_024) { household, disk in
      try disk.makeReadOnly()
      let run = try household.bucket(
        ["unlock", "--password-stdin"], input: household.password + "\n")
      #expect(run.end == .exited(0))
      #expect(run.errorText.split(separator: "\n").count == 1, "\(run.errorText)")
      #expect(try household.names() == places())
    }
  }
}
