/// A position with a label in parentheses behind it, as in "48.2,16.37(Karlskirche)".
struct LabelledPair {
  let pair: String
  let label: String?

  init(_ text: String) {
    guard let open = text.firstIndex(of: "("), text.last == ")" else {
      (pair, label) = (text, nil)
      return
    }
    pair = Place.Field.trimmed(String(text[..<open]))
    let inside = Place.Field.trimmed(String(text[text.index(after: open)...].dropLast()))
    label = inside.isEmpty ? nil : inside
  }
}
