import TestSupport

@testable import BucketVault

/// What the library makes of a vector's vault.
struct OpenedVector {
  let records: [VectorRecord]
  let notices: [VaultNotice]

  /// Opens the vault the way a person does, with PAM content without a password.
  init(_ vector: Vector) throws {
    let scratch = ScratchFolder()
    let vault = try scratch.write(vector.vault, to: "places.vault")
    let permit = "auth required pam_permit.so\naccount required pam_permit.so\n"
    _ = try scratch.write(Array(permit.utf8), to: "pam/bucket")
    let file = try VaultFile.open(vault)
    let state = StateFolder(base: scratch.path + "/state", vault: file.header)
    if let lastSeen = vector.lastSeen {
      _ = try scratch.write(Array(lastSeen.utf8), to: "state/\(file.header.id)/last-seen")
    }
    let unlocker = Unlocker(
      file.header, preflight: Preflight(configuration: scratch.path + "/pam"),
      conversation: OneAnswer(vector.secret), terminal: nil)
    let opened = try unlocker.open(vector.slot == "recovery" ? .recoveryKey : .usual)
    let notices = Notices()
    let whole = try Vault<VectorRecord>(file, key: opened.takeKey(), state: state) {
      notices.all.append($0)
    }
    records = try whole.read().records
    self.notices = notices.all
  }

  /// `opens`, or the name of the reason for refusing.
  static func outcome(of vector: Vector) throws -> (name: String, opened: OpenedVector?) {
    do {
      return ("opens", try OpenedVector(vector))
    } catch let error as VaultError {
      return (error.name, nil)
    } catch let error as UnlockRefusal {
      return (error.name, nil)
    }
  }

  private final class Notices {
    var all: [VaultNotice] = []
  }
}

/// A person who has one thing to say.
private final class OneAnswer: Conversation {
  private var bytes: [UInt8]?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func answer(to question: Question) throws(Silence) -> Secret {
    guard let bytes else { throw .endOfInput }
    self.bytes = nil
    return Secret(bytes)
  }

  func show(_ message: String, isError: Bool) {}
}
