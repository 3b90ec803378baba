import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct FoldedTextTests {
  @Test(arguments: [
    ("Lake Baikal", "LAKE BAIKAL"), ("Café", "cafe"), ("Caf\u{E9}", "Cafe\u{301}"),
    ("Straße", "STRASSE"), ("Ａｐｐｌｅ　Ｓｔｏｒｅ", "Apple Store"), ("ﾎｯｶｲﾄﾞｳ", "ホッカイドウ"),
    ("Ærø", "aero"), ("Tromsø", "tromso"), ("Łódź", "lodz"), ("Iğdır", "IGDIR"), ("İzmir", "izmir"),
    ("Đà Nẵng", "da nang"), ("ΑΘΉΝΑ", "αθηνα"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("Ёлка", "елка"),
    ("ﬁord", "FIORD"), ("㎒", "mhz"), ("אֱמֶת", "אמת"), ("مُحَمَّد", "محمد"), ("\u{200F}שלום", "שלום"),
    ("👩\u{200D}🚀", "👩🚀"), ("❤\u{FE0F}", "❤"), ("Reykjavík", "REYKJAVIK"), ("한글", "한글"),
    ("co\u{AD}op", "coop"), ("A\u{A0}B", "a b"), ("ᾳ", "ΑΙ"), ("", ""),
  ])
  func `texts that differ in case, accents, composition or width are the same`(
    first: String, second: String
  ) {
    #expect(FoldedText(first) == FoldedText(second))
    #expect(FoldedText(first).hashValue == FoldedText(second).hashValue)
  }

  @Test(arguments: [
    ("कि", "कु"), ("น้ำ", "นำ้า"), ("か", "が"), ("กุ", "ก"), ("a", "b"), ("क्क", "कक"), ("\u{301}", ""),
  ])
  func `letters that make a difference stay different`(first: String, second: String) {
    #expect(FoldedText(first) != FoldedText(second))
  }

  @Test(arguments: [
    ("Lake Baikal", "baik"), ("Musée d’Orsay", "musee"), ("東京タワー", "ﾀﾜｰ"), ("aaab", "aab"),
    ("abc", "abc"), ("x", ""),
  ])
  func `a text contains its parts`(text: String, part: String) {
    #expect(FoldedText(text).contains(FoldedText(part)))
  }

  @Test(arguments: [("Baikal", "Baikal "), ("", "a"), ("abab", "abb"), ("Cafe", "\u{301}")])
  func `a text doesn't contain what isn't in it`(text: String, part: String) {
    #expect(!FoldedText(text).contains(FoldedText(part)))
  }

  @Test(arguments: [
    ("Lake Baikal", "lÄKE b", true), ("Straße", "STRASS", true), ("x", "", true),
    ("Lake", "Lake ", false), ("Lake", "ake", false),
  ])
  func `a text begins with its first letters`(text: String, part: String, begins: Bool) {
    #expect(FoldedText(text).hasPrefix(FoldedText(part)) == begins)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `folding once is folding for good, and every part is found`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let scalars = (0..<8).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 1...0x1_FFFF, using: &generator))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let folded = FoldedText(text)
      #expect(FoldedText(String(decoding: folded.bytes, as: UTF8.self)) == folded, "\(scalars)")
      #expect(FoldedText("a " + text + " b").contains(FoldedText(" b")), "\(scalars)")
    }
  }
}
