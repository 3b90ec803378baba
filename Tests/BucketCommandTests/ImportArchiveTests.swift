import TestSupport
import Testing

@testable import BucketCommand

/// Archives that aren't opened, as the program tells of them.
@Suite struct ImportArchiveTests {
  private let household: Household
  private static let csv = "name,lat,lon\nCamp,1,2\nHut,3,4\n"

  init() throws { household = try Household() }

  @Test(arguments: [
    ("My 'lists': all.tgz", "tar -czf"), ("lists.tar", "tar -cf"), ("-lists.TAR.gz", "tar -czf"),
    ("a b.csv.gz", "gzip -c > "),
  ])
  func `what isn't opened is unpacked by its hint`(name: String, pack: String) throws {
    let isFolder = pack.hasPrefix("tar")
    let made = try household.shell(
      """
      cd "$HOME"; mkdir Takeout; printf '\(Self.csv)' > Takeout/list.csv
      \(isFolder ? "\(pack) ./packed Takeout; rm -r Takeout" : "\(pack) packed < Takeout/list.csv")
      mv packed ./\(Failure.word(name))
      """)
    try #require(made.end == .exited(0), "\(made.errorText)")
    let run = try household.shell("cd \"$HOME\"; \"$BUCKET\" import ./\(Failure.word(name))")
    #expect(run.end == .exited(1) && run.outputText == "")
    let lines = run.errorText.split(separator: "\n")
    let kind = name.hasSuffix("tar") ? "tar" : "gzip"
    #expect(
      lines.first?.hasSuffix(": it is a \(kind) archive, which bucket doesn't open") == true,
      "\(run.errorText)")
    #expect(lines.last == "bucket: hint: nothing was changed")
    let hint = try #require(lines.dropFirst().first).dropFirst("bucket: hint: ".count)
    let command = hint.prefix(
      upTo: hint.firstRange(of: " unpacks it;")?.lowerBound ?? hint.endIndex)
    let done = try household.shell(
      "cd \"$HOME\"; bucket() { \"$BUCKET\" \"$@\"; }; \(command)"
        + (isFolder ? " && bucket import Takeout" : ""))
    #expect(done.end == .exited(0), "\(done.errorText)")
    #expect(try household.names() == ["Camp", "Hut"])
    // Among others it is passed over, and that is told.
    let folder = try household.bucket(["import", household.home])
    #expect(
      folder.outputText.contains("is a \(kind) archive, which bucket doesn't open\n"),
      "\(folder.outputText)\(folder.errorText)")
  }
}
