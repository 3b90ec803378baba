/// A call of a program that the fault shim watches.
public struct WatchedCall: Hashable, Sendable, CustomStringConvertible {
  /// What may become of a call; the letters are those of `FaultShim.h`.
  public enum Trait: Character, Sendable {
    case changes = "c"
    case mayFail = "f"
    case takesRoom = "r"
    case takesQuota = "q"
    case mayBeShort = "s"
  }

  /// The first has the number 1.
  public let number: Int
  public let name: String
  public let traits: Set<Trait>
  /// The path of what it is made on, or the number of a standard stream.
  public let target: String

  /// Reads a line of the shim's log.
  init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 4, let number = Int(fields[0]) else { return nil }
    self.number = number
    name = String(fields[1])
    traits = Set(fields[2].compactMap(Trait.init))
    target = String(fields[3])
  }

  /// Whether it writes to a standard stream.
  public var isOnStream: Bool { !target.isEmpty && !target.hasPrefix("/") }

  public var description: String { "\(number) \(name) \(target)" }
}
