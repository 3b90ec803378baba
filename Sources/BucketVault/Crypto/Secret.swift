import CSodium

/// A run of secret bytes in guarded, locked memory, wiped when it goes away.
///
/// The memory comes from `sodium_malloc`: between guard pages, left out of core dumps, and locked
/// against swapping as far as the memory lock limit allows (see ``isLocked``).
@safe
public struct Secret: ~Copyable, @unchecked Sendable {
  private let storage: UnsafeMutableRawBufferPointer
  /// Whether the system granted that the bytes stay out of swap.
  public let isLocked: Bool

  /// Makes a secret of `count` bytes, all zero.
  public init(count: Int) {
    Sodium.start()
    guard let base = unsafe sodium_malloc(max(count, 1)) else {
      fatalError("there is no memory for \(count) secret bytes")
    }
    unsafe storage = UnsafeMutableRawBufferPointer(start: base, count: count)
    unsafe sodium_memzero(base, count)
    unsafe isLocked = sodium_mlock(base, max(count, 1)) == 0
  }

  /// Makes a secret of `count` random bytes.
  public static func random(count: Int) -> Secret {
    let secret = Secret(count: count)
    unsafe randombytes_buf(secret.storage.baseAddress!, count)
    return secret
  }

  /// Copies bytes that are already in memory; wiping those is up to their owner.
  public init(copying bytes: RawSpan) {
    self.init(count: bytes.byteCount)
    unsafe bytes.withUnsafeBytes { unsafe storage.copyMemory(from: $0) }
  }

  deinit { unsafe sodium_free(storage.baseAddress) }

  /// The number of bytes.
  public var count: Int { unsafe storage.count }

  /// One byte; outside of the bounds it stops the program.
  public subscript(offset: Int) -> UInt8 {
    get {
      precondition(offset >= 0 && offset < count, "outside of the secret")
      return unsafe storage[offset]
    }
    set {
      precondition(offset >= 0 && offset < count, "outside of the secret")
      unsafe storage[offset] = newValue
    }
  }

  /// Lends the bytes for the length of one call.
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(storage).bytes)
  }

  /// Lends the bytes for writing, for the length of one call.
  public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var span = unsafe storage.mutableBytes
    return try body(&span)
  }

  /// The first `count` bytes as a secret of their own.
  public func prefix(_ count: Int) -> Secret {
    withBytes { Secret(copying: $0.extracting(first: count)) }
  }

  /// Compares in constant time for secrets of equal length.
  public func equals(_ other: borrowing Secret) -> Bool {
    unsafe count == other.count
      && sodium_memcmp(storage.baseAddress!, other.storage.baseAddress!, count) == 0
  }
}

extension Secret {
  /// This secret with another one behind it.
  func followed(by other: borrowing Secret) -> Secret {
    var whole = Secret(count: count + other.count)
    for place in 0..<count { whole[place] = self[place] }
    for place in 0..<other.count { whole[count + place] = other[place] }
    return whole
  }
}
