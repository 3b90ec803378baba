/// How a document begins.
struct XMLStart {
  /// The index of the first byte that libexpat may see.
  let content: Int
  /// How many lines end before that.
  let lines: Int
  /// "UTF-8", whatever the declaration may claim, or `nil` if libexpat is to go by the declaration.
  let encoding: String?

  init(_ bytes: ArraySlice<UInt8>) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let first = bytes.dropFirst(hasMark ? 3 : 0)
    // The declaration has to be the first of all, but some programs leave an empty line before it.
    let text = first.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let head = text.prefix(1 << 10)
    guard !head.prefix(2).contains(0), !head.starts(with: [0xFE, 0xFF]),
      !head.starts(with: [0xFF, 0xFE])
    else {
      (content, lines, encoding) = (first.startIndex, 0, nil)
      return
    }
    content = text.startIndex
    lines = first[..<text.startIndex].count { $0 == 0x0A }
    switch Self.declared(in: head) {
    // What begins as this does can't be UTF-16.
    case nil, "utf-8", "utf8", "utf-16", "unicode": encoding = "UTF-8"
    default: encoding = hasMark ? "UTF-8" : nil
    }
  }

  /// The encoding that the declaration names, in lower case.
  private static func declared(in head: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: head, as: UTF8.self)
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else { return nil }
    let declaration = text[..<end.lowerBound]
    guard let name = declaration.firstRange(of: "encoding") else { return nil }
    let quoted = declaration[name.upperBound...].drop { $0 != "\"" && $0 != "'" }
    guard let quote = quoted.first else { return nil }
    return quoted.dropFirst().prefix { $0 != quote }.lowercased()
  }
}
