/// JSON (RFC 8259) as text without blanks, the same for the same values.
///
/// Characters that could steer a terminal or turn the reading direction are escaped, and all others
/// stand as they are.
public enum JSONText {
  /// Members in the order given.
  public static func object(_ members: [(key: String, text: String)]) -> String {
    "{" + members.map { string($0.key) + ":" + $0.text }.joined(separator: ",") + "}"
  }

  public static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  /// Any value, the members of objects sorted by the code points of their keys.
  static func value(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .unsigned(let value): String(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let values): array(values.map(Self.value))
    case .object(let members): object(sorted(members))
    }
  }

  static func sorted(_ members: [String: JSONValue]) -> [(key: String, text: String)] {
    members.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
      .map { ($0.key, value($0.value)) }
  }

  /// The fewest digits that read back as the same number.
  static func number(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  public static func string(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isSteering:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
