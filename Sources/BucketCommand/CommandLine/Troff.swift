/// Text as troff source, in ASCII alone, so that no locale and no preprocessor matters.
enum Troff {
  /// The text with nothing in it that troff would obey or replace by a typographic sign.
  static func escaped(_ text: String) -> String {
    var result = ""
    // A dot or a quote that begins a line would make it a request.
    if text.hasPrefix(".") || text.hasPrefix("'") { result += "\\&" }
    for scalar in DisplayText(text).string.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += ".\\|.\\|."
      case "“": result += "\\(lq"
      case "”": result += "\\(rq"
      case "’": result += "\\(cq"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// A part of a usage line: what is typed as it stands is bold, what stands for it is italic.
  static func synopsis(_ part: String) -> String {
    var result = ""
    var rest = part[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      guard !word.isEmpty else {
        result += first == "." ? "\\&." : escaped(String(first))
        rest.removeFirst()
        continue
      }
      let isPlaceholder = word.allSatisfy { !$0.isLowercase } && !word.hasPrefix("-")
      result += "\\f\(isPlaceholder ? "I" : "B")\(escaped(String(word)))\\fR"
      rest = rest.dropFirst(word.count)
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}
