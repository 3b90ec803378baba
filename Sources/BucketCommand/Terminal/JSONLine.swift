import FoundationEssentials

/// Small objects as one line of JSON, with sorted keys and times in ISO 8601.
enum JSONLine {
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("a value that JSON cannot hold: \(error)")
    }
  }
}
