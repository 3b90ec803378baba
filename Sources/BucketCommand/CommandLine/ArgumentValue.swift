/// A type that can be read from one word of the command line.
protocol ArgumentValue: Sendable {
  init(argument: String) throws(ArgumentError)

  /// What a shell may offer for it.
  static var candidates: Candidates { get }
}

extension ArgumentValue {
  static var candidates: Candidates { .none }
}

extension ArgumentValue where Self: LosslessStringConvertible {
  init(argument: String) throws(ArgumentError) {
    guard let value = Self(argument) else { throw ArgumentError() }
    self = value
  }
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  init(argument: String) throws(ArgumentError) {
    guard let value = Self(rawValue: argument) else { throw ArgumentError() }
    self = value
  }

  static var candidates: Candidates { .words(allCases.map(\.rawValue)) }
}

extension String: ArgumentValue {}

extension Int: ArgumentValue {
  init(argument: String) throws(ArgumentError) {
    guard let value = Self(argument) else { throw ArgumentError(reason: "it is no whole number") }
    self = value
  }
}
