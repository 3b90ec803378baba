import FoundationEssentials
import TestSupport

@testable import BucketVault

/// A vault in a folder of its own, whose only slot is a recovery key so that it is made at once.
final class VaultSample: Sendable {
  let folder: ScratchFolder
  let path: String
  /// The folder for the states of all vaults.
  let states: String
  let secret: Secret
  let recoveryKey: String

  /// - Parameter place: Where to make it, if not in its own folder.
  init(at place: String? = nil, states: String? = nil) throws {
    folder = ScratchFolder()
    path = place ?? folder.path(of: "places.vault")
    self.states = states ?? folder.path(of: "state")
    var new = NewVault(created: Self.time)
    recoveryKey = try new.slots.addRecoveryKey(label: "paper").revealedText
    let key = try new.write(to: path)
    secret = key.secret.prefix(DataKey.count)
  }

  var key: DataKey { DataKey(secret.prefix(DataKey.count)) }

  var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: URL(filePath: path))) }
  }

  func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  var header: VaultHeader {
    get throws { try VaultFile.open(path).header }
  }

  var state: StateFolder {
    get throws { StateFolder(base: states, vault: try header) }
  }

  /// - Parameters:
  ///   - bytes: The data key, if it isn't the one that the vault was made with.
  ///   - newerKey: Gives the data key that the vault has got since.
  func open(
    accepting: Vault<Note>.Acceptance = .newestOnly, with bytes: [UInt8]? = nil,
    newerKey: @escaping () -> [UInt8]? = { nil }, notices: Notices = Notices()
  ) throws(VaultError) -> Vault<Note> {
    try open(
      VaultFile.open(path), accepting: accepting, with: bytes, newerKey: newerKey, notices: notices)
  }

  func open(
    _ file: consuming VaultFile, accepting: Vault<Note>.Acceptance = .newestOnly,
    with bytes: [UInt8]? = nil, newerKey: @escaping () -> [UInt8]? = { nil },
    notices: Notices = Notices()
  ) throws(VaultError) -> Vault<Note> {
    let state = StateFolder(base: states, vault: file.header)
    return try Vault(
      file, key: bytes.map { DataKey(Secret($0)) } ?? key, state: state, accepting: accepting,
      newerKey: { _ in newerKey().map { DataKey(Secret($0)) } }, report: { notices.add($0) })
  }

  /// The texts of the records as another process would read them.
  func texts(
    accepting: Vault<Note>.Acceptance = .newestOnly, notices: Notices = Notices()
  ) throws(VaultError) -> [String] {
    try open(accepting: accepting, notices: notices).read().records.map(\.text)
  }

  /// Puts records whose ids are their texts, each in a write of its own.
  func put(_ texts: String..., notices: Notices = Notices()) throws(VaultError) {
    for text in texts { try put(all: [Note(text, text)], notices: notices) }
  }

  /// Puts records in one write, as a process that has read nothing before.
  func put(all notes: [Note], notices: Notices = Notices()) throws(VaultError) {
    let vault = try open(notices: notices)
    var ledger = try vault.ledgerAtLastSeen()
    try vault.append(notes.map { .put($0) }, to: &ledger, author: "alice@hut")
  }

  /// Forgets what this machine remembers of the vault.
  func forgetState() throws { try? FileManager.default.removeItem(atPath: states) }

  /// What went wrong with opening and reading; nothing where it went well.
  func refusal(accepting: Vault<Note>.Acceptance = .newestOnly) -> VaultError? {
    do throws(VaultError) {
      _ = try open(accepting: accepting).read()
      return nil
    } catch {
      return error
    }
  }

  /// Adds batches behind those that are there, without waiting for the disk.
  func add(_ batches: [Batch<Note>]) throws {
    let key = key
    var tail = try open().read().tail
    var bytes = try bytes
    for batch in batches {
      for text in try Batch.texts(of: [batch]) { bytes += tail.seal(text, key: key.frameKey) }
    }
    try write(bytes)
  }

  /// Adds notes that are named for their numbers, each in a batch of its own.
  func add(notes count: Int, text: String = "") throws {
    try add(
      (0..<count).map { number in
        Batch([Change(at: Self.time, by: "alice@hut", action: .put(Note("\(number)", text)))])
      })
  }

  static let time = Date(timeIntervalSince1970: 1_773_326_820)
}
