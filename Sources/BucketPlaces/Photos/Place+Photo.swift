public import FoundationEssentials

extension Place {
  /// A photo of a place, which is kept elsewhere.
  public struct Photo: Identifiable, Hashable, Sendable {
    /// By which it is found.
    public let id: UUID
    /// What its file was called.
    public let name: String
    /// As the registry of media types calls its kind.
    public let type: String
    public let byteCount: Int
    /// By which equal ones are known: BLAKE2b of 32 bytes, in lower-case hexadecimal.
    public let hash: String

    /// - Throws: `controlCharacter` or `tooLong`, for the field `photo`.
    public init(
      id: UUID, name: String, type: String, byteCount: Int, hash: String
    ) throws(PlaceError) {
      (self.id, self.byteCount) = (id, byteCount)
      self.name = try Field.photo.accepted(name)
      self.type = try Field.photo.accepted(type)
      self.hash = try Field.photo.accepted(hash)
    }

    /// - Parameter name: Of which what can't be in one line is replaced.
    public init(id: UUID, fileName name: String, kind: PictureKind, byteCount: Int, hash: [UInt8]) {
      self.id = id
      let line = String(
        String.UnicodeScalarView(name.unicodeScalars.map { Field.photo.isRefused($0) ? "_" : $0 }))
      let text = Field.trimmed(line)
      var short = text
      while short.utf8.count > Field.photo.limit { short.removeFirst() }
      self.name = short.isEmpty ? kind.rawValue : short
      type = kind.mediaType
      self.byteCount = byteCount
      self.hash = hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static let hashDigitCount = 64

    /// Whether it can be one that was added; a file from elsewhere may claim anything.
    public var isSound: Bool {
      !name.isEmpty && (0...1 << 53).contains(byteCount) && (type.isEmpty || kind != nil)
        && hash.utf8.count == Self.hashDigitCount
        && hash.utf8.allSatisfy("0123456789abcdef".utf8.contains)
    }

    /// The kind, if this version knows it.
    public var kind: PictureKind? { PictureKind.allCases.first { $0.mediaType == type } }

    /// The photos of two versions of a place, and none that either of them took away.
    static func settled(_ first: [Photo], _ second: [Photo], since base: [Photo]) -> [Photo] {
      let (ours, theirs, before) = (ids(first), ids(second), ids(base))
      return first.filter { theirs.contains($0.id) || !before.contains($0.id) }
        + second.filter { !ours.contains($0.id) && !before.contains($0.id) }
    }

    private static func ids(_ photos: [Photo]) -> Set<UUID> { Set(photos.map(\.id)) }

    /// What differs between the photos of two versions, which may be called the same.
    static func difference(from older: [Photo], to newer: [Photo]) -> FieldDifference {
      func text(_ photos: [Photo], _ describe: (Photo) -> String) -> String? {
        photos.isEmpty ? nil : photos.map(describe).joined(separator: ", ")
      }
      var describe: (Photo) -> String = { $0.name }
      if older != newer, text(older, describe) == text(newer, describe) {
        describe = { "\($0.name) (\($0.id.hexadecimal.prefix(8)))" }
      }
      return FieldDifference(
        field: "photos", before: text(older, describe), after: text(newer, describe))
    }
  }
}

extension Place.Photo: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, type, bytes, hash
  }

  /// - Throws: `DecodingError`, or the `PlaceError` of a name that a photo can't have.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      id: fields.decode(UUID.self, forKey: .id), name: fields.decode(String.self, forKey: .name),
      type: fields.decode(String.self, forKey: .type),
      byteCount: fields.decode(Int.self, forKey: .bytes),
      hash: fields.decode(String.self, forKey: .hash))
  }

  /// An entry of a file from elsewhere, of which nothing vouches that it is one of a photo.
  struct Claim: Decodable {
    let photo: Place.Photo

    /// What can't be a photo becomes one that is not sound, so that it is counted.
    ///
    /// - Throws: `DecodingError` for what is no object.
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self)
      do { photo = try Place.Photo(from: decoder) } catch {
        photo = Place.Photo(id: UUID(), fileName: "", kind: .jpeg, byteCount: -1, hash: [])
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id.hexadecimal, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encode(type, forKey: .type)
    try fields.encode(byteCount, forKey: .bytes)
    try fields.encode(hash, forKey: .hash)
  }

  var json: String {
    JSONText.object([
      ("id", JSONText.string(id.hexadecimal)), ("name", JSONText.string(name)),
      ("type", JSONText.string(type)), ("bytes", "\(byteCount)"), ("hash", JSONText.string(hash)),
    ])
  }
}
