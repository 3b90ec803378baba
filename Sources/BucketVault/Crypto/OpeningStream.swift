import CSodium

/// Opens what a ``SealingStream`` sealed, chunk by chunk in the same order.
struct OpeningStream: ~Copyable {
  private var state: Secret

  /// - Parameters:
  ///   - key: 32 bytes.
  ///   - header: That of the sealing end.
  init(key: borrowing Secret, header: [UInt8]) {
    precondition(
      key.count == 32 && header.count == SealingStream.headerCount, "a malformed key or header")
    var state = Secret(count: SealingStream.stateCount)
    state.withMutableBytes { state in
      key.withBytes { key in
        unsafe state.withUnsafeMutableBytes { state in
          unsafe key.withUnsafeBytes { key in
            _ = unsafe crypto_secretstream_xchacha20poly1305_init_pull(
              state.assumingMemoryBound(to: crypto_secretstream_xchacha20poly1305_state.self)
                .baseAddress!, header,
              key.assumingMemoryBound(to: UInt8.self).baseAddress!)
          }
        }
      }
    }
    self.state = state
  }

  /// The next chunk, and whether it is the last; `nil` when it doesn't verify.
  mutating func open(_ sealed: [UInt8], data: [UInt8]) -> (chunk: [UInt8], isLast: Bool)? {
    guard sealed.count >= SealingStream.overhead else { return nil }
    var chunk = [UInt8](repeating: 0, count: sealed.count - SealingStream.overhead)
    var tag: UInt8 = 0
    let done = state.withMutableBytes { state in
      unsafe state.withUnsafeMutableBytes { state in
        unsafe crypto_secretstream_xchacha20poly1305_pull(
          state.assumingMemoryBound(to: crypto_secretstream_xchacha20poly1305_state.self)
            .baseAddress!, &chunk, nil, &tag, sealed, UInt64(sealed.count), data,
          UInt64(data.count))
      }
    }
    guard done == 0 else { return nil }
    return (chunk, Int(tag) == Int(crypto_secretstream_xchacha20poly1305_tag_final()))
  }
}
