import TestSupport
import Testing

/// A command that changes something: what it finds, and what is looked at afterwards.
///
/// What is looked at is then as it was before, or as it is after a run without faults.
struct FaultScenario: Sendable, CustomTestStringConvertible {
  /// The words behind `bucket`, in which `~` stands for the home folder, and `@recovery` for the id of
  /// the recovery key.
  let words: [String]
  var input = ""
  /// A script that edits the file in `$1`.
  var editor: String?
  /// Whether the vault is open when the command begins; `nil` where there is no vault yet.
  var isOpen: Bool? = true
  /// Makes what the command finds, besides the places Baikal and Camp.
  var prepare: @Sendable (FaultHousehold) throws -> Void = { _ in }
  /// What the command changes, as a text.
  var look: @Sendable (FaultHousehold) throws -> String = { try $0.places() }
  /// Whether it is done besides: where it can't be, the command warns and ends well.
  var isBesides = false
  /// What may be found as well, after a command that makes several changes one after the other.
  var between: [String] = []

  var testDescription: String { words.joined(separator: " ") }
}
