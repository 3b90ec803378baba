import TestSupport
import Testing

/// Copies of a vault that are looked at, beside the one that is in use.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct CopyTests {
  @Test func `to look at what was brought out makes no older copy of the vault`() throws {
    let damaged = try DamagedHousehold()
    let household = damaged.household
    try damaged.spoil(damaged.start(ofFrame: 6)..<(damaged.start(ofFrame: 6) + 600))
    _ = try damaged.recover()
    for words in [["list"], ["add", "Garda"], ["--accept-older", "list"]] {
      let run = try household.bucket(["--vault", damaged.new] + words)
      #expect(!run.errorText.contains("bucket: "), "\(words): \(run.errorText)")
      #expect(try household.names() == DamagedHousehold.names)
    }
    let whole = try household.bucket(["recover", household.vault])
    #expect(whole.errorText.hasSuffix("and nothing was written\n"), "\(whole.errorText)")
  }

  @Test func `an older backup is told as one, and looking at it changes nothing`() throws {
    let damaged = try DamagedHousehold()
    let household = damaged.household
    _ = try household.bucket(["add", "Garda"])
    let list = ["--vault", damaged.file, "list"]
    let run = try household.bucket(list)
    #expect(run.end == .exited(7))
    #expect(
      run.errorText == """
        bucket: error: ~/broken.vault is an older copy, or one that went its own way: it has 6 frames, \
        and 7 were seen here
        bucket: hint: the vault itself is at \(household.vault); to look at this copy: bucket --vault \(damaged.file) list --accept-older
        bucket: hint: to bring in what it alone has: bucket --vault \(household.vault) merge ~/broken.vault

        """)
    #expect(try household.bucket(list + ["--accept-older", "--json"]).end == .exited(0))
    #expect(try household.names() == DamagedHousehold.names + ["Garda"])
    #expect(try household.bucket(list).end == .exited(7))
    let lines = try household.bucket(["--vault", damaged.file, "check"]).outputText
    #expect(
      lines.contains(
        "—    seen         in ~/.local/share/bucket/places.vault, of which this is a copy: what is "
          + "here is not remembered"), "\(lines)")
  }
}
