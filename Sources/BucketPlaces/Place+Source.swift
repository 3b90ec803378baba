extension Place {
  /// Where a place was brought in from.
  public struct Source: Hashable, Sendable {
    /// The name of the program.
    public let program: String
    /// What the program knows the place by.
    public let id: String

    /// - Throws: `controlCharacter` or `tooLong`, for the field `source`.
    public init(program: String, id: String) throws(PlaceError) {
      self.program = try Field.source.accepted(program)
      self.id = try Field.source.accepted(id)
    }
  }
}

extension Place.Source: Codable {
  private enum CodingKeys: String, CodingKey {
    case program, id
  }

  /// - Throws: `DecodingError`, or the `PlaceError` of a value that a source can't have.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      program: fields.decode(String.self, forKey: .program),
      id: fields.decode(String.self, forKey: .id))
  }
}
