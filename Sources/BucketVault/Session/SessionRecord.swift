import FoundationEssentials

/// When a vault was opened and locked on this machine, so that a locked vault can say why it is.
struct SessionRecord: Codable, Sendable {
  /// When it was last unlocked.
  var opened: Date?
  /// How many failed attempts were told of then that fell into that very second.
  var told: Int?
  /// Until when that was to hold.
  var until: Date?
  /// The boot in which it was unlocked.
  var boot: HexBytes?
  /// When it was locked by the person, after it was last unlocked.
  var locked: Date?
  /// When each slot, by its id, was last used here.
  var uses: [String: Date]?
}

extension StateFolder {
  func sessionRecord() -> SessionRecord {
    SmallFile.bytes(path + "/" + Self.sessionName)
      .flatMap { CanonicalJSON.decode(SessionRecord.self, from: $0) } ?? SessionRecord()
  }

  func write(_ record: SessionRecord) throws(StateFileError) {
    try write(CanonicalJSON.encode(record), to: Self.sessionName)
  }
}
