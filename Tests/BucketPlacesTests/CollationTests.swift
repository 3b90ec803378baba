import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct CollationTests {
  private static let names = ["Zoo", "Ångström", "apple", "Äpfel", "Apple", "ö", "o", "日本", "Z"]

  private func sorted(_ collation: Collation) -> [String] {
    Self.names.map { ($0, collation.key($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  @Test(arguments: ["", "C", "POSIX", "C.UTF-8", "xx_XX.UTF-8", "../../etc/passwd"])
  func `without a locale that is there the order is by code points of what is searched`(
    name: String
  ) {
    let byCodePoints = ["Ångström", "apple", "Äpfel", "Apple", "ö", "o", "Z", "Zoo", "日本"]
    #expect(
      sorted(Collation(locale: name)).map { FoldedText($0) }
        == byCodePoints.map { FoldedText($0) }.sorted())
    #expect(sorted(.codePoints) == sorted(Collation(locale: name)))
  }
}
