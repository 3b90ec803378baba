/// What a reader comes upon in a file of places, in the order of the file.
public enum Finding: Sendable {
  case place(FoundPlace)
  case omission(Omission)
  /// Something of the file as a whole was mended.
  case repair(Repair)
  /// What follows is from this member of an archive.
  case member(String)
  /// This member of an archive has more bytes than are read of a file, and was left out.
  case tooLarge(member: String, limit: Int)

  public enum Repair: Hashable, Sendable {
    /// Bytes that are no UTF-8 were replaced by U+FFFD.
    case invalidUTF8
    /// Halves of letters in JSON, `\ud83d` without its other half, were replaced by U+FFFD.
    case loneSurrogates
    /// Control characters and others that XML can't hold were replaced by U+FFFD.
    case outsideXML
  }
}

/// A place as a file has it, before it is compared with those of the vault.
public struct FoundPlace: Sendable {
  public var place: Place
  /// Whether the id of the place is from the file, as in what `bucket` exported; else it is new.
  public var isIdentified: Bool
  /// Whether the file gave it no name, so that it is called by its address or position.
  public var isUnnamed: Bool
  /// The line of the file that it begins on, from 1.
  public var line: Int
  /// What is not as the file has it.
  public var remarks: [Remark]

  /// Something of a place that didn't come in as it stood in the file, or that may be a mistake.
  public enum Remark: Hashable, Sendable {
    /// The place has no position.
    case withoutPosition
    /// The position is 0, 0, where programs put what they don't know.
    case nullIsland
    /// The position is only near: that of the cell which is part of the place's id at Google, or the
    /// centre of a map.
    case approximate
    /// The longitude, in degrees, was beyond ±180 and is counted from the other side.
    case wrapped(longitude: Double)
    /// Control characters became spaces.
    case cleaned(Place.Field)
    /// The text has more bytes than the field can hold. Of a name, the beginning is kept, and all of
    /// it in the description; of all else, nothing.
    case tooLong(Place.Field, bytes: Int, limit: Int)
    /// The altitude is no number of metres that a place can have.
    case altitude(String)
    /// The date of a visit, or of the addition, can't be read.
    case date(String)
    /// Some of what `bucket` doesn't know has more values within each other than are kept.
    case extraTooDeep(limit: Int)
    /// It isn't the same on the list, which stays as it is in that.
    case differs
    /// Another place of the files has its id, and says something else; it was given a new one.
    case renumbered
    /// The row has fewer cells than the table has columns.
    case shortRow
    /// The row has more cells than the table has columns, and something in them.
    case longRow
    /// More than this many bytes of fields that `bucket` doesn't know.
    case tooMuchExtra(bytes: Int, limit: Int)

    /// Whether it is true of what the place became, which may have its position from elsewhere.
    ///
    /// What is about the rest of the row or the element stays true of that.
    public func holds(of place: Place) -> Bool {
      switch self {
      case .withoutPosition: place.coordinate == nil
      case .nullIsland: place.coordinate?.isNullIsland == true
      case .approximate: place.approximate == true
      case .wrapped(let longitude): place.longitude == Self.wrapped(longitude)
      default: true
      }
    }

    /// A longitude beyond ±180, counted from the other side.
    static func wrapped(_ longitude: Double) -> Double {
      longitude + (longitude > 0 ? -360 : 360)
    }
  }
}

/// Something in a file of places that doesn't come in.
public struct Omission: Hashable, Sendable {
  /// The line of the file that it begins on, from 1.
  public let line: Int
  /// What the file calls it.
  public let name: String?
  public let reason: Reason

  public init(line: Int, name: String?, reason: Reason) {
    (self.line, self.name, self.reason) = (line, name, reason)
  }

  public enum Reason: Hashable, Sendable {
    /// A geometry other than a point, by the name that its format has for it, such as "LineString".
    case notAPoint(String)
    /// There is no position, and nothing that would do without one.
    case noPosition
    /// There is neither a name nor a position.
    case nothing
    case position(CoordinateError)
    /// An archive within an archive, which isn't opened.
    case archive
    /// A link that belongs to no place.
    case notAPlace(link: String)
    /// The record of a place that `bucket` wrote, with a value that no place can have.
    case record(PlaceError)
    /// Larger than any place.
    case tooLarge
    /// It has a number that is larger than any that can be read.
    case numberTooLarge
    /// Not what its format has in this place.
    case malformed
  }
}
