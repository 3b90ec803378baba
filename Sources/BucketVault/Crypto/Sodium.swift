import CSodium
import Glibc

/// The functions of libsodium that the vault rests on, with Swift types; nothing else calls them.
///
/// What they are used for is laid down in docs/vault-format.md.
enum Sodium {
  private static let started: Void = precondition(
    sodium_init() >= 0, "libsodium does not start")

  /// Makes libsodium ready; has to come before its first use, and does nothing the second time.
  static func start() { _ = started }

  static func randomBytes(_ count: Int) -> [UInt8] {
    start()
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
  }

  /// BLAKE2b with a digest of 32 bytes.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    start()
    var digest = [UInt8](repeating: 0, count: 32)
    let done = unsafe crypto_generichash(
      &digest, digest.count, message, UInt64(message.count), nil, 0)
    precondition(done == 0, "BLAKE2b refused its parameters")
    return digest
  }

  /// BLAKE2b with a digest of 32 bytes that is itself a secret, under a key of 32 bytes.
  static func hash(secretly message: [UInt8], key: borrowing Secret) -> Secret {
    var digest = Secret(count: 32)
    digest.withMutableBytes { digest in
      key.withBytes { key in
        unsafe digest.withUnsafeMutableBytes { digest in
          unsafe key.withUnsafeBytes { key in
            let done = unsafe crypto_generichash(
              digest.assumingMemoryBound(to: UInt8.self).baseAddress!, 32, message,
              UInt64(message.count), key.assumingMemoryBound(to: UInt8.self).baseAddress,
              key.count)
            precondition(done == 0, "BLAKE2b refused its parameters")
          }
        }
      }
    }
    return digest
  }

  /// BLAKE2b with a digest of 32 bytes, under a key of 32 bytes.
  static func hash(_ message: [UInt8], key: borrowing Secret) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    let done = key.withBytes { key in
      unsafe key.withUnsafeBytes { key in
        unsafe crypto_generichash(
          &digest, digest.count, message, UInt64(message.count),
          key.assumingMemoryBound(to: UInt8.self).baseAddress, key.count)
      }
    }
    precondition(done == 0, "BLAKE2b refused its parameters")
    return digest
  }

  /// Compares public bytes of equal length in constant time.
  static func equal(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    unsafe one.count == other.count && sodium_memcmp(one, other, one.count) == 0
  }

  /// `crypto_kdf_derive_from_key`: a subkey of 32 bytes.
  ///
  /// - Parameter context: Eight ASCII characters.
  static func deriveKey(from key: borrowing Secret, id: UInt64, context: String) -> Secret {
    precondition(key.count == 32 && context.utf8.count == 8, "a malformed key derivation")
    var subkey = Secret(count: 32)
    subkey.withMutableBytes { subkey in
      key.withBytes { key in
        unsafe subkey.withUnsafeMutableBytes { subkey in
          unsafe key.withUnsafeBytes { key in
            let done = unsafe crypto_kdf_derive_from_key(
              subkey.assumingMemoryBound(to: UInt8.self).baseAddress!, 32, id, context,
              key.assumingMemoryBound(to: UInt8.self).baseAddress!)
            precondition(done == 0, "crypto_kdf refused its parameters")
          }
        }
      }
    }
    return subkey
  }

  /// Argon2id, version 1.3, with a result of 32 bytes; `nil` when memory was refused.
  ///
  /// - Parameters:
  ///   - salt: 16 bytes.
  ///   - memory: Bytes of working memory.
  static func argon2id(
    _ password: borrowing Secret, salt: [UInt8], passes: Int, memory: Int
  ) -> Secret? {
    precondition(salt.count == 16, "a malformed salt")
    var key = Secret(count: 32)
    let failure: CInt = key.withMutableBytes { key in
      password.withBytes { password in
        unsafe key.withUnsafeMutableBytes { key in
          unsafe password.withUnsafeBytes { password in
            let done = unsafe crypto_pwhash(
              key.assumingMemoryBound(to: UInt8.self).baseAddress!, 32,
              password.assumingMemoryBound(to: CChar.self).baseAddress!, UInt64(password.count),
              salt, UInt64(passes), memory, crypto_pwhash_ALG_ARGON2ID13)
            return done == 0 ? 0 : errno
          }
        }
      }
    }
    precondition(failure == 0 || failure == ENOMEM, "Argon2id refused its parameters")
    if failure != 0 { return nil }
    return key
  }

  static let tagCount = 16
  static let nonceCount = 24

  /// XChaCha20-Poly1305-IETF: the ciphertext with its tag of 16 bytes behind it.
  static func seal(
    _ plaintext: RawSpan, nonce: [UInt8], data: [UInt8], key: borrowing Secret
  ) -> [UInt8] {
    precondition(nonce.count == nonceCount && key.count == 32, "a malformed nonce or key")
    var sealed = [UInt8](repeating: 0, count: plaintext.byteCount + tagCount)
    key.withBytes { key in
      unsafe key.withUnsafeBytes { key in
        unsafe plaintext.withUnsafeBytes { plaintext in
          _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, plaintext.assumingMemoryBound(to: UInt8.self).baseAddress,
            UInt64(plaintext.count), data, UInt64(data.count), nil, nonce,
            key.assumingMemoryBound(to: UInt8.self).baseAddress!)
        }
      }
    }
    return sealed
  }

  /// Seals text that is no key, as ``seal(_:nonce:data:key:)`` does.
  static func sealText(
    _ text: [UInt8], nonce: [UInt8], data: [UInt8], key: borrowing Secret
  ) -> [UInt8] {
    unsafe text.withUnsafeBytes { text in
      unsafe seal(text.bytes, nonce: nonce, data: data, key: key)
    }
  }

  /// Opens what ``seal(_:nonce:data:key:)`` made into a secret; `nil` when it doesn't verify.
  static func open(
    _ sealed: [UInt8], nonce: [UInt8], data: [UInt8], key: borrowing Secret
  ) -> Secret? {
    precondition(nonce.count == nonceCount && key.count == 32, "a malformed nonce or key")
    guard sealed.count >= tagCount else { return nil }
    var plaintext = Secret(count: sealed.count - tagCount)
    let done = plaintext.withMutableBytes { plaintext in
      key.withBytes { key in
        unsafe plaintext.withUnsafeMutableBytes { plaintext in
          unsafe key.withUnsafeBytes { key in
            unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
              plaintext.assumingMemoryBound(to: UInt8.self).baseAddress, nil, nil, sealed,
              UInt64(sealed.count), data, UInt64(data.count), nonce,
              key.assumingMemoryBound(to: UInt8.self).baseAddress!)
          }
        }
      }
    }
    if done != 0 { return nil }
    return plaintext
  }

  /// Opens what ``seal(_:nonce:data:key:)`` made into ordinary memory, for text that is no key.
  static func openText(
    _ sealed: [UInt8], nonce: [UInt8], data: [UInt8], key: borrowing Secret
  ) -> [UInt8]? {
    precondition(nonce.count == nonceCount && key.count == 32, "a malformed nonce or key")
    guard sealed.count >= tagCount else { return nil }
    var plaintext = [UInt8](repeating: 0, count: sealed.count - tagCount)
    let done = key.withBytes { key in
      unsafe key.withUnsafeBytes { key in
        unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
          &plaintext, nil, nil, sealed, UInt64(sealed.count), data, UInt64(data.count), nonce,
          key.assumingMemoryBound(to: UInt8.self).baseAddress!)
      }
    }
    return done == 0 ? plaintext : nil
  }

  /// `sodium_pad`: pads to a multiple of `block` bytes, by at least one.
  static func pad(_ bytes: inout [UInt8], toMultipleOf block: Int) {
    let count = bytes.count
    bytes += [UInt8](repeating: 0, count: block - count % block)
    var padded = 0
    let done = unsafe sodium_pad(&padded, &bytes, count, block, bytes.count)
    precondition(done == 0 && padded == bytes.count, "sodium_pad refused its parameters")
  }

  /// `sodium_unpad`: takes the padding off; false when there is none.
  static func unpad(_ bytes: inout [UInt8], block: Int) -> Bool {
    var count = 0
    guard unsafe sodium_unpad(&count, bytes, bytes.count, block) == 0 else { return false }
    bytes.removeLast(bytes.count - count)
    return true
  }

  /// The X25519 public key that belongs to a seed of 32 bytes.
  static func boxPublicKey(seed: borrowing Secret) -> [UInt8] { boxKeys(seed: seed).public }

  private static func boxKeys(seed: borrowing Secret) -> BoxKeys {
    precondition(seed.count == 32, "a malformed seed")
    var publicKey = [UInt8](repeating: 0, count: 32)
    var secretKey = Secret(count: 32)
    secretKey.withMutableBytes { secretKey in
      seed.withBytes { seed in
        unsafe secretKey.withUnsafeMutableBytes { secretKey in
          unsafe seed.withUnsafeBytes { seed in
            _ = unsafe crypto_box_seed_keypair(
              &publicKey, secretKey.assumingMemoryBound(to: UInt8.self).baseAddress!,
              seed.assumingMemoryBound(to: UInt8.self).baseAddress!)
          }
        }
      }
    }
    return BoxKeys(public: publicKey, secret: secretKey)
  }

  private struct BoxKeys: ~Copyable {
    let `public`: [UInt8]
    let secret: Secret
  }

  /// `crypto_box_seal`: seals to a public key of 32 bytes; `nil` when that is no usable key.
  static func sealNote(_ note: [UInt8], to publicKey: [UInt8]) -> [UInt8]? {
    start()
    guard publicKey.count == 32 else { return nil }
    var sealed = [UInt8](repeating: 0, count: note.count + 48)
    let done = unsafe crypto_box_seal(&sealed, note, UInt64(note.count), publicKey)
    return done == 0 ? sealed : nil
  }

  /// `crypto_box_seal_open`: opens a note with the seed of the key pair; `nil` when it doesn't
  /// verify.
  static func openNotes(_ sealed: [[UInt8]], seed: borrowing Secret) -> [[UInt8]?] {
    let keys = boxKeys(seed: seed)
    return sealed.map { sealed in
      guard sealed.count >= 48 else { return nil }
      var note = [UInt8](repeating: 0, count: sealed.count - 48)
      let done = keys.secret.withBytes { secret in
        unsafe secret.withUnsafeBytes { secret in
          unsafe crypto_box_seal_open(
            &note, sealed, UInt64(sealed.count), keys.public,
            secret.assumingMemoryBound(to: UInt8.self).baseAddress!)
        }
      }
      return done == 0 ? note : nil
    }
  }
}
