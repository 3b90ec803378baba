import TestSupport
import Testing

/// What tests share is left alone by each of them.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct HouseholdTests {
  @Test(arguments: ["printf junk >\"$VAULT\"", "rm \"$VAULT\""])
  func `a household that goes takes its own session with it, and no other`(line: String) throws {
    let staying = try Household()
    var going: Household? = try Household()
    let states = going!.state
    let name = try ProgramRun.of(
      ["sh", "-c", "grep -o \"bucket:$(basename '\(states)'/*):[0-9a-f]*\" /proc/keys | head -1"]
    ).outputText.dropLast()
    // /proc/keys goes on showing for a while what is in no keyring any more.
    let search = ["keyctl", "search", "@u", "user", String(name)]
    #expect(try ProgramRun.of(search).end == .exited(0))
    _ = try going!.shell(line)
    going = nil
    #expect(try ProgramRun.of(search).end != .exited(0))
    #expect(try staying.bucket(["status"]).end == .exited(0))
  }
}
