/// The exit status of the program.
enum ExitStatus: Equatable {
  case done
  case failed
  case notUnderstood
  case locked
  case unlockRefused
  case noSuchPlace
  case severalFit
  case vaultBroken
  /// Ended by a signal with this number.
  case signal(Int32)

  var code: Int32 {
    switch self {
    case .done: 0
    case .failed: 1
    case .notUnderstood: 2
    case .locked: 3
    case .unlockRefused: 4
    case .noSuchPlace: 5
    case .severalFit: 6
    case .vaultBroken: 7
    case .signal(let number): 128 + number
    }
  }
}
