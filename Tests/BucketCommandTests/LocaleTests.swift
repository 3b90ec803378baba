import TestSupport
import Testing

/// What the language of a person changes, and what it doesn't.
@Suite struct LocaleTests {
  private let household: Household
  private let locales: CompiledLocales

  init() throws {
    household = try Household()
    locales = try CompiledLocales("de_DE", "sv_SE", "ar_EG")
    for name in ["Zoo", "Ångström", "Äpfel", "Öland", "apple", "Örtagård", "Oslo"] {
      _ = try household.bucket([
        "add", name, "--at", "-1.25,12.345", "--visited",
        "2026-03-12", "-d", "1,5 \u{661}\u{662}",
      ])
    }
  }

  private func run(_ words: [String], in locale: String, zone: String = "UTC") throws -> ProgramRun
  {
    var environment = household.environment
    environment.merge(locales.environment(locale)) { $1 }
    if locale == "C" { environment["LC_ALL"] = "C" }
    environment["TZ"] = zone
    return try ProgramRun.of([BuiltProgram.bucket] + words, environment: environment)
  }

  private func names(_ words: [String], in locale: String) throws -> [String] {
    let run = try run(words, in: locale)
    #expect(run.end == .exited(0), "\(run.errorText)")
    return run.outputText.split(separator: "\n").compactMap {
      $0.split(separator: " ").dropFirst().first.map(String.init)
    }
  }

  @Test func `names are listed in the order of the person's language`() throws {
    #expect(
      try names(["list", "--sort", "name"], in: "sv_SE")
        == ["apple", "Oslo", "Zoo", "Ångström", "Äpfel", "Öland", "Örtagård"])
    #expect(
      try names(["list", "--sort", "name"], in: "de_DE")
        == ["Ångström", "Äpfel", "apple", "Öland", "Örtagård", "Oslo", "Zoo"])
    #expect(
      try names(["list", "--sort", "name"], in: "C")
        == ["Ångström", "Äpfel", "apple", "Öland", "Örtagård", "Oslo", "Zoo"])
  }

  @Test(arguments: [
    ["export", "geojson", "--sort", "name"], ["export", "gpx", "--sort", "name"],
    ["export", "kml", "--sort", "name"], ["export", "csv", "--sort", "name"],
    ["export", "csv", "--spreadsheet"], ["export", "json", "--sort", "name"],
    ["list", "--json", "--sort", "name", "--near", "zoo"],
  ])
  func `exports are the same in every language and time zone`(words: [String]) throws {
    var outputs: Set<[UInt8]> = []
    for locale in ["C", "de_DE", "sv_SE", "ar_EG"] {
      for zone in ["UTC", "Pacific/Apia", "America/St_Johns"] {
        let run = try run(words, in: locale, zone: zone)
        #expect(run.end == .exited(0), "\(run.errorText)")
        outputs.insert(run.output)
      }
    }
    #expect(outputs.count == 1)
    #expect(outputs.first?.isEmpty == false)
  }

  @Test(arguments: ["geojson", "gpx", "kml", "csv", "json"])
  func `what was exported in one language comes in equal in another`(format: String) throws {
    let before = try household.bucket(["list", "--json"]).outputText
    let file = household.home + "/places." + format
    #expect(try run(["export", "-o", file], in: "de_DE").end == .exited(0))
    let names = ["Zoo", "Ångström", "Äpfel", "Öland", "apple", "Örtagård", "Oslo"]
    #expect(try run(["remove", "--yes"] + names, in: "C").end == .exited(0))
    #expect(try household.bucket(["list", "--json"]).outputText == "[]\n")
    let again = try run(["import", file], in: "ar_EG", zone: "Pacific/Apia")
    #expect(again.end == .exited(0), "\(again.errorText)")
    #expect(again.errorText.contains("7 new, 0 merged, 0 unchanged, 0 skipped"))
    #expect(try household.bucket(["list", "--json"]).outputText == before)
  }
}
