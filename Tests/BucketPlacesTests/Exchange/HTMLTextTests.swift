import Testing

@testable import BucketPlaces

@Suite struct HTMLTextTests {
  @Test(
    arguments: [
      ("plain\ntext", "plain\ntext"), ("a<br>b", "a\nb"), ("a<br/>\n<BR />b", "a\n\nb"),
      ("AT&amp;T &lt;3 &#x263A;&#9731; &quot;&nbsp;", "AT&T <3 ☺☃ \"\u{A0}"),
      ("1 < 2 & 3 > 2; &c", "1 < 2 & 3 > 2; &c"),
      ("&unknown; &#0; &#xD800; &", "&unknown; &#0; &#xD800; &"),
      ("<a href=\"https://e.org/?a=1&amp;b=2\">Details</a>", "Details (https://e.org/?a=1&b=2)"),
      ("<a target=_blank href='https://e.org'>https://e.org</a>", "https://e.org"),
      ("see <a href=https://e.org></a>!", "see https://e.org!"),
      ("<p>One</p><p>Two</p>", "One\n\nTwo\n"), ("<b>Hours</b>: 9–5", "Hours: 9–5"),
      (
        "<img src=\"https://e.org/i.jpg\" height=\"200\" /><br><br>Notes: x",
        "https://e.org/i.jpg\n\nNotes: x"
      ),
      ("e\u{301}<br>\u{301}e", "e\u{301}\n\u{301}e"),
    ])
  func `simple HTML becomes plain text`(html: String, text: String) {
    #expect(HTMLText.plain(html).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    arguments: [
      "<table><tr><td>1</td></tr></table>", "a<ul><li>b</li></ul>", "<!-- c -->a<br>",
      "<a name='x'>y</a>",
      "<a href='x'>never ends", "</a>", "<img alt='x'>", "<script>alert(1)</script>", "<br", "<b",
      "<b a='>",
      "<a href='x'><a href='y'></a></a>", "I <3 you <really>",
    ])
  func `what would lose something stays as it is given`(html: String) {
    #expect(HTMLText.plain(html) == html)
  }
}
