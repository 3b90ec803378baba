/// A command line that works as it is typed, and what it is for in one phrase.
struct Example: Sendable, Equatable {
  let line: String
  let phrase: String

  init(_ line: String, _ phrase: String) {
    self.line = line
    self.phrase = phrase
  }
}
