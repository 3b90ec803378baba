import Glibc

/// What the fault shim does to a program at one of its watched calls.
public struct Fault: Hashable, Sendable, CustomStringConvertible {
  public enum Deed: Hashable, Sendable {
    /// The call fails once with an error, and does nothing.
    case fails(CInt)
    /// It fails, and so do all later ones that take room.
    case goesOnFailing(CInt)
    /// It moves half of the bytes.
    case isShort
    /// The program is ended by SIGKILL.
    case killsBefore, killsAfter
    /// The program is stopped by SIGSTOP.
    case stopsAfter
  }

  public let deed: Deed
  /// Counts the watched calls from 1.
  public let number: Int

  public init(_ deed: Deed, at number: Int) {
    (self.deed, self.number) = (deed, number)
  }

  public var description: String { "\(deed) at \(number)" }
}

extension Fault.Deed: CustomStringConvertible {
  /// The errors that disks have, with the names that programmers know them by.
  private static let names: [CInt: String] = [
    EIO: "EIO", ENOSPC: "ENOSPC", EDQUOT: "EDQUOT", EINTR: "EINTR", EROFS: "EROFS",
  ]

  public var description: String {
    switch self {
    case .fails(let code): Self.names[code] ?? "error \(code)"
    case .goesOnFailing(let code): "\(Self.names[code] ?? "error \(code)") from there on"
    case .isShort: "short"
    case .killsBefore: "kill before"
    case .killsAfter: "kill after"
    case .stopsAfter: "stop after"
    }
  }

  public var isKill: Bool { self == .killsBefore || self == .killsAfter }

  /// The error that the call fails with.
  public var error: CInt? {
    switch self {
    case .fails(let code), .goesOnFailing(let code): code
    case .isShort, .killsBefore, .killsAfter, .stopsAfter: nil
    }
  }

  /// Whether such a thing happens to a call.
  public func happens(to call: WatchedCall) -> Bool {
    switch self {
    case .fails(ENOSPC): call.traits.contains(.takesRoom)
    case .fails(EDQUOT): call.traits.contains(.takesQuota)
    case .fails: call.traits.contains(.mayFail)
    case .goesOnFailing: call.traits.contains(.takesRoom)
    case .isShort: call.traits.contains(.mayBeShort)
    case .killsBefore, .killsAfter, .stopsAfter: call.traits.contains(.changes)
    }
  }

  /// As `FaultShim.h` names it.
  var word: String {
    switch self {
    case .fails: "fail"
    case .goesOnFailing: "fail-on"
    case .isShort: "short"
    case .killsBefore: "kill-before"
    case .killsAfter: "kill-after"
    case .stopsAfter: "stop-after"
    }
  }
}
