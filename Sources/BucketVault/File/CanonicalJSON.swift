import FoundationEssentials

/// JSON in one spelling: keys sorted, no white space, no escaped slashes, times in ISO 8601 UTC.
///
/// Source: docs/vault-format.md, “JSON”.
enum CanonicalJSON {
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      return Array(try encoder.encode(value))
    } catch {
      preconditionFailure("a value that JSON cannot hold: \(error)")
    }
  }

  /// Reads a value; `nil` when the bytes don't hold one.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try? decoder.decode(type, from: Data(bytes))
  }
}
