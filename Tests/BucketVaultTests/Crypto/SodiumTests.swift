import Testing

@testable import BucketVault

/// Answers that others gave: Python's hashlib and the reference implementation of Argon2.
@Suite struct SodiumTests {
  // hashlib.blake2b(b"abc", digest_size=32), and with key=bytes(range(32)).
  @Test func `BLAKE2b gives the known digest, with a key and without`() {
    #expect(
      HexBytes(Sodium.hash(Array("abc".utf8))).text
        == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
    #expect(
      HexBytes(Sodium.hash(Array("abc".utf8), key: .counting)).text
        == "d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f")
    #expect(
      Sodium.hash(secretly: Array("abc".utf8), key: .counting).revealed
        == Sodium.hash(Array("abc".utf8), key: .counting))
  }

  // hashlib.blake2b(digest_size=32, key=…, salt=id as 16 bytes, person=context with 8 zeros).
  @Test(arguments: [
    (1, "bkt1head", "b8d7369340c0bdfb99641d433b8fe769c1994649ab594db45c0676988f905619"),
    (2, "bkt1fram", "63de8258ea5c609a92f16dbc455b5a6a552aede59d8fea0c756562552bdcdfa0"),
    (3, "bkt1note", "a21fc9cd5774e05cfee8b69f02d39a869a651b68fb807aa29ed3bcfb4164dced"),
    (1, "bkt1wrap", "75328aa61bdb4c026994d2c688c5a18772d815c676dbf7e49d233a8c4d745932"),
    (2, "bkt1comm", "dddfa63fc29d90d7bce163277eb626a4a947a141f522b1161daaa702b0d8d2f0"),
  ])
  func `a derived key is the known one`(id: UInt64, context: String, expected: String) {
    let derived = Sodium.deriveKey(from: .counting, id: id, context: context)
    #expect(HexBytes(derived.revealed).text == expected)
  }

  // argon2-cffi: hash_secret_raw(…, bytes(range(16)), 3, 65536, 1, 32, Type.ID), version 1.3.
  @Test(arguments: [
    ("correct horse", "e3c889ca40ed01e6b6771fc8a5bf16e35ad60b41c9bd5d7e6d63adf51e50b0fd"),
    ("", "cabd8eb65ac84e96b96e15047b5d84c21dcf0d387defa2220c7d4a6ddbf92a6c"),
  ])
  func `Argon2id gives the known key`(secret: String, expected: String) throws {
    let key = Sodium.argon2id(
      Secret(text: secret), salt: Array(0..<16), passes: 3, memory: 64 << 20)
    guard let key else {
      Issue.record("no memory for Argon2id")
      return
    }
    #expect(HexBytes(key.revealed).text == expected)
  }

  // draft-irtf-cfrg-xchacha-03, A.3.1.
  @Test func `XChaCha20-Poly1305 gives the ciphertext of its specification`() throws {
    let text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future,"
      + " sunscreen would be it."
    let key = Secret(Array(0x80...0x9F))
    let nonce = [UInt8](0x40...0x57)
    let data = try #require(HexBytes("50515253c0c1c2c3c4c5c6c7")).bytes
    let sealed = Sodium.sealText(Array(text.utf8), nonce: nonce, data: data, key: key)
    #expect(
      HexBytes(sealed).text
        == "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"
        + "731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452"
        + "2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
        + "21f9664c97637da9768812f615c68b13b52e"
        + "c0875924c1c7987947deafd8780acf49")
    #expect(Sodium.openText(sealed, nonce: nonce, data: data, key: key) == Array(text.utf8))
  }

  @Test func `what was sealed opens only with its key, nonce and data`() {
    let nonce = [UInt8](repeating: 7, count: Sodium.nonceCount)
    let sealed = Sodium.sealText([1, 2, 3], nonce: nonce, data: [9], key: .counting)
    let other = Secret(count: 32)
    #expect(Sodium.openText(sealed, nonce: nonce, data: [9], key: .counting) == [1, 2, 3])
    #expect(Sodium.openText(sealed, nonce: nonce, data: [9], key: other) == nil)
    #expect(Sodium.openText(sealed, nonce: nonce, data: [8], key: .counting) == nil)
    #expect(Sodium.openText(sealed, nonce: nonce, data: [], key: .counting) == nil)
    #expect(Sodium.openText(sealed, nonce: nonce.map { $0 + 1 }, data: [9], key: .counting) == nil)
    #expect(Sodium.openText(sealed.dropLast(), nonce: nonce, data: [9], key: .counting) == nil)
    #expect(Sodium.openText([], nonce: nonce, data: [9], key: .counting) == nil)
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 255, 256, 257])
  func `padding comes off as it went on`(count: Int) {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    var padded = text
    Sodium.pad(&padded, toMultipleOf: 16)
    #expect(padded.count == (count / 16 + 1) * 16)
    #expect(padded[count] == 0x80)
    #expect(Sodium.unpad(&padded, block: 16))
    #expect(padded == text)
  }

  @Test func `bytes without padding have none to take off`() {
    var zeros = [UInt8](repeating: 0, count: 16)
    #expect(!Sodium.unpad(&zeros, block: 16))
    var short: [UInt8] = [0x80]
    #expect(!Sodium.unpad(&short, block: 16))
  }
}
