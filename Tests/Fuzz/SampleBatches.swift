import FoundationEssentials

/// Batches that put four places: two of one frame each, and one of two frames.
enum SampleBatches {
  static let names = (1...4).map { "place \($0)" }

  /// The texts of the frames.
  static let texts = [
    #"{"batch":"\#(id(1))","changes":[\#(put(1))]}"#,
    #"{"batch":"\#(id(2))","changes":[\#(put(2))]}"#,
    #"{"batch":"\#(id(3))","changes":[\#(put(3))],"more":true}"#,
    #"{"batch":"\#(id(3))","changes":[\#(put(4))]}"#,
  ].map { Array($0.utf8) }

  private static func put(_ number: Int) -> String {
    #"{"id":"\#(id(10 + number))","at":"2026-03-12T14:47:00Z","put":"#
      + #"{"id":"\#(id(20 + number))","name":"\#(names[number - 1])"}}"#
  }

  private static func id(_ number: Int) -> String {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))).uuidString
  }
}
