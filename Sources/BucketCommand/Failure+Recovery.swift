import BucketPlaces
import BucketVault
import Glibc

extension Failure {
  /// The first fault of a vault, with what is known of all that comes before it.
  static func fault(
    _ error: VaultError, after ledger: Ledger<Place>, at path: String
  ) -> Failure {
    let failure = vault(error, at: path)
    switch error {
    case .damaged, .tampered: break
    default: return failure
    }
    var whole = "nothing before that is whole"
    if ledger.frameCount > 0 {
      whole = Count.of(ledger.frameCount, "frame", "frames") + " before that verify"
      let last = ledger.history.batches.last { !$0.changes.isEmpty }?.changes.last
      if let last { whole += ", the last change in them made \(LocalTime(last.at).dayAndClock)" }
    }
    return Failure(
      failure.name, failure.status, "\(failure.message); \(whole)", hints: failure.hints)
  }

  /// Why nothing can be brought out of a file.
  static func recovery(_ error: VaultError, of path: String) -> Failure {
    let failure = vault(error, at: path)
    let file = DisplayText.neutralised(path)
    switch error {
    case .missing:
      return Failure(
        failure.name, .failed, "there is no file \(file)",
        hints: ["name the vault that is damaged: bucket recover FILE"])
    case .notAVault(.otherContent):
      return failure.with(hints: [
        "if it was a vault and its beginning is destroyed: \(headerHint(path))"
      ])
    case .notAVault(.empty):
      return failure.with(hints: ["nothing is left of it; bring back a copy from your backup"])
    case .notAVault: return failure.with(hints: ["name the file of the vault that is damaged"])
    case .damaged, .tampered:
      return failure.with(hints: [
        "any other copy of it has a header, even an old one: "
          + headerHint(path)
      ])
    case .unreadable(let error): return failure.with(hints: [readingHint(error, word(path))])
    default: return failure
    }
  }

  private static func headerHint(_ path: String) -> String {
    "bucket recover \(word(path)) --header COPY"
  }

  private static func readingHint(_ error: SystemError, _ word: String) -> String {
    switch error.code {
    case EIO: "have what the disk still gives copied, and recover that: ddrescue \(word) COPY"
    case EFBIG: "bucket looks through files of up to 1 GiB"
    case ENOMEM: "it is read as a whole: free some memory and try again"
    default: "look at the permissions of the file and its folders"
    }
  }

  /// Why the copy whose header was to serve can't be used.
  static func headerCopy(_ error: VaultError, of path: String) -> Failure {
    let failure = vault(error, at: path)
    let hint = "nothing was written; --header COPY names a copy of the vault that is whole"
    if error == .missing {
      let file = DisplayText.neutralised(path)
      return Failure(failure.name, .failed, "there is no file \(file)", hints: [hint])
    }
    return failure.with(hints: [hint])
  }

  /// A refusal to unlock what is to be recovered.
  func recovering(_ path: String, isHeaderDamaged: Bool) -> Failure {
    let command = "bucket recover \(Failure.word(path))"
    var hints = hints.map { $0.replacing("bucket unlock", with: command) }
    if name == "locked" { hints = ["run it at a terminal, or with --password-stdin"] }
    if isHeaderDamaged, status == .unlockRefused {
      hints.append("its header is damaged, and the key in it may be: \(command) --header COPY")
    }
    return with(hints: hints)
  }

  /// - Parameter isBorrowed: Whether the header is another copy's.
  static func nothingVerifies(_ path: String, isBorrowed: Bool) -> Failure {
    Failure(
      "damaged", .vaultBroken,
      "nothing that \(DisplayText.neutralised(path)) holds verifies under the key",
      hints: [
        isBorrowed
          ? "the other copy has to be one of the same vault, and of after its last rotation of keys"
          : "another copy may have its key: \(headerHint(path))",
        "bring back a copy from your backup; nothing was written",
      ])
  }

  /// Why what was brought out couldn't be written.
  static func notRecovered(_ error: VaultError, to path: String) -> Failure {
    let file = DisplayText.neutralised(path)
    return switch error {
    case .exists:
      Failure(
        "file-exists", .failed, "\(file) is there already, and nothing is written over",
        hints: ["name another file: -o FILE"])
    case .unwritable(let reason) where !reason.comesAfterTheChange:
      Failure(
        error.name, .failed, "\(file) could not be written: \(reason.text)",
        hints: ["nothing was written; name a file where there is room: -o FILE"])
    case .countedOut(let counter):
      Failure(
        error.name, .failed,
        "\(file) could not be written: the \(counter) of the vault is \(Int.max), which nothing follows",
        hints: ["nothing was written; another copy's header may do: --header COPY"])
    default: vault(error, at: path)
    }
  }
}
