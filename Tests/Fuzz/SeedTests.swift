import FoundationEssentials
import Testing

/// Runs each seed, and each input that once was a finding, through its target.
struct SeedTests {
  @Test(arguments: Seed.all)
  func `a seed does to its target what any input has to do`(_ seed: Seed) throws {
    let target = try #require(FuzzTargets.all.first { $0.name == seed.target })
    #expect(throws: Never.self) { try target.check(try seed.bytes) }
  }

  @Test func `each target has seeds`() {
    #expect(Set(FuzzTargets.all.map { $0.name }) == Set(Seed.all.map(\.target)))
  }
}
