import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct FixedPointTests {
  @Test(arguments: [
    (0, 4, "0.0000", "0"), (-0.0, 4, "0.0000", "0"), (-0.00004, 4, "0.0000", "0"),
    (-0.00005, 4, "-0.0001", "-0.0001"), (0.05, 4, "0.0500", "0.05"), (100, 0, "100", "100"),
    (1e8, 7, "100000000.0000000", "100000000"), (-12.5, 1, "-12.5", "-12.5"),
    (99.99999999, 7, "100.0000000", "100"),
  ])
  func `a number reads with all its decimals or only the needed ones`(
    value: Double, decimals: Int, fixed: String, shortest: String
  ) {
    let number = FixedPoint(value, decimals: decimals)
    #expect(number.fixed == fixed)
    #expect(number.shortest == shortest)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `what is written with 7 decimals comes back the same`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let number = FixedPoint(.random(in: -180...180, using: &generator), decimals: 7)
      let back = try #require(Double(number.shortest))
      #expect(FixedPoint(back, decimals: 7) == number)
    }
  }
}
