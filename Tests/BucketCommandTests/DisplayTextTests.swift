import Testing

@testable import BucketCommand

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("", 0), ("Lake Baikal", 11), ("Zürich", 6), ("Zu\u{308}rich", 6), ("京都", 4), ("서울", 4),
    ("\u{1112}\u{1161}\u{11ab}", 2), ("ｶﾞ", 2), ("🏔️", 2), ("🏔", 1), ("😀", 2), ("👨‍👩‍👧‍👦", 2),
    ("👍🏽", 2), ("👩🏻‍❤️‍💋‍👨🏿", 2), ("🇳🇴", 2), ("🇳🇴🇩🇪", 4), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("1️⃣", 2),
    ("❤️", 2), ("❤", 1), ("שלום", 4), ("القاهرة", 7), ("می‌خواهم", 7), ("e\u{301}\u{323}", 1),
    ("‘quoted’", 8), ("…", 1), ("　", 2),
  ]) func `text has the width a terminal gives it`(text: String, width: Int) {
    #expect(DisplayText(text).width == width)
  }

  @Test(arguments: [
    "Lake Baikal", "שלום עולם", "القاهرة", "می‌خواهم", "क्‍ष", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "❤︎",
    "葛\u{e0100}", "Zu\u{308}rich", "۝٣", "C:\\new",
  ]) func `what belongs to writing stays`(text: String) {
    #expect(DisplayText(text).string == text)
  }

  @Test(arguments: [
    ("a\u{1b}[31mb", "a\\u{1b}[31mb"), ("\u{7}", "\\u{7}"), ("\u{7f}", "\\u{7f}"),
    ("\u{9b}2J", "\\u{9b}2J"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("a\tb", "a\\tb"),
    ("\0", "\\u{0}"), ("gpj.\u{202e}exe", "gpj.\\u{202e}exe"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{200e}x\u{200f}", "\\u{200e}x\\u{200f}"),
    ("\u{61c}", "\\u{61c}"), ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
    ("a\u{200b}b", "a\\u{200b}b"), ("a\u{ad}b", "a\\u{ad}b"), ("\u{feff}a", "\\u{feff}a"),
    ("a\u{200d}b", "a\\u{200d}b"), ("a\u{200c}b", "a\\u{200c}b"), ("\u{200d}😀", "\\u{200d}😀"),
    ("a\u{fe0f}", "a\\u{fe0f}"), ("a\u{e0041}", "a\\u{e0041}"), ("\u{2060}", "\\u{2060}"),
    ("\u{3164}", "\\u{3164}"), ("\u{fff9}", "\\u{fff9}"), ("\u{34f}", "\\u{34f}"),
    ("\u{fe0f}\u{200d}👍", "\\u{fe0f}\\u{200d}👍"), ("ᠠ\u{180b}\u{180b}", "ᠠ\u{180b}\\u{180b}"),
  ]) func `what a terminal obeys or a reader can't see is spelled out`(text: String, shown: String)
  {
    #expect(DisplayText(text).string == shown)
    #expect(DisplayText(DisplayText(text).string).string == shown)
  }

  @Test(arguments: ["\u{64b}", "\u{64b}\u{200d}", "\u{64b}\u{200c}\u{64b}\u{200d}"])
  func `marks beyond thirty are spelled out, whatever is between them`(marks: String) {
    let shown = DisplayText("ب" + String(repeating: marks, count: 100) + "ب").string
    #expect(shown.unicodeScalars.count { $0 == "\u{64b}" } == 30)
    #expect(DisplayText(shown).string == shown)
  }

  @Test func `no control character survives`() {
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = DisplayText("a" + String(Character(scalar)) + "b").string.unicodeScalars
      let isControl = shown.contains { $0.properties.generalCategory == .control }
      #expect(!isControl, "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: [
    ("Lake Baikal", 11, "Lake Baikal"), ("Lake Baikal", 10, "Lake Baik…"), ("abc", 1, "…"),
    ("abc", 0, ""), ("abc", -1, ""), ("京都市", 5, "京都…"), ("京都市", 4, "京…"), ("京都市", 6, "京都市"),
    ("a👨‍👩‍👧‍👦b", 3, "a…"), ("a👨‍👩‍👧‍👦b", 4, "a👨‍👩‍👧‍👦b"), ("🇳🇴🇩🇪", 3, "🇳🇴…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ]) func `text is cut between clusters`(text: String, limit: Int, expected: String) {
    let cut = DisplayText(text).truncated(to: limit)
    #expect(cut.string == expected)
    #expect(cut == DisplayText(expected))
    #expect(cut.width <= max(0, limit))
  }

  @Test func `a megabyte of marks stays on its line`() {
    let text = DisplayText("a" + String(repeating: "\u{301}", count: 500_000))
    let marks = text.string.unicodeScalars.count { $0 == "\u{301}" }
    #expect(marks == 30)
    #expect(text.truncated(to: 10).width == 10)
  }

  @Test(arguments: ["x", "京", "👩‍", "\u{1b}", "\u{202e}", "👍🏽🏽", "🇳"])
  func `a megabyte of anything is cut to its column`(unit: String) {
    let text = DisplayText(String(repeating: unit, count: 1_000_000 / unit.utf8.count) + "x")
    #expect(text.width > 10_000)
    let cut = text.truncated(to: 20)
    #expect(cut.width <= 20)
    #expect(cut.string.utf8.count < 500)
  }

  @Test func `lines are broken at spaces`() {
    #expect(DisplayText("ab cd  ef").wrapped(to: 5) == ["ab cd", "ef"])
    #expect(DisplayText("京都 京都").wrapped(to: 8) == ["京都", "京都"])
    #expect(DisplayText("a verylongword b").wrapped(to: 4) == ["a", "verylongword", "b"])
    #expect(DisplayText("").wrapped(to: 4) == [])
  }
}
