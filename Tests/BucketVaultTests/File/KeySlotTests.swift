import FoundationEssentials
import Glibc
import Testing

@testable import BucketVault

@Suite struct KeySlotTests {
  private static let vault = HexBytes([UInt8](repeating: 1, count: 16))
  private static let created = Date(timeIntervalSince1970: 1_773_326_820)

  private static func slot(
    _ kind: KeySlot.Kind = .recovery, secret: borrowing Secret = .counting,
    derivation: KeyDerivation = .blake2b, label: String = "paper"
  ) throws -> KeySlot {
    try KeySlot.wrapping(
      DataKey(.counting), under: secret, kind: kind, derivation: derivation, label: label,
      vault: vault, created: created)
  }

  /// What opening a slot comes to: nothing where it gave the right key.
  private func refusal(
    of slot: KeySlot, secret: borrowing Secret = .counting, vault: HexBytes = vault
  ) -> KeySlot.Refusal? {
    do throws(KeySlot.Refusal) {
      let key = try slot.open(with: secret, vault: vault)
      #expect(key.secret.revealed == Secret.counting.revealed)
      return nil
    } catch {
      return error
    }
  }

  /// The slot with some fields of its JSON replaced.
  private func slot(_ slot: KeySlot, with fields: [String: String]) throws -> KeySlot {
    var json = String(decoding: CanonicalJSON.encode(slot), as: UTF8.self)
    for (name, value) in fields {
      let start = try #require(json.firstRange(of: "\"\(name)\":"))
      let rest = json[start.upperBound...]
      let end =
        if rest.first == "{" {
          rest.index(after: try #require(rest.firstIndex(of: "}")))
        } else {
          try #require(rest.firstIndex { $0 == "," || $0 == "}" })
        }
      json.replaceSubrange(start.upperBound..<end, with: value)
    }
    return try #require(CanonicalJSON.decode(KeySlot.self, from: Array(json.utf8)), "\(json)")
  }

  @Test func `a slot opens with its secret`() throws {
    let slot = try Self.slot()
    #expect(refusal(of: slot) == nil)
    #expect(slot.isWellFormed)
    #expect(slot.id.count == 16)
  }

  @Test(arguments: [KeySlot.Kind.login, .passphrase])
  func `a password opens its slot, and nothing that is merely like it`(kind: KeySlot.Kind) throws {
    let slot = try Self.slot(kind, secret: Secret(text: "h\u{E9}"), derivation: .floor)
    #expect(refusal(of: slot, secret: Secret(text: "h\u{E9}")) == nil)
    for other in ["", "h", "h\u{E9} ", "H\u{E9}", "he\u{301}", "h\u{E9}\n"] {
      #expect(refusal(of: slot, secret: Secret(text: other)) == .wrongSecret, "\(other)")
    }
  }

  @Test func `a wrong recovery key is a wrong secret`() throws {
    var other = Secret.counting
    other[31] ^= 1
    #expect(refusal(of: try Self.slot(), secret: other) == .wrongSecret)
  }

  @Test func `a slot of another vault doesn't open`() throws {
    #expect(refusal(of: try Self.slot(), vault: HexBytes(Array(repeating: 2, count: 16))) != nil)
  }

  @Test(arguments: [
    ["id": #""0000000000000000""#], ["kind": #""passphrase""#],
    ["salt": #""00000000000000000000000000000000""#],
    ["nonce": "\"\(String(repeating: "0", count: 48))\""],
    ["wrapped": "\"\(String(repeating: "0", count: 96))\""],
    ["commitment": "\"\(String(repeating: "0", count: 64))\""],
  ])
  func `a slot with another value in a field doesn't open`(fields: [String: String]) throws {
    #expect(refusal(of: try slot(try Self.slot(), with: fields)) == .wrongSecret)
  }

  @Test(arguments: [
    ["kdf": #"{"memory":67108864,"name":"argon2id13","passes":3}"#],
    ["kdf": #"{"memory":67108864,"name":"argon2id13","passes":3}"#, "kind": #""login""#],
  ])
  func `a slot with a cheaper derivation doesn't open`(fields: [String: String]) throws {
    let costly = KeyDerivation.argon2id(passes: 4, memory: 64 << 20)
    let slot = try Self.slot(.passphrase, derivation: costly)
    #expect(refusal(of: slot) == nil)
    #expect(refusal(of: try self.slot(slot, with: fields)) == .wrongSecret)
  }

  @Test func `label and date are no part of the seal, since the header's check covers them`() throws
  {
    #expect(refusal(of: try slot(try Self.slot(), with: ["label": #""other""#])) == nil)
  }

  @Test func `a seal that its right commitment doesn't save is tampering`() throws {
    let slot = try Self.slot()
    // Whoever knows the slot's secret can make a commitment for any wrap.
    var wrapped = slot.wrapped.bytes
    wrapped[0] ^= 1
    let description = Array(
      (#"{"format":"bucket-vault 1","id":"\#(slot.id)","kdf":{"name":"blake2b"},"#
        + #""kind":"recovery","salt":"\#(slot.salt.text)","vault":"\#(Self.vault.text)"}"#).utf8)
    let slotKey = Sodium.hash(
      secretly: Array("bucket-vault 1 recovery".utf8) + slot.salt.bytes, key: .counting)
    let commitKey = Sodium.deriveKey(from: slotKey, id: 2, context: "bkt1comm")
    let label = Array("bucket-vault 1 commitment".utf8)
    #expect(
      Sodium.hash(label + slot.nonce.bytes + slot.wrapped.bytes + description, key: commitKey)
        == slot.commitment.bytes)
    let commitment = Sodium.hash(label + slot.nonce.bytes + wrapped + description, key: commitKey)
    let forged = try self.slot(
      slot,
      with: [
        "wrapped": "\"\(HexBytes(wrapped).text)\"",
        "commitment": "\"\(HexBytes(commitment).text)\"",
      ])
    #expect(refusal(of: forged) == .tampered)
  }

  @Test(arguments: [
    (2, 64 << 20, KeyDerivation.CostProblem.passes(2)), (3, 8192, .memory(8192)),
    (3, 4 << 40, .memory(4 << 40)), (4_294_967_295, 64 << 20, .passes(4_294_967_295)),
    (Int.max, Int.max, .passes(Int.max)),
  ])
  func `a cost outside of the bounds is refused by name`(
    passes: Int, memory: Int, problem: KeyDerivation.CostProblem
  ) throws {
    let cheap = try Self.slot(.passphrase, derivation: .floor)
    let absurd = try slot(
      cheap, with: ["kdf": #"{"memory":\#(memory),"name":"argon2id13","passes":\#(passes)}"#])
    #expect(throws: KeySlot.Refusal.cost(problem)) { try absurd.checkCost() }
    #expect(refusal(of: absurd) == .cost(problem))
    #expect(throws: KeySlot.Refusal.cost(problem)) {
      try Self.slot(.login, derivation: .argon2id(passes: passes, memory: memory))
    }
  }

  @Test func `memory that the address space doesn't hold is named, with need and limit`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let slot = try KeySlotTests.slot(.login, derivation: .floor)
      Limit.addressSpace.set(Limit.addressSpaceInUse + 32 << 20)
      guard case .notEnoughMemory(64 << 20, let limit)? = KeySlotTests().refusal(of: slot)
      else { exit(1) }
      exit(limit.source == .addressSpace && limit.bytes <= 32 << 20 ? 7 : 2)
    }
  }

  @Test func `memory that is refused only when it is asked for is named as well`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let slot = try KeySlotTests.slot(.login, derivation: .floor)
      // What is left holds the blocks of Argon2, but not what goes with them.
      Limit.addressSpace.set(Limit.addressSpaceInUse + 96 << 20)
      for (piece, rest) in [(1 << 20, 66 << 20), (1 << 12, 64 << 20 + 1 << 12)] {
        while MemoryLimit.current().bytes > rest {
          let taken = unsafe mmap(nil, piece, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
          if unsafe taken == MAP_FAILED { exit(4) }
        }
      }
      switch KeySlotTests().refusal(of: slot) {
      case .notEnoughMemory(64 << 20, _): exit(7)
      default: exit(1)
      }
    }
  }

  @Test(arguments: [
    ["id": #""00""#], ["salt": #""00""#], ["nonce": #""00""#], ["wrapped": #""00""#],
    ["commitment": #""00""#], ["label": "\"\(String(repeating: "x", count: 65))\""],
    ["label": #""a\u0007b""#], ["label": #""a\u007fb""#], ["kind": #""login""#],
    ["kdf": #"{"memory":67108864,"name":"argon2id13","passes":3}"#],
  ])
  func `a field of another length or kind is not well-formed`(fields: [String: String]) throws {
    #expect(!(try slot(try Self.slot(), with: fields).isWellFormed))
  }

  @Test(arguments: [#""none""#, #""argon2i""#, #""null""#, #""""#])
  func `there is no derivation but the two`(name: String) {
    let json = #"{"memory":67108864,"name":\#(name),"passes":3}"#
    #expect(CanonicalJSON.decode(KeyDerivation.self, from: Array(json.utf8)) == nil)
  }
}
