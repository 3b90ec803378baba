/// A term and what it stands for: an exit status, a variable of the environment, a file.
struct Term: Sendable, Equatable {
  let term: String
  let text: String

  init(_ term: String, _ text: String) {
    self.term = term
    self.text = text
  }
}
