/// Something that has to hold and doesn't.
struct Violation: Error, CustomStringConvertible {
  let description: String

  /// - Parameter fact: What is wrong when the condition doesn't hold.
  static func unless(
    _ condition: Bool, _ fact: @autoclosure () -> String
  ) throws(Violation) {
    if !condition { throw Violation(description: fact()) }
  }
}
