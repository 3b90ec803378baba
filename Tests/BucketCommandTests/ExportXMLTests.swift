import TestSupport
import Testing

/// Exports to GPX and KML, as they leave the program and come back into it.
@Suite struct ExportXMLTests {
  private let household: Household

  init() throws {
    household = try Household()
    _ = try household.bucket([
      "add", "Ünïcødé 👩‍👩‍👧 \u{202e}\"\\", "-d", "a\u{1}b\r\n\u{7f}", "-t", "x,y", "--at", "14,100",
    ])
    _ = try household.bucket(["add", "A hut without a road"])
  }

  @Test(arguments: ["gpx", "kml"])
  func `an export is the same in any locale and time zone`(format: String) throws {
    var outputs: Set<String> = []
    for locale in ["C", "C.UTF-8", "POSIX"] {
      for zone in ["UTC", "Pacific/Apia", "America/St_Johns", ":nonsense"] {
        let run = try household.shell(
          """
          export LC_ALL=\(locale) TZ=\(zone)
          "$BUCKET" export \(format) | tee >(xmllint --noout -); wait
          """)
        #expect(run.end == .exited(0) && run.errorText == "")
        outputs.insert(run.outputText)
      }
    }
    #expect(outputs.count == 1)
  }

  @Test(arguments: ["gpx", "kml"])
  func `an export comes in again as what it was`(format: String) throws {
    let before = try household.bucket(["list", "--json"]).outputText
    let again = try household.shell("\"$BUCKET\" export \(format) | \"$BUCKET\" import -")
    #expect(again.end == .exited(0))
    #expect(again.errorText.contains("0 new, 0 merged, 2 unchanged, 0 skipped"))
    #expect(try household.bucket(["list", "--json"]).outputText == before)
    let elsewhere = try household.shell(
      """
      "$BUCKET" export \(format) -o "$HOME"/out.\(format)
      "$BUCKET" remove Ünïcødé --yes; "$BUCKET" remove hut --yes
      "$BUCKET" import "$HOME"/out.\(format)
      """)
    #expect(elsewhere.end == .exited(0), "\(elsewhere.errorText)")
    #expect(try household.bucket(["list", "--json"]).outputText == before)
  }
}
