/// Links of plus.codes, whose path is a code.
enum PlusCodesLink: MapLink {
  static let service = MapService.plusCodes

  static func owns(_ link: Link) -> Bool { ["plus.codes", "www.plus.codes"].contains(link.host) }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    guard let text = link.segment(0), let (word, beside) = PlainText(text).codeAndRest,
      let code = PlusCode(word)
    else { return nil }
    guard let position = PastedPosition(code: code) else {
      throw .shortPlusCode(code, reference: beside.isEmpty ? nil : beside)
    }
    return position
  }
}
