import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// Holds the reader in Python, which was written from the text of the format alone, against the
/// library.
@Suite(.enabled(if: Reader.isAvailable, "python3-nacl is not installed"))
struct ReaderTests {
  @Test(arguments: Vector.all)
  func `the reader in Python makes of a vector what the library makes of it`(
    _ vector: Vector
  ) throws {
    let scratch = ScratchFolder()
    let vault = try scratch.write(vector.vault, to: "places.vault")
    let (outcome, notice) = try Reader.read(vault, slot: vector.slot, secret: vector.secret)
    switch outcome {
    case .refused(let name): #expect(name == vector.expectedOfReader)
    case .records(let json):
      #expect(vector.expectedOfReader == "opens")
      // What the library refuses by its state folder or as a later record, the reader doesn't.
      guard vector.expected == "opens" else { return }
      let records = try JSONDecoder().decode([VectorRecord].self, from: json)
      #expect(records == (try OpenedVector(vector).records))
      #expect(notice.isEmpty == (vector.leftOut == nil))
    }
  }

  @Test func `the reader in Python reads what the library writes, with each kind of slot`() throws {
    let scratch = ScratchFolder()
    let path = scratch.path + "/places.vault"
    let password = Array("pass word ".utf8)
    let passphrase = Array("über alle Berge".utf8)
    var new = NewVault()
    try new.slots.add(
      .login, secret: Secret(password), derivation: .floor, label: "alice@hut")
    let key = try new.write(to: path)
    let file = try VaultFile.open(path)
    let state = StateFolder(base: scratch.path + "/state", vault: file.header)
    let notices = Notices()
    let vault = try Vault<VectorRecord>(file, key: key, state: state, report: notices.add)
    defer { #expect(notices.all.isEmpty) }
    var ledger = try vault.read()
    func append(_ actions: [Change<VectorRecord>.Action]) throws {
      try vault.append(actions, to: &ledger, author: "alice@hut")
    }
    let crowd = (1...300).map { number in
      VectorRecord(
        id: UUID(), name: "No. \(number)", description: String(repeating: "é\n\"", count: 100))
    }
    try append(crowd.map { .put($0) })
    #expect(ledger.frameCount > 1, "a batch of several frames")
    let long = VectorRecord(
      id: UUID(), name: "long", description: String(repeating: "up & down ", count: 100_000))
    try append([.put(long)])
    var edited = crowd[3]
    edited.name = "edited"
    try append([.put(edited), .remove(crowd[0].id), .remove(crowd[299].id)])
    try append([.put(crowd[0])])
    var letters: [UInt8] = []
    try vault.replaceSlots { slots throws(SlotSet.Refusal) in
      try slots.add(
        .passphrase, secret: Secret(passphrase), derivation: .floor,
        label: "é")
      let text = try slots.addRecoveryKey(label: "on paper")
      letters = (0..<text.count).map { text[$0] }
    }
    for (slot, secret) in [
      ("login", password), ("passphrase", passphrase), ("recovery", letters),
    ] {
      try expect(ledger.records, in: path, slot: slot, secret: secret)
    }
  }

  @Test func `the reader in Python reads what the library packs, purges and seals anew`() throws {
    let sample = try VaultSample()
    try sample.add(notes: 300, text: "é")
    try sample.put(all: [Note("7", "edited"), Note("300", String(repeating: "x", count: 70_000))])
    var letters = sample.recoveryKey
    func expectSame(_ key: [UInt8]? = nil) throws {
      let records = try sample.open(with: key).read().records
      #expect(records.count == 301)
      try expect(records, in: sample.path, slot: "recovery", secret: Array(letters.utf8))
    }
    let opened = try sample.open()
    #expect(try opened.pack(try opened.read()) != nil)
    try expectSame()
    try sample.put(all: [Note("8", "edited")])
    _ = try opened.purge { _ in ["7", "8"] }
    try expectSame()
    try sample.put(all: [Note("9", "edited")])
    let file = try sample.open()
    var slots = SlotSet(rotating: file.file.header)
    letters = try slots.addRecoveryKey(label: "new paper").revealedText
    var key: [UInt8] = []
    _ = try file.rotate(to: slots) { _, new throws(VaultError) in key = new.secret.revealed }
    try expectSame(key)
    let old = Array(sample.recoveryKey.utf8)
    guard case .refused(let name) = try Reader.read(sample.path, slot: "recovery", secret: old).0
    else {
      Issue.record("the old recovery key opened the vault")
      return
    }
    #expect(name == "wrong-recovery-key")
  }

  /// Has the reader read a vault, which holds these records and nothing that is interrupted.
  private func expect<Record: Decodable & Equatable>(
    _ records: [Record], in path: String, slot: String, secret: [UInt8]
  ) throws {
    let (outcome, notice) = try Reader.read(path, slot: slot, secret: secret)
    guard case .records(let json) = outcome else {
      Issue.record("\(slot): \(outcome)")
      return
    }
    #expect(try JSONDecoder().decode([Record].self, from: json) == records)
    #expect(notice.isEmpty)
  }

  @Test func `the vectors are what their writer makes`() throws {
    let scratch = ScratchFolder()
    let writer = try ProgramRun.of([
      "/usr/bin/python3", Vector.folder + "/make-vectors.py", scratch.path,
    ])
    #expect(writer.end == .exited(0), "\(writer.errorText)")
    let made = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    let attachments = AttachmentVector.all.map { $0.name + AttachmentVector.ending }
    #expect(Set(made) == Set(Vector.all.map(\.name) + attachments))
    for name in made {
      let now = try Data(contentsOf: URL(filePath: scratch.path + "/" + name))
      let kept = try Data(contentsOf: URL(filePath: Vector.folder + "/" + name))
      #expect(now == kept, "\(name)")
    }
  }
}
