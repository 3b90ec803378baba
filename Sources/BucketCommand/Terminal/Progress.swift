import Glibc

/// A line at the terminal that says how far something is which takes long.
///
/// Where standard error is no terminal, nothing is said.
final class Progress {
  private let words: String
  private let isShown: Bool
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

  /// - Parameter part: How much is done, from 0 to 1.
  func show(_ part: Double) {
    guard isShown, ContinuousClock.now >= nextTime else { return }
    nextTime = .now + Self.pace
    let line = "\(words): \(Int(100 * min(max(part, 0), 1))) %"
    write("\r\(line)")
    shown = max(shown, line.count)
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
