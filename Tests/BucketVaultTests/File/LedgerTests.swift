import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

@Suite struct LedgerTests {
  /// A ledger after these actions: `+a` puts `a`, `-a` removes it, `+a:text` puts it with a text.
  private func ledger(_ actions: String) -> Ledger<Note> {
    var ledger = Ledger<Note>(from: Tail.sample)
    for action in actions.split(separator: " ") {
      let parts = action.dropFirst().split(separator: ":").map(String.init)
      let action: Change<Note>.Action =
        action.first == "+" ? .put(Note(parts[0], parts.last ?? "")) : .remove(parts[0])
      ledger.apply(Batch([Change(at: Date(timeIntervalSince1970: 0), by: nil, action: action)]))
    }
    return ledger
  }

  @Test(arguments: [
    ("", ""), ("+a +b +c", "a b c"), ("+a +b +a:A", "A b"), ("+a +b -a", "b"),
    ("+a +b -a +a:A", "A b"), ("-a", ""), ("-a +a", "a"), ("+a -a -a", ""),
    ("+a +b +c -b +b:B +a:A", "A B c"), ("+a -a +a:1 -a +a:2 +b", "2 b"),
  ])
  func `records keep the order in which they were first put`(actions: String, texts: String) {
    #expect(ledger(actions).records.map(\.text).joined(separator: " ") == texts)
  }

  @Test func `a record is found by its id until it is removed`() {
    let ledger = ledger("+a +b +a:A -b")
    #expect(ledger["a"] == Note("a", "A"))
    #expect(ledger["b"] == nil)
    #expect(ledger["c"] == nil)
  }

  @Test func `the last change of a record is known, also after it was removed`() {
    var ledger = ledger("+a")
    let first = ledger.lastChange(of: "a")
    let removal = Change<Note>(at: Date(), by: nil, action: .remove("a"))
    ledger.apply(Batch([removal]))
    #expect(first != nil)
    #expect(ledger.lastChange(of: "a") == removal.id)
    #expect(ledger.lastChange(of: "b") == nil)
  }
}
