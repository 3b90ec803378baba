import CSodium

/// What damaged files are looked through with.
extension Sodium {
  /// Whether a sealed text verifies, without opening it.
  static func verifies(
    _ sealed: ArraySlice<UInt8>, nonce: ArraySlice<UInt8>, data: [UInt8], key: borrowing Secret
  ) -> Bool {
    precondition(nonce.count == nonceCount && key.count == 32, "a malformed nonce or key")
    guard sealed.count >= tagCount else { return false }
    return key.withBytes { key in
      unsafe key.withUnsafeBytes { key in
        unsafe sealed.withUnsafeBufferPointer { sealed in
          unsafe nonce.withUnsafeBufferPointer { nonce in
            // Without a place for the text, libsodium only compares the tag.
            unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
              nil, nil, nil, sealed.baseAddress!, UInt64(sealed.count), data, UInt64(data.count),
              nonce.baseAddress!, key.assumingMemoryBound(to: UInt8.self).baseAddress!) == 0
          }
        }
      }
    }
  }

  /// What sealed bytes say if they are the beginning of a sealed text, which nobody vouches for.
  ///
  /// It is only good for judging whether it is worth trying to verify them.
  static func unverifiedText(
    _ sealed: ArraySlice<UInt8>, nonce: ArraySlice<UInt8>, key: borrowing Secret
  ) -> [UInt8] {
    precondition(
      nonce.count == nonceCount && key.count == 32 && !sealed.isEmpty, "nothing, or a malformed key"
    )
    var text = [UInt8](repeating: 0, count: sealed.count)
    key.withBytes { key in
      unsafe key.withUnsafeBytes { key in
        unsafe sealed.withUnsafeBufferPointer { sealed in
          unsafe nonce.withUnsafeBufferPointer { nonce in
            // The first block of the stream keys the tag; the text begins at the second.
            _ = unsafe crypto_stream_xchacha20_xor_ic(
              &text, sealed.baseAddress!, UInt64(sealed.count), nonce.baseAddress!, 1,
              key.assumingMemoryBound(to: UInt8.self).baseAddress!)
          }
        }
      }
    }
    return text
  }
}
