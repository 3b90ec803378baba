import FoundationEssentials

extension JSONEncoder {
  /// As a vault sets it up, and with the keys in order.
  static var vault: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
