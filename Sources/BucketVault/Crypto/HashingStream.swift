import CSodium

/// BLAKE2b, with a digest of 32 bytes and without a key, of what comes bit by bit.
struct HashingStream: ~Copyable {
  private var state: Secret

  init() {
    Sodium.start()
    // `sodium_malloc` ends at a page, so that this size lies where its alignment wants it.
    var state = Secret(count: crypto_generichash_statebytes())
    state.withMutableBytes { state in
      unsafe state.withUnsafeMutableBytes { state in
        _ = unsafe crypto_generichash_init(OpaquePointer(state.baseAddress!), nil, 0, 32)
      }
    }
    self.state = state
  }

  mutating func add(_ bytes: [UInt8]) {
    state.withMutableBytes { state in
      unsafe state.withUnsafeMutableBytes { state in
        _ = unsafe crypto_generichash_update(
          OpaquePointer(state.baseAddress!), bytes, UInt64(bytes.count))
      }
    }
  }

  consuming func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    state.withMutableBytes { state in
      unsafe state.withUnsafeMutableBytes { state in
        _ = unsafe crypto_generichash_final(
          OpaquePointer(state.baseAddress!), &digest, digest.count)
      }
    }
    return digest
  }
}
