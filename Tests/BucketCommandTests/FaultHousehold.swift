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
  private var words: [String] = []
  private var folders: [String] { [household.home, household.memory.path] }

  /// Makes the household, with the session as the scenario wants it.
  init(_ scenario: FaultScenario) throws {
    self.scenario = scenario
    household = try Household(hasVault: false)
    shim = FaultShim(over: household)
    start = try HomeCopy(of: [])
    if scenario.isOpen == nil {
      key = nil
    } else {
      let made = try shim.run(
        Household.makingVault, in: household, input: household.password + "\n")
      #expect(made.run.end == .exited(0), "\(made.run.errorText)")
      key = try Self.session(in: household).find().takeKey()
      try change(["add", "Baikal", "-d", "deep and clear"])
      try change(["add", "Camp"])
    }
    if let editor = scenario.editor { household.useEditor(editor) }
    try scenario.prepare(self)
    words = try scenario.words.map { word in
      if word == "@recovery" {
        return try VaultFile.open(household.vault).header.slots.first { $0.kind == .recovery }!.id
      }
      return word.hasPrefix("~/") ? household.home + word.dropFirst() : word
    }
    start = try HomeCopy(of: folders)
    try reset()
  }

  /// Runs a command that makes something of what the scenario finds.
  func change(_ words: [String]) throws {
    let run = try household.bucket(words)
    #expect(run.end == .exited(0), "\(words): \(run.errorText)")
  }

  static func session(in household: Household) throws -> KeySession {
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
    guard File.exists(household.vault) else { return }
    let session = try Self.session(in: household)
    try session.forgetOthers()
    if scenario.isOpen == true, let key = keyFromTheStart() {
      _ = try session.keep(key, for: KeySession.usualDuration)
    }
  }

  /// Runs the command.
  func run(with fault: Fault? = nil) throws -> FaultRun {
    try shim.run(words, in: household, input: scenario.input, with: fault)
  }

  /// What the scenario looks at.
  func look() throws -> String { try scenario.look(self) }

  // MARK: The vault

  /// Opens the vault, with the key of the session, the one from the start, or the password.
  func withVault<Result>(
    telling report: @escaping (VaultNotice) -> Void = { _ in },
    do body: (borrowing Vault<Place>) throws -> Result
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

  /// Has the next writer add something, and be told of nothing but a write that was interrupted.
  func expectNextChange(after trial: FaultTrial) throws {
    guard File.exists(household.vault) else { return }
    var notices: [VaultNotice] = []
    let addNext = { (vault: borrowing Vault<Place>) in
      var ledger = try vault.read()
      let before = Self.text(ledger.records)
      try vault.append([.put(try Place(name: "Next"))], to: &ledger, author: nil)
      #expect(Self.text(try vault.read().records) == before + "Next: \n", "after \(trial)")
    }
    try withVault(telling: { notices.append($0) }, do: addNext)
    for notice in notices {
      switch notice {
      case .interruptedWrite, .cutOff: continue
      default: Issue.record("\(notice) after \(trial)")
      }
    }
  }

  // MARK: Leftovers

  /// The paths of all there is, with the same word for the ids of all vaults, and numbers for those of
  /// drafts.
  func paths() throws -> Set<String> {
    var drafts = 0
    func plain(_ part: Substring) -> String {
      if part.count == 32, part.allSatisfy(\.isHexDigit) { return "ID" }
      guard part.hasPrefix(FaultTrial.draftPrefix) else { return String(part) }
      drafts += 1
      return "\(FaultTrial.draftPrefix)\(drafts)"
    }
    return Set(
      try HomeCopy.paths(in: folders).map { path in
        path.split(separator: "/").map(plain).joined(separator: "/")
      })
  }

  /// What a killed command left is told of by `check`, or taken away by the same command.
  func expectFound(_ trial: FaultTrial) throws {
    let check = try household.bucket(["check"]).outputText
    for path in trial.leftovers {
      let name = path.split(separator: "/").last!
      if name.hasPrefix(FaultTrial.draftPrefix) {
        #expect(check.contains("could not be saved"), "\(trial): \(check)")
        continue
      }
      if check.contains(name) { continue }
      _ = try run()
      #expect(!File.exists("/" + path), "\(trial): left \(path), and \(check)")
    }
    guard trial.leftovers.contains(where: { "/\($0)".hasPrefix(household.memory.path) }) else {
      return
    }
    let next = try household.bucket(["edit", "Baikal"])
    #expect(
      next.errorText.contains("removed what an interrupted edit left in ")
        || next.errorText.contains("kept the text of an interrupted edit"), "\(trial)")
    #expect(household.memory.names.isEmpty, "\(trial)")
  }

  /// Takes away a text that was kept where it had been edited, which may be a folder that all share.
  func takeAwayText(toldIn text: String) throws {
    let told = /your text is in (.*)\/place\.txt/
    guard let folder = text.firstMatch(of: told)?.output.1 else { return }
    #expect(File.exists("\(folder)/place.txt"))
    try FileManager.default.removeItem(atPath: String(folder))
  }
}
