import FoundationEssentials
import Testing

@testable import BucketVault

@Suite struct VaultHeaderTests {
  private static let bytes: [UInt8] = {
    let key = DataKey(.counting)
    var header = VaultHeader.new(for: key, created: Date(timeIntervalSince1970: 1_773_326_820))
    var slots = SlotSet(key: DataKey(.counting), header)
    do {
      _ = try slots.addRecoveryKey(label: "paper")
      _ = try slots.addRecoveryKey(label: "safe")
    } catch {
      preconditionFailure("\(error)")
    }
    header.slots = slots.slots
    return header.bytes(under: key)
  }()

  private static let json = String(
    decoding: bytes.dropFirst(19).dropLast(64), as: UTF8.self)

  private func refusal(of bytes: [UInt8]) -> VaultError? {
    do throws(VaultError) {
      let sealed = try VaultHeader.read(bytes)
      try sealed.verify(with: DataKey(.counting))
      return nil
    } catch {
      return error
    }
  }

  /// A header with this JSON, whose checks are both right.
  private func header(_ json: String) -> [UInt8] {
    let start =
      Array("bucket-vault 1\n".utf8) + UInt32(json.utf8.count).littleEndianBytes + Array(json.utf8)
    let withMAC = start + Sodium.hash(start, key: DataKey(.counting).headerKey)
    return withMAC + Sodium.hash(withMAC)
  }

  @Test func `a header comes back as it was written`() throws {
    let sealed = try VaultHeader.read(Self.bytes)
    try sealed.verify(with: DataKey(.counting))
    #expect(sealed.count == Self.bytes.count)
    #expect(sealed.header.slots.map(\.label) == ["paper", "safe"])
    #expect(sealed.header.bytes(under: DataKey(.counting)) == Self.bytes)
    #expect(try VaultHeader.read(Self.bytes + [1, 2, 3]).header == sealed.header)
  }

  @Test func `a header cut off at any byte is damaged, and none is no vault`() {
    #expect(refusal(of: []) == .notAVault(.empty))
    for count in 1..<Self.bytes.count {
      #expect(
        refusal(of: Array(Self.bytes.prefix(count))) == .damaged(.truncated(at: count)), "\(count)")
    }
  }

  @Test func `a header with any one bit flipped is damaged`() {
    for place in Self.bytes.indices {
      for bit in 0..<8 {
        var flipped = Self.bytes
        flipped[place] ^= 1 << bit
        let found = refusal(of: flipped)
        if place < 15 {
          #expect(found == .damaged(.magic), "bit \(bit) of byte \(place)")
        } else if case .damaged(.header) = found {
          continue
        } else if case .damaged(.truncated) = found, place < 19 {
          continue
        } else {
          Issue.record("bit \(bit) of byte \(place): \(String(describing: found))")
        }
      }
    }
  }

  @Test func `a header whose checksum was made to fit a change is tampered with`() {
    for place in 19..<(Self.bytes.count - 32) {
      var changed = Self.bytes
      changed[place] ^= 1
      changed.replaceSubrange(
        (changed.count - 32)..., with: Sodium.hash(Array(changed.dropLast(32))))
      switch refusal(of: changed) {
      // Some changes make the name of a field or of a kind, and so a later version's, of it.
      case .tampered, .newerFormat: continue
      case let other: Issue.record("byte \(place): \(String(describing: other))")
      }
    }
  }

  @Test(arguments: [
    ("bucket-vault 2\n", "2"), ("bucket-vault 10\nxxxxxxxx", "10"), ("bucket-vault 1234\n", "1234"),
    ("bucket-vault 1.1\n", "1.1"), ("bucket-vault X\u{7}\n......", "X"),
  ])
  func `a later version is named`(start: String, version: String) {
    #expect(
      refusal(of: Array(start.utf8) + [UInt8](repeating: 0x20, count: 200))
        == .newerFormat(.version(version)))
  }

  @Test(arguments: ["#!/bin/sh\n", "age-encryption.org/v1\n", "bucket-vaul", "\n", "\0"])
  func `another kind of file is no vault`(start: String) {
    let bytes = Array(start.utf8) + [UInt8](repeating: 0, count: 200)
    #expect(refusal(of: bytes) == .notAVault(.otherContent))
  }

  @Test(arguments: [65_537, 1 << 24, Int(UInt32.max)])
  func `a length over the limit is damage, whatever follows`(length: Int) {
    let bytes =
      VaultHeader.magic + UInt32(length).littleEndianBytes + [UInt8](repeating: 0, count: 99)
    #expect(refusal(of: bytes) == .damaged(.header))
  }

  @Test func `the JSON of the sample has one spelling`() {
    #expect(header(Self.json) == Self.bytes)
    #expect(refusal(of: header(Self.json)) == nil)
  }

  static let misspellings: [(find: String, replacement: String)] = [
    ("{\"created\"", "{ \"created\""), ("\"epoch\":1", "\"epoch\":1.0"),
    ("\"epoch\":1", "\"epoch\":1e0"), ("\"epoch\":1", "\"epoch\":01"),
    ("\"epoch\":1", "\"epoch\":0"), ("\"epoch\":1", "\"epoch\":-1"),
    ("\"epoch\":1", "\"epoch\":1,\"epoch\":1"), ("\"epoch\":1", "\"epoch\":\"1\""),
    ("\"epoch\":1", "\"epoch\":99999999999999999999"), ("\"epoch\":1", "\"epoch\":null"),
    ("\"epoch\":1", "\"epoch\":1e400"), ("\"epoch\":1,", ""),
    ("\"epoch\":1", "\"epoch\":1,\"flavour\":1"), ("\"revision\":1", "\"revision\":0"),
    ("\"requires\":[]", "\"requires\":{}"), ("\"requires\":[]", "\"requires\":null"),
    ("paper", "p\\u0061per"), ("paper", "p/per\\/"), ("paper", "pa\\u0000per"),
    ("paper", "pa\0per"),
    ("2026-03-12T", "2026-03-12t"), ("T14:47:00Z", "T14:47:00.5Z"),
    ("T14:47:00Z", "T15:47:00+01:00"),
    ("blake2b", "BLAKE2B"), ("blake2b", "none"), ("\"vault\":\"", "\"vault\":\"AB"),
    ("\"vault\":\"", "\"vault\":\"00"), ("\"notes_key\":\"", "\"notes_key\":\"00"),
    ("\"recovery\"", "\"login\""),
  ]

  @Test(arguments: misspellings)
  func `another spelling of the JSON is tampering`(find: String, replacement: String) throws {
    var json = Self.json
    json.replaceSubrange(try #require(json.firstRange(of: find)), with: replacement)
    #expect(json != Self.json)
    #expect(refusal(of: header(json)) == .tampered(.malformedHeader), "\(json)")
  }

  @Test(arguments: ["", " ", "{}", "[]", "null", "1", json + " ", json + json, "\u{FEFF}" + json])
  func `another JSON is tampering`(json: String) {
    #expect(refusal(of: header(json)) == .tampered(.malformedHeader))
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `JSON nested as deep as a header can be is refused and does no harm`(opening: String) {
    let deep = String(repeating: opening, count: 65_536 / opening.count)
    #expect(refusal(of: header(deep)) == .tampered(.malformedHeader))
  }

  @Test(arguments: [
    ("\"requires\":[]", "\"requires\":[\"attachments\"]", "attachments"),
    ("\"kind\":\"recovery\"", "\"kind\":\"device\"", "slot device"),
    ("\"revision\":1", "\"flavour\":2,\"requires\":[\"flavours\"],\"revision\":1", "flavours"),
  ])
  func `what a later version has added is called newer`(
    find: String, replacement: String, feature: String
  ) throws {
    var json = Self.json
    if feature == "flavours" { json = json.replacing("\"requires\":[],", with: "") }
    json.replaceSubrange(try #require(json.firstRange(of: find)), with: replacement)
    #expect(refusal(of: header(json)) == .newerFormat(.feature(feature)))
  }

  @Test func `no slot, two of one id and more than sixteen are refused`() throws {
    let list = try #require(Self.json.firstRange(of: "\"slots\":["))
    let end = try #require(Self.json.firstRange(of: "],\"vault\""))
    let slots = String(Self.json[list.upperBound..<end.lowerBound])
    let next = try #require(slots.firstRange(of: ",{\"commitment\""))
    let first = String(slots[..<next.lowerBound])
    let many = (0..<17).map { number in
      first.replacing(
        #/"id":"[0-9a-f]{16}"/#,
        with: "\"id\":\"00000000000000\(HexBytes([UInt8(number)]).text)\"")
    }
    func with(_ slots: [String]) -> VaultError? {
      var json = Self.json
      json.replaceSubrange(list.upperBound..<end.lowerBound, with: slots.joined(separator: ","))
      return refusal(of: header(json))
    }
    #expect(with([]) == .tampered(.malformedHeader))
    #expect(with([many[0], many[0]]) == .tampered(.malformedHeader))
    #expect(with(many) == .tampered(.malformedHeader))
    #expect(with(Array(many.prefix(16))) == nil)
    #expect(with([many[3]]) == nil)
  }

  @Test func `another vault's key doesn't verify`() throws {
    let sealed = try VaultHeader.read(Self.bytes)
    #expect(throws: VaultError.tampered(.header)) { try sealed.verify(with: DataKey.random()) }
  }
}
