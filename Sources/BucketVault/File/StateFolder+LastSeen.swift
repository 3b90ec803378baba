import Glibc

/// The state of the vault that was last seen.
extension StateFolder {
  /// What is remembered of a vault.
  enum Recollection {
    case nothing
    case seen(LastSeen)
    /// Something is there, and can't be read or made sense of.
    case unclear(StateFileError)

    /// What was seen; `nil` also where it can't be read.
    var seen: LastSeen? {
      if case .seen(let seen) = self { seen } else { nil }
    }
  }

  /// The longest file that is read, in bytes.
  private static let lastSeenLimit = 1 << 16

  var lastSeenPath: String { path + "/" + Self.lastSeenName }

  func recollection() -> Recollection {
    do throws(StateFileError) {
      guard try status(of: Self.lastSeenName) != nil else { return .nothing }
      let bytes = try bytes(of: try open(Self.lastSeenName, O_RDONLY))
      guard bytes.count <= Self.lastSeenLimit,
        let seen = CanonicalJSON.decode(LastSeen.self, from: bytes)
      else { return .unclear(StateFileError(lastSeenPath, .content)) }
      return .seen(seen)
    } catch {
      // In what is no folder nothing is remembered, as is told when something should be.
      if case .folder(let reason) = error.fact, reason.code == ENOTDIR { return .nothing }
      return .unclear(error)
    }
  }

  private func bytes(of file: borrowing Descriptor) throws(StateFileError) -> [UInt8] {
    do throws(SystemError) {
      return try file.read(count: Self.lastSeenLimit + 1, at: 0)
    } catch {
      throw StateFileError(lastSeenPath, .system(error))
    }
  }

  /// The state that was seen; `nil` also where it can't be read.
  func lastSeen() -> LastSeen? { recollection().seen }

  /// Whether what is remembered of the vault can be read, if anything is.
  public func checkLastSeen() throws(StateFileError) {
    if case .unclear(let error) = recollection() { throw error }
  }

  func remember(_ lastSeen: LastSeen) throws(StateFileError) {
    try write(CanonicalJSON.encode(lastSeen), to: Self.lastSeenName)
  }
}

extension StateFileError {
  /// Whether what is in the way says nothing, also to whoever could read it, and can be replaced.
  public var saysNothing: Bool {
    switch fact {
    case .content: true
    case .otherKind(let kind): kind != .folder
    case .foreignOwner, .held, .folder, .system: false
    }
  }
}
