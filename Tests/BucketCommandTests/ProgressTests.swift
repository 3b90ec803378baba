import FoundationEssentials
import TestSupport
import Testing

@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct ProgressTests {
  @Test func `a long search is told of at a terminal alone, and leaves no trace there`() throws {
    let damaged = try DamagedHousehold()
    let household = damaged.household
    // Two letters that are wrong in frames of 16 KiB: each bit of these is tried.
    let long = String(repeating: "x", count: 10_000)
    for name in ["Garda", "Hela"] { _ = try household.bucket(["add", name, "-d", long]) }
    var bytes = try damaged.bytes(household.vault)
    for distance in [12_000, 6_000, 28_000, 22_000] { bytes[bytes.count - distance] ^= 1 }
    try damaged.put(bytes)
    let run = try damaged.recover("-n")
    #expect(run.end == .exited(0) && run.errorText == "nothing was written\n")
    #expect(run.outputText.contains("missing     frames 7 to 8, "), "\(run.outputText)")
    let terminal = try household.terminal(["recover", damaged.file, "-n"])
    let shown = try terminal.expect("nothing was written")
    #expect(shown.contains("\rlooking for what is whole: "), "\(shown)")
    #expect(shown.contains("\r" + String(repeating: " ", count: 31) + "\r"))
    #expect(try terminal.wait() == .exited(0))
  }

  @Test func `reading, sealing and writing many places are told of with count and rate`() throws {
    let household = try Household()
    let rows = (0..<40_000).map { "Place \($0),\($0 % 90),\($0 % 180)\n" }
    let file = household.home + "/many.csv"
    try Data(("name,lat,lon\n" + rows.joined()).utf8).write(to: URL(filePath: file))
    let importing = try household.terminal(["import", file])
    let shown = try importing.expect("40000 new", within: .seconds(120))
    #expect(shown.contains(/\rreading places: \d+ %, \d+, \d+ a second/))
    #expect(try importing.wait() == .exited(0))
    for (words, progress) in [
      (["list"], /\rreading the vault: \d+ %, \d+, \d+ a second/),
      (
        ["export", "-o", household.home + "/many.kml"], /\rwriting places: \d+ %, \d+, \d+ a second/
      ),
    ] {
      let terminal = try household.terminal(words)
      let end = try terminal.wait(within: .seconds(120))
      #expect(end == .exited(0))
      #expect(terminal.transcript.contains(progress), "\(terminal.transcript.prefix(300))")
    }
    let silent = try household.bucket(["list", "zzz"])
    #expect(silent.errorText == "")
  }
}
