import CSodium

/// Seals a file chunk by chunk, in an order that can't be changed: the sending end of
/// `crypto_secretstream_xchacha20poly1305`.
struct SealingStream: ~Copyable {
  /// What the receiving end needs to begin, which is no secret.
  let header: [UInt8]
  private var state: Secret

  static let headerCount = 24
  /// By how many bytes a sealed chunk is longer.
  static let overhead = 17
  static let stateCount = MemoryLayout<crypto_secretstream_xchacha20poly1305_state>.size

  /// - Parameter key: 32 bytes.
  init(key: borrowing Secret) {
    precondition(key.count == 32, "a malformed key")
    var state = Secret(count: Self.stateCount)
    var header = [UInt8](repeating: 0, count: Self.headerCount)
    state.withMutableBytes { state in
      key.withBytes { key in
        unsafe state.withUnsafeMutableBytes { state in
          unsafe key.withUnsafeBytes { key in
            _ = unsafe crypto_secretstream_xchacha20poly1305_init_push(
              state.assumingMemoryBound(to: crypto_secretstream_xchacha20poly1305_state.self)
                .baseAddress!, &header,
              key.assumingMemoryBound(to: UInt8.self).baseAddress!)
          }
        }
      }
    }
    self.header = header
    self.state = state
  }

  /// Seals the next chunk.
  mutating func seal(_ chunk: [UInt8], data: [UInt8], isLast: Bool) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: chunk.count + Self.overhead)
    let tag =
      isLast
      ? crypto_secretstream_xchacha20poly1305_tag_final()
      : crypto_secretstream_xchacha20poly1305_tag_message()
    state.withMutableBytes { state in
      unsafe state.withUnsafeMutableBytes { state in
        _ = unsafe crypto_secretstream_xchacha20poly1305_push(
          state.assumingMemoryBound(to: crypto_secretstream_xchacha20poly1305_state.self)
            .baseAddress!, &sealed, nil, chunk, UInt64(chunk.count), data,
          UInt64(data.count), UInt8(tag))
      }
    }
    return sealed
  }
}
