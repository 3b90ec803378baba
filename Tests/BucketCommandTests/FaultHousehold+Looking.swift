import BucketPlaces
import FoundationEssentials
import TestSupport

@testable import BucketVault

/// What scenarios look at, and what they make to be found.
extension FaultHousehold {
  /// The names and descriptions of the places, a line each.
  func places() throws -> String {
    try withVault { Self.text(try $0.read().records) }
  }

  static func text(_ places: [Place]) -> String {
    places.map { "\($0.name): \($0.description)\n" }.joined()
  }

  /// Whether there is a vault by now, and what is in it.
  func newVault() throws -> String {
    File.exists(household.vault) ? "a vault: \(try places())" : "no vault"
  }

  /// How often the header and the frames were written anew, what opens the vault, and the places. The
  /// key vouches for all of it.
  func rewriting() throws -> String {
    try withVault { vault in
      let header = vault.file.header
      let kinds = header.slots.map(\.kind.rawValue).joined(separator: ", ")
      return "revision \(header.revision), epoch \(header.epoch), keys: \(kinds)\n"
        + Self.text(try vault.read().records)
    }
  }

  /// The same, with what is kept beside the vault for its key.
  func rewritingWithNotes() throws -> String {
    let drafts = try withVault { vault in
      SealedDrafts(of: vault.file.header, state: vault.state).drafts(in: vault).count
    }
    let attempts = try withVault { vault in
      // One may be there twice, so that none is lost.
      Set(
        try AttemptLog(of: vault.file.header, state: vault.state).read(for: vault).attempts
      ).count
    }
    return try rewriting() + "\(drafts) drafts, \(attempts) attempts\n"
  }

  /// Notes a failed attempt, and keeps a draft.
  func addNotes() throws {
    try withVault { vault in
      let header = vault.file.header
      try AttemptLog(of: header, state: vault.state).add(
        Attempt(reason: "wrong-password", terminal: nil))
      try SealedDrafts(of: header, state: vault.state).keep(SealedDraft(of: nil, text: "a draft"))
    }
  }

  /// Changes a place so often that the vault is worth packing.
  func addManyChanges() throws {
    try withVault { vault in
      var ledger = try vault.read()
      var camp = ledger.records[1]
      for number in 1...256 {
        try camp.setDescription("seen \(number) times")
        try vault.append([.put(camp)], to: &ledger, author: nil)
      }
    }
  }

  /// Makes a copy of the vault in the home that has one place more, as on another machine.
  func makeCopy(_ name: String, adding place: String) throws {
    try write(vaultBytes, to: name)
    let vault = try copy(name)
    var ledger = try vault.read()
    try vault.append([.put(try Place(name: place))], to: &ledger, author: nil)
  }

  /// Makes a copy of the vault in the home whose first frame is damaged.
  func makeDamagedCopy(_ name: String) throws {
    var bytes = try vaultBytes
    let start = try VaultFile.open(household.vault).framesStart
    for index in start + 100..<start + 164 { bytes[index] = 0 }
    try write(bytes, to: name)
  }

  /// The places of a copy of the vault in the home.
  func placesOfCopy(_ name: String) throws -> String {
    guard File.exists("\(household.home)/\(name)") else { return "no copy" }
    return Self.text(try copy(name).read().records)
  }

  private var vaultBytes: Data {
    get throws { try Data(contentsOf: URL(filePath: household.vault)) }
  }

  private func copy(_ name: String) throws -> Vault<Place> {
    let file = try VaultFile.open("\(household.home)/\(name)")
    let state = StateFolder(base: household.beside + "/elsewhere", vault: file.header)
    let key = try Self.session(in: household).find().takeKey()
    return try Vault(file, key: key, state: state, accepting: .copy) { _ in }
  }

  private func write(_ content: Data, to name: String) throws {
    try content.write(to: URL(filePath: "\(household.home)/\(name)"))
  }

  func writeFile(_ name: String, _ text: String) throws {
    try write(Data(text.utf8), to: name)
  }

  /// What a file in the home holds.
  func file(_ name: String) throws -> String {
    let path = "\(household.home)/\(name)"
    guard File.exists(path) else { return "no file" }
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }
}
