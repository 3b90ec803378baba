import TestSupport
import Testing

@testable import BucketCommand

/// Whole sessions, as they can be read in the folder Transcripts.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct TranscriptTests {
  struct Surroundings: Sendable {
    let locale: String
    let zone: String
  }

  @Test(
    arguments: Transcript.names,
    [
      Surroundings(locale: "C.UTF-8", zone: "UTC"),
      Surroundings(locale: "C", zone: "Asia/Kathmandu"),
    ])
  func `what is printed is what the transcript says`(
    name: String, surroundings: Surroundings
  ) throws {
    // The session that makes a vault finds none.
    let household = try Household(hasVault: name != "init.txt")
    let transcript = try Transcript(named: name)
    let played = try transcript.played(
      in: household, variables: ["LC_ALL": surroundings.locale, "TZ": surroundings.zone])
    if Transcript.isRewriting, surroundings.zone == "UTC" { try transcript.rewrite(as: played) }
    guard !Transcript.isRewriting else { return }
    let (found, wanted) = (played.split(separator: "\n"), transcript.text.split(separator: "\n"))
    #expect(found == wanted)
  }

  @Test func `every command has a transcript that begins with its help`() throws {
    for group in Commands.table.groups {
      for command in group.commands where !command.isHidden {
        let transcript = try Transcript(named: command.name + ".txt")
        #expect(transcript.text.contains("$ bucket \(command.name) --help\n"))
      }
    }
  }

  @Test func `an id that begins like a word leaves the word`() {
    let ids: Set = ["adde0f31aa0947b6b0d0e5c1d2f3a4b5"]
    let text = Transcript.withPlaceholders(
      "took back: added x; undo adde, adde0f", for: [("[ID]", ids)])
    #expect(text == "took back: added x; undo [ID], [ID]")
  }
}
