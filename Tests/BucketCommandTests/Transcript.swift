import FoundationEssentials
import Glibc
import TestSupport

/// A session as a person would see it: lines that begin with `$ ` are run by the shell in the home
/// folder, and what follows is all that they print, with placeholders for what differs each time.
///
/// A status other than 0 is shown at the end of the output, as in `[exit 2]`. Lines before the first
/// command say what the session is about.
struct Transcript {
  static let folder =
    #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Transcripts"
  /// Set to anything, this variable has transcripts written anew.
  static let isRewriting = ProcessInfo.processInfo.environment["BUCKET_REWRITE_TRANSCRIPTS"] != nil

  static let names: [String] = {
    let found = try? ProgramRun.of(["ls", folder]).outputText.split(separator: "\n")
    return (found ?? []).map(String.init).filter { $0.hasSuffix(".txt") }
  }()

  private let path: String
  let text: String

  init(named name: String) throws {
    path = Self.folder + "/" + name
    text = try ProgramRun.of(["cat", path]).outputText
  }

  /// Runs the commands of the transcript, and returns what it should say.
  ///
  /// - Parameter variables: Set for every command.
  func played(in household: Household, variables: [String: String]) throws -> String {
    for (name, value) in variables { household[name] = value }
    let programs = household.beside + "/programs"
    let prepare = "mkdir '\(programs)'; ln -s '\(BuiltProgram.bucket)' '\(programs)/bucket'"
    _ = try household.shell("\(prepare); echo '\(household.password)' >\"$HOME/password\"")
    household["PATH"] = programs + ":/usr/bin:/bin"
    if text.contains("ice.") {
      for (name, photo) in [("ice.jpg", PictureSample.jpeg()), ("ice.heic", PictureSample.heic())] {
        try Data(photo).write(to: URL(filePath: "\(household.home)/\(name)"))
      }
    }
    var result = ""
    var ids: Set<String> = []
    var changes: Set<String> = []
    var keys: Set<String> = []
    if text.contains("bucket keys") { keys = try household.keys() }
    var isPreface = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("$ ") else {
        if isPreface { result += line + "\n" }
        continue
      }
      isPreface = false
      let run = try household.shell("cd; exec 2>&1; \(line.dropFirst(2))")
      if ["bucket add", "bucket import"].contains(where: line.contains) {
        ids.formUnion(try household.places()?.map(\.id) ?? [])
      }
      if text.contains("bucket history") { changes.formUnion(try household.changes()) }
      if line.contains("bucket keys") { keys.formUnion(try household.keys()) }
      let output = Self.withPlaceholders(
        Self.withoutTimes(run.outputText),
        for: [("[CHANGE]", changes), ("[KEY]", keys), ("[ID]", ids)])
      result += line + "\n" + Self.withPlaceholders(output, household)
      if run.end != .exited(0) { result += "[\(run.end)]\n" }
      result += "\n"
    }
    return result
  }

  func rewrite(as text: String) throws {
    let file = unsafe fopen(path, "w")!
    _ = unsafe fwrite(Array(text.utf8), 1, text.utf8.count, file)
    unsafe fclose(file)
  }

  private static let host =
    (try? ProgramRun.of(["uname", "-n"]).outputText.filter { $0 != "\n" }) ?? "?"

  /// Times come first, since an id may begin like a year.
  private static func withoutTimes(_ output: String) -> String {
    output.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "[TIME]")
      .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "[TIME]")
      .replacing(/\b\d\d:\d\d\b/, with: "[TIME]")
  }

  static func withPlaceholders(
    _ output: String, for kinds: [(placeholder: String, ids: Set<String>)]
  ) -> String {
    var text = output
    // Whole ids first: a part of one may be the beginning of another.
    for (placeholder, ids) in kinds {
      for id in ids { text.replace(id, with: placeholder) }
    }
    for (placeholder, ids) in kinds {
      for id in ids {
        // As a word alone: the digits of an id may stand within one, and “added” has no others.
        let pattern = "\\b(?!added\\b)\(id.prefix(4))[0-9a-f]{0,28}\\b"
        guard let short = try? Regex(pattern) else { continue }
        text.replace(short, with: placeholder)
      }
    }
    return text
  }

  private static func withPlaceholders(_ output: String, _ household: Household) -> String {
    output
      .replacing("\(household.user)@\(Self.host)", with: "[USER]@[HOST]")
      .replacing("\(household.user)'s", with: "[USER]'s")
      .replacing(household.home, with: "[PATH]")
      .replacing(household.beside, with: "[PATH]")
      .replacing(/\b[0-9a-f]{32}\b/, with: "[VAULT]")
      .replacing(/(  ([A-Z]{4}-)+([A-Z]{4})?\n)+/, with: "  [RECOVERY KEY]\n")
  }
}
