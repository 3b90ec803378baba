/// A position in a text that somebody pasted: numbers, a `geo:` URI, a plus code or a link.
public struct PastedPosition: Hashable, Sendable {
  public var coordinate: Coordinate
  /// Metres above sea level.
  public var altitude: Double?
  /// What the text calls it.
  public var name: String?
  /// Why it may not be where it seems.
  public var doubts: [Doubt] = []

  public enum Doubt: Hashable, Sendable {
    /// What the link shows, and not what it marks.
    case mapCenter(MapService)
    /// The cell that Google's id of the place begins with, some kilometres off at times.
    case cellOfID
    /// A plus code of few digits, whose cell is so many degrees high.
    case largeCell(height: Double)
    /// Metres, as a `geo:` URI tells.
    case uncertain(metres: Double)
    /// In mainland China Google's positions are shifted by up to 500 m (GCJ-02).
    case shifted
    /// The first of several.
    case first(of: Int)

    /// Whether the position is only near.
    var isApproximate: Bool {
      if case .first = self { false } else { true }
    }
  }

  /// Whether the place is only near the position.
  public var isApproximate: Bool { doubts.contains(where: \.isApproximate) }

  /// In bytes of UTF-8. Links are long, and text may stand around them.
  static let limit = 16 << 10

  init(
    _ coordinate: Coordinate, altitude: Double? = nil, name: String? = nil, doubts: [Doubt] = []
  ) {
    (self.coordinate, self.altitude) = (coordinate, altitude)
    (self.name, self.doubts) = (name, doubts)
  }

  /// Reads a position in any of the notations that people use.
  ///
  /// A text may stand around a link, or beside a plus code. Of several links the first one with a
  /// position counts. Nothing is fetched, and the locale has no say.
  ///
  /// - Parameter near: What the missing digits of a short plus code are taken from. Without it they
  ///   are taken from what stands beside the code, if that is a position.
  /// - Throws: Any case of `CoordinateError`.
  public init(parsing text: String, near: Coordinate? = nil) throws(CoordinateError) {
    try self.init(text, near: near, isReference: false)
  }

  /// - Parameter isReference: Whether the text stands beside a short code, and so can't be one.
  private init(_ text: String, near: Coordinate?, isReference: Bool) throws(CoordinateError) {
    let count = text.utf8.count
    guard count <= Self.limit else { throw .tooLong(count, limit: Self.limit) }
    let refusal: CoordinateError
    do throws(CoordinateError) {
      self.init(try Coordinate(parsing: text))
      return
    } catch {
      guard error.isAboutNotation else { throw error }
      refusal = error
    }
    let plain = PlainText(text)
    let coded = plain.codeAndRest
    let code = coded.flatMap { PlusCode($0.code) }
    if let code, let rest = coded?.rest, !code.isFull {
      self = try Self.recovered(code, beside: rest, near: near, isReference: isReference)
      return
    }
    let link = try Self.linked(plain, near: near, isReference: isReference)
    if let found = link ?? code.flatMap({ PastedPosition(code: $0) }) {
      self = found
      return
    }
    guard let coordinate = try Self.numbers(in: plain.unwrapped) else {
      throw coded.map { .notAPlusCode($0.code) } ?? refusal
    }
    self.init(coordinate)
  }

  /// The position that a text is, in numbers of any notation; nil for any other text.
  ///
  /// - Throws: What is wrong with the numbers.
  static func numbers(in text: String) throws(CoordinateError) -> Coordinate? {
    do throws(CoordinateError) {
      return try Coordinate(parsing: text)
    } catch {
      guard error.isAboutNotation else { throw error }
      return try AnglePair.read(text)
    }
  }

  /// The position of the first link that has one.
  ///
  /// - Throws: What is wrong with the first link, if none has.
  private static func linked(
    _ text: PlainText, near: Coordinate?, isReference: Bool
  ) throws(CoordinateError) -> PastedPosition? {
    var refusal: CoordinateError?
    for link in text.links {
      do throws(CoordinateError) {
        do throws(CoordinateError) {
          return try PastedPosition(link: link)
        } catch .shortPlusCode(let code, let beside) {
          return try recovered(code, beside: beside ?? "", near: near, isReference: isReference)
        }
      } catch {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    return nil
  }

  private static func recovered(
    _ code: PlusCode, beside: String, near: Coordinate?, isReference: Bool
  ) throws(CoordinateError) -> PastedPosition {
    var point = near
    if point == nil, !isReference {
      point = (try? PastedPosition(beside, near: nil, isReference: true))?.coordinate
    }
    guard let point else {
      throw .shortPlusCode(code, reference: beside.isEmpty ? nil : beside)
    }
    guard let position = PastedPosition(code: code.recovered(near: point)) else {
      preconditionFailure("a recovered plus code is not full")
    }
    return position
  }

  /// - Parameter code: A full one; nil for a short one.
  init?(code: PlusCode) {
    guard let center = code.center, let height = code.height else { return nil }
    self.init(center, doubts: height > Self.smallCell ? [.largeCell(height: height)] : [])
  }

  /// The cell of a code of 10 digits, some 14 m.
  private static let smallCell = 1.0 / 8000
}

extension CoordinateError {
  /// Whether a pair of decimal numbers isn't what the text is.
  public var isAboutNotation: Bool {
    switch self {
    case .notAPair, .notANumber: true
    default: false
    }
  }
}
