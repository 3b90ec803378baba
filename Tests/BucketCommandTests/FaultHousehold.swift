import BucketPlaces
import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// A household in which one command is tried again and again, and that is looked into without
/// running `bucket` where that can be helped.
final class FaultHousehold {
  let household: Household
  let scenario: FaultScenario
  /// The key of the vault that the command finds.
  private let key: DataKey?
  private let shim: FaultShim
  private var start: HomeCopy
  private var folders: [String] { [household.home, household.memory.path] }
  private var words: [String] {
    scenario.words.map { $0.hasPrefix("~/") ? household.home + $0.dropFirst() : $0 }
  }

  /// Makes the household, with the session as the scenario wants it.
  init(_ scenario: FaultScenario) throws {
    self.scenario = scenario
    household = try Household(hasVault: false)
    shim = FaultShim(over: household)
    if scenario.isOpen != nil {
      let password = household.password + "\n"
      for words in [
        Household.makingVault, ["add", "Baikal", "-d", "deep and clear"], ["add", "Camp"],
      ] {
        #expect(try shim.run(words, in: household, input: password).run.end == .exited(0))
      }
      key = try Self.session(in: household).find().takeKey()
    } else {
      key = nil
    }
    if let editor = scenario.editor { household.useEditor(editor) }
    start = try HomeCopy(of: [])
    try scenario.prepare(self)
    start = try HomeCopy(of: folders)
    try reset()
  }

  private static func session(in household: Household) throws -> KeySession {
    let header = try VaultFile.open(household.vault).header
    return KeySession(of: header, state: StateFolder(base: household.state, vault: header))
  }

  private func keyFromTheStart() -> DataKey? {
    switch key {
    case .some(let key): DataKey(key.secret.prefix(DataKey.count))
    case .none: nil
    }
  }

  /// Has everything be as it was before the command.
  func reset() throws {
    if File.exists(household.vault) { _ = try Self.session(in: household).forget() }
    try start.putBack()
    if scenario.isOpen == true, let key = keyFromTheStart() {
      _ = try Self.session(in: household).keep(key, for: KeySession.usualDuration)
    }
  }

  /// Runs the command.
  func run(with fault: Fault? = nil) throws -> FaultRun {
    try shim.run(words, in: household, input: scenario.input, with: fault)
  }

  /// What the scenario looks at.
  func look() throws -> String { try scenario.look(self) }

  // MARK: The vault

  /// Reads the vault, with the key of the session, the one from the start, or the password.
  private func withVault<Result>(
    telling report: @escaping (VaultNotice) -> Void = { _ in },
    _ body: (borrowing Vault<Place>) throws -> Result
  ) throws -> Result {
    if let key = try? Self.session(in: household).find().takeKey(),
      let vault = try? vault(key, report)
    {
      return try body(vault)
    }
    if let key = keyFromTheStart(), let vault = try? vault(key, report) {
      return try body(vault)
    }
    let unlock = try shim.run(
      ["unlock", "--password-stdin"], in: household, input: household.password + "\n"
    ).run
    #expect(unlock.end == .exited(0), "\(unlock.errorText)")
    return try body(vault(Self.session(in: household).find().takeKey(), report))
  }

  private func vault(
    _ key: consuming DataKey, _ report: @escaping (VaultNotice) -> Void
  ) throws -> Vault<Place> {
    let file = try VaultFile.open(household.vault)
    let state = StateFolder(base: household.state, vault: file.header)
    return try Vault(file, key: key, state: state, report: report)
  }

  /// The names and descriptions of the places, a line each.
  func places() throws -> String {
    try withVault { vault in Self.text(try vault.read().records) }
  }

  private static func text(_ places: [Place]) -> String {
    places.map { "\($0.name): \($0.description)\n" }.joined()
  }

  /// Whether there is a vault by now, and what is in it.
  func newVault() throws -> String {
    File.exists(household.vault) ? "a vault: \(try places())" : "no vault"
  }

  /// How often the slots were changed, which they are, and the places. The key vouches for all.
  func slots() throws -> String {
    try withVault { vault in
      let header = vault.file.header
      let kinds = header.slots.map(\.kind.rawValue).joined(separator: ", ")
      return "\(header.revision): \(kinds)\n" + Self.text(try vault.read().records)
    }
  }

  /// Has the next writer add something, and be told of nothing but a write that was interrupted.
  func expectNextChange(after found: String) throws {
    guard File.exists(household.vault) else { return }
    var notices: [VaultNotice] = []
    try withVault(
      telling: { notices.append($0) },
      { vault in
        var ledger = try vault.read()
        let before = Self.text(ledger.records)
        try vault.append([.put(try Place(name: "Next"))], to: &ledger, author: nil)
        #expect(Self.text(try vault.read().records) == before + "Next: \n", "after \(found)")
      })
    for notice in notices {
      switch notice {
      case .interruptedWrite, .cutOff: continue
      default: Issue.record("\(notice) after \(found)")
      }
    }
  }

  // MARK: Leftovers

  /// What a killed command left is told of by `check`, or taken away by the same command.
  func expectFound(_ trial: FaultTrial) throws {
    let check = try household.bucket(["check"]).outputText
    for path in trial.leftovers {
      let name = path.split(separator: "/").last!
      // A draft holds a text, and is told of by its number.
      if check.contains(name.hasPrefix("draft-") ? "could not be saved" : name) { continue }
      _ = try run()
      #expect(!File.exists("/" + path), "\(trial): left \(path), and \(check)")
    }
    guard trial.leftovers.contains(where: { "/\($0)".hasPrefix(household.memory.path) }) else {
      return
    }
    let next = try household.bucket(["edit", "Baikal"])
    #expect(next.errorText.contains("removed what an interrupted edit left in "), "\(trial)")
    #expect(household.memory.names.isEmpty, "\(trial)")
  }

  // MARK: Files

  func writeFile(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(household.home)/\(name)"))
  }

  /// What a file in the home holds.
  func file(_ name: String) throws -> String {
    try bytes(of: "\(household.home)/\(name)").map { String(decoding: $0, as: UTF8.self) }
      ?? "no file"
  }

  private func bytes(of path: String) throws -> [UInt8]? {
    File.exists(path) ? Array(try Data(contentsOf: URL(filePath: path))) : nil
  }

  /// The paths of all there is, with the same word for the ids of all vaults.
  func paths() throws -> Set<String> {
    Set(
      try HomeCopy.paths(in: folders).map { path in
        path.split(separator: "/").map { part in
          part.count == 32 && part.allSatisfy(\.isHexDigit) ? "ID" : part
        }.joined(separator: "/")
      })
  }
}
