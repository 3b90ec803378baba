/// What one command does, once its parameters are read.
protocol Action: Sendable {
  func run(in context: borrowing Context) throws(Failure)
}
