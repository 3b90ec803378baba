import Glibc

/// A line at the terminal that says how far something is which takes long.
///
/// Where standard error is no terminal, nothing is said.
final class Progress {
  private let words: String
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var nextTime: ContinuousClock.Instant
  private var shown = 0

  /// How long nothing is said, and how long a line stays.
  private static let patience = Duration.milliseconds(500)
  private static let pace = Duration.milliseconds(100)

  init(_ words: String, isQuiet: Bool) {
    self.words = words
    isShown = !isQuiet && Terminal.isTerminal(2)
    nextTime = .now + Self.patience
  }

  /// - Parameters:
  ///   - part: How much is done, from 0 to 1.
  ///   - count: How many things are, if they can be counted.
  func show(_ part: Double, count: Int? = nil) {
    guard isShown, ContinuousClock.now >= nextTime else { return }
    nextTime = .now + Self.pace
    var line = "\(words): \(Int(100 * min(max(part, 0), 1))) %"
    if let count { line += ", \(count), \(rate(of: count)) a second" }
    write("\r" + line + String(repeating: " ", count: max(0, shown - line.count)))
    shown = line.count
  }

  private func rate(of count: Int) -> Int {
    let seconds = start.duration(to: .now) / .seconds(1)
    return Int(Double(count) / seconds)
  }

  /// Takes the line away.
  func end() {
    if shown > 0 { write("\r" + String(repeating: " ", count: shown) + "\r") }
    shown = 0
  }

  private func write(_ text: String) {
    // Where the terminal is gone, nobody looks.
    try? StandardStreams.write(Array(text.utf8), to: 2)
  }
}
