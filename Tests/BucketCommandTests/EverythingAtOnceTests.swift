import FoundationEssentials
import TestSupport
import Testing

/// Eight processes that add, edit, list, purge and rotate at once, over and over.
///
/// BUCKET_TEST_SECONDS says for how long, where a few seconds are not enough.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct EverythingAtOnceTests {
  static let seconds =
    ProcessInfo.processInfo.environment["BUCKET_TEST_SECONDS"].flatMap { Int($0) } ?? 8

  /// What each loop does until the time is over. A line is left for what was done, and whatever went
  /// wrong stands in a file of its own.
  private static let script = """
    cd "$TMPDIR"; end=$(($(date +%s) + \(seconds)))
    until_end() { while [ $(date +%s) -lt $end ]; do "$@"; done; }
    adds() { n=$((n + 1)); "$BUCKET" add "$1 $n" -q >/dev/null 2>>wrong && echo "$1 $n" >>added; }
    edits() {
      n=$((n + 1))
      if "$BUCKET" edit Shared -d "$1 $n" -q 2>edit.$1; then echo "$1 $n" >>edited
      else grep -q 'changed by another' edit.$1 || cat edit.$1 >>wrong; fi
    }
    lists() {
      "$BUCKET" list --json >list 2>>wrong && jq -e 'length > 0' list >/dev/null 2>>wrong \\
        && echo >>listed
    }
    purges() {
      if "$BUCKET" purge --history --yes -q 2>purge; then echo >>purged
      else grep -q 'in the meantime' purge || cat purge >>wrong; fi
    }
    rotates() {
      "$BUCKET" keys rotate --password-stdin -q <password >/dev/null 2>>wrong && echo >>rotated
    }
    until_end adds left & until_end adds middle & until_end adds right &
    until_end edits one & until_end edits two & until_end lists & until_end purges &
    until_end rotates &
    wait
    """

  @Test func `no change is lost, nothing is read by halves, and nobody waits for ever`() throws {
    let household = try Household()
    let folder = try #require(household["TMPDIR"])
    _ = try household.shell("echo '\(household.password)' >\"$TMPDIR/password\"")
    _ = try household.bucket(["add", "Shared"])
    _ = try household.shell(Self.script)
    func lines(_ name: String) throws -> [String] {
      try household.shell("cat '\(folder)/\(name)' 2>/dev/null || true").outputText
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    #expect(try lines("wrong") == [])
    let places = try #require(try household.places())
    let added = try lines("added")
    #expect(places.map(\.name).sorted() == (added + ["Shared"]).sorted())
    let edited = try lines("edited")
    let shared = places.first { $0.name == "Shared" }
    #expect(edited.contains(shared?.description ?? ""), "\(edited.suffix(3))")
    let counts = try ["listed", "purged", "rotated"].map { (name: $0, count: try lines($0).count) }
    for (name, count) in counts { #expect(count > 0, "\(name)") }
    let check = try household.bucket(["check", "--deep"])
    #expect(check.outputText.contains("well contents"), "\(check.outputText)")
    print(
      "\(Self.seconds) s of eight processes: \(added.count) added, \(edited.count) edited, "
        + counts.map { "\($0.count) \($0.name)" }.joined(separator: ", "))
  }
}
