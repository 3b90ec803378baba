/// What a photo tells of where and when it was taken.
public struct PhotoFacts: Hashable, Sendable {
  public var position = Position.none
  /// Metres above sea level.
  public var altitude: Double?
  /// The day by the clock of the camera.
  public var day: CalendarDate?

  /// Nothing.
  public init() {}

  public enum Position: Hashable, Sendable {
    case none
    case known(Coordinate)
    case unusable(Flaw)
  }

  /// What keeps a position from being one.
  public enum Flaw: Hashable, Sendable {
    /// North or south, east or west is missing, and nothing is guessed.
    case noHemisphere
    /// A latitude or longitude is missing, is no row of numbers, or divides by zero.
    case noNumbers
    /// 0, 0, which cameras write that don't know where they are.
    case noFix
    case outOfRange
  }
}
