import BucketVault
import FoundationEssentials
import Glibc

extension Failure {
  /// - Parameter path: The vault's path, as a person writes it.
  static func vault(_ error: VaultError, at path: String) -> Failure {
    let vault = DisplayText.neutralised(path)
    let (status, message, hints) = words(for: error, vault: vault, path)
    return Failure(error.name, status, message, hints: hints)
  }

  /// - Parameter path: The path of the vault that was to be, as a person writes it.
  static func notMade(_ error: SystemError, at path: String) -> Failure {
    Failure(
      VaultError.unwritable(error).name, .failed,
      "\(DisplayText.neutralised(path)) could not be made: \(error.text)",
      hints: ["there is no vault; a recovery key that was shown just now opens nothing"])
  }

  static let changeIsMade =
    "the change is made, but a power cut might undo it; see what is wrong with the disk"
  private static let untouched = "bring back a copy from your backup; nothing was changed"

  private static func words(
    for error: VaultError, vault: String, _ path: String
  ) -> (ExitStatus, String, [String]) {
    switch error {
    case .missing:
      (
        .unlockRefused, "there is no vault at \(vault)",
        ["bucket init makes one; --vault FILE names another"]
      )
    case .exists:
      (
        .failed, "something is at \(vault) already; nothing was changed",
        ["bucket unlock opens a vault; --vault FILE names another place for a new one"]
      )
    case .notAVault(let fact):
      (
        .unlockRefused, notAVault(fact, vault),
        (fact == .otherContent
          ? [
            "if it was a vault and its beginning is destroyed: bucket recover \(word(path)) --header COPY"
          ] : []) + ["--vault FILE names another file"]
      )
    case .unreadable(let error):
      (
        .failed, "\(vault) can't be read: \(error.text)",
        ["look at the permissions of the file and its folders: bucket check"]
      )
    case .foreignOwner(let uid):
      (
        .unlockRefused, "\(vault) belongs to another user (uid \(uid))",
        ["open it as that user, or have it given to you: chown"]
      )
    case .newerFormat(let fact):
      (.unlockRefused, newer(fact, vault), ["install a newer version of bucket"])
    case .damaged(let fact):
      (
        .vaultBroken, "\(vault) is damaged: \(damage(fact))",
        ["bring out what is whole of it: bucket recover \(word(path))", "or \(untouched)"]
      )
    case .tampered(let fact):
      (
        .vaultBroken, "\(vault) was tampered with: \(tampering(fact))",
        [untouched]
      )
    case .older(let fact):
      (
        .vaultBroken, older(fact, vault),
        olderHints(fact)
      )
    case .olderThanVault(let fact, let path):
      (
        .vaultBroken, older(fact, vault),
        hints(forCopy: fact, of: path, vault)
      )
    case .busy(let holder):
      (
        .failed, "\(vault) is being written by \(name(of: holder)); nothing was changed",
        ["try again when it is done"]
      )
    case .readOnly(let error):
      (
        .failed, "\(vault) can't be written: \(error.text)",
        ["it can still be read: list, show and export work"]
      )
    case .unwritable(let error) where error.comesAfterTheChange:
      (
        .failed, "\(vault) could not be written for good: \(error.text)",
        [changeIsMade]
      )
    case .unwritable(let error):
      (
        .failed, "\(vault) could not be written: \(error.text)",
        [
          error.code == ENOSPC || error.code == EDQUOT
            ? "make room and try again; the vault is as it was"
            : "the vault is as it was"
        ]
      )
    case .recordTooLarge(let bytes, let limit):
      (
        .failed, "the place takes \(bytes) bytes, and one may take \(limit)",
        ["shorten its description; nothing was changed"]
      )
    case .countedOut(let counter):
      (
        .failed,
        "\(vault) can't be changed in this way any more: its \(counter) is \(Int.max), the highest "
          + "there is",
        ["bucket writes no such number; nothing was changed, and it can be read: bucket export"]
      )
    case .changedMeanwhile:
      (
        .failed, "the place was changed by another bucket in the meantime; nothing was changed",
        ["see what it is now, and try again: bucket list"]
      )
    case .slotRefused(let refusal): words(for: refusal)
    case .draftUnreadable(let path, let error):
      (
        .failed, "the sealed draft \(DisplayText.neutralised(path)) can't be read: \(error.text)",
        ["nothing was changed; take it away if its text is of no use, and try again"]
      )
    case .notKept(let kept, let error): words(for: error, keeping: kept, vault)
    case .attachmentGone, .attachmentNotResealed, .attachmentsUnreadable: photoWords(for: error)
    case .replaced:
      (
        .failed, "\(vault) was replaced by another vault in the meantime",
        ["try again; nothing was changed"]
      )
    case .rekeyed:
      (
        .locked, "the vault was given a new key in the meantime; nothing was changed",
        ["open it with what opens it now, and try again: bucket unlock"]
      )
    }
  }

  private static func words(
    for error: StateFileError, keeping kept: VaultError.Kept, _ vault: String
  ) -> (ExitStatus, String, [String]) {
    let (message, advice) = words(for: error, shown: error.path)
    let what =
      switch kept {
      case .drafts: "the sealed drafts can't be sealed for a new key"
      case .attempts: "the failed unlocks can't be sealed for a new key"
      case .interruptedWrite:
        "what an interrupted write left in \(vault) can't be kept before it is cut off"
      }
    return (.failed, "\(what): \(message)", [advice, "nothing was changed; then try again"])
  }

  private static func words(for refusal: SlotSet.Refusal) -> (ExitStatus, String, [String]) {
    switch refusal {
    case .slot(.notEnoughMemory(let needed, let limit)):
      (.failed, memory(needed, limit), ["the vault is as it was; free some memory and try again"])
    case .slot(.wrongSecret):
      (
        .unlockRefused, "that doesn't open the key it was asked for",
        ["nothing was changed; see which keys there are: bucket keys"]
      )
    case .slot:
      (.failed, "the key can't be wrapped anew", ["the vault is as it was: bucket check"])
    case .gone:
      (
        .failed, "the key was taken away in the meantime; nothing was changed",
        ["see which keys there are: bucket keys"]
      )
    case .last:
      (
        .failed, "it is the only key of the vault, which nothing would open without it",
        ["add another one first: bucket keys add passphrase"]
      )
    case .tooMany(let limit):
      (
        .failed, "the vault has \(limit) keys already, and can't have more",
        ["take one away first: bucket keys remove ID"]
      )
    }
  }

  private static func notAVault(_ fact: VaultError.NotAVault, _ vault: String) -> String {
    switch fact {
    case .empty: "\(vault) is empty, and a vault never is"
    case .folder: "\(vault) is a folder, not a vault"
    case .special: "\(vault) is a special file, not a vault"
    case .otherContent: "\(vault) is not a vault: it begins with something else"
    }
  }

  private static func newer(_ fact: VaultError.NewerFormat, _ vault: String) -> String {
    switch fact {
    case .version(let version):
      "\(vault) has format “\(DisplayText.neutralised(version))”, and this bucket knows format 1"
    case .feature(let feature):
      "\(vault) needs “\(DisplayText.neutralised(feature))”, which this bucket doesn't know"
    case .record(let frame):
      "\(vault) holds a place that this bucket can't read (frame \(frame))"
    }
  }

  private static func damage(_ fact: VaultError.Damage) -> String {
    switch fact {
    case .magic: "its first line is not as it was written"
    case .truncated(let offset): "it ends at byte \(offset), within its header"
    case .header: "the header does not match its checksum"
    case .frame(let number, let offset): "frame \(number), at byte \(offset), does not verify"
    case .cutShort(let frame, let offset):
      "it ends within frame \(frame), at byte \(offset), which was whole when last seen here"
    }
  }

  private static func tampering(_ fact: VaultError.Tampering) -> String {
    switch fact {
    case .malformedHeader: "its header is not one that bucket writes, though its checksum fits"
    case .header: "its header does not verify under the vault's key"
    case .slot(let id): "key slot \(id) does not verify, though its secret is right"
    case .malformedFrame(let number): "frame \(number) does not hold what bucket writes"
    }
  }

  static func name(of holder: LockHolder?) -> String {
    guard let holder else { return "another process" }
    return "process \(holder.process) (\(DisplayText.neutralised(holder.program)))"
  }

  static func memory(_ needed: Int, _ limit: MemoryLimit) -> String {
    let source =
      switch limit.source {
      case .machine: "the machine has"
      case .controlGroup: "its control group leaves"
      case .addressSpace: "its address space limit (ulimit -v) leaves"
      }
    return
      "the key needs \(size(needed)) of memory to be derived, and \(source) \(size(limit.bytes))"
  }

  static func size(_ bytes: Int) -> String {
    switch bytes {
    case (1 << 40)...: "\(bytes >> 40) TiB"
    case (10 << 30)...: "\(bytes >> 30) GiB"
    case (1 << 20)...: "\(bytes >> 20) MiB"
    case (1 << 10)...: "\(bytes >> 10) KiB"
    default: "\(bytes) bytes"
    }
  }
}
