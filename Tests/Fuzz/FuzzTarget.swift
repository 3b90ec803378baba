/// A reader of what others wrote, and what has to hold whatever they wrote.
protocol FuzzTarget: Sendable {
  /// By which it is chosen; its seeds are in a folder of this name.
  static var name: String { get }

  /// The most time of a processor that an input may take.
  static var patience: Duration { get }

  /// Has the reader read the bytes, which may be any.
  ///
  /// - Throws: A ``Violation``, or what kept the bytes from being read at all.
  static func check(_ bytes: [UInt8]) throws
}

extension FuzzTarget {
  static var patience: Duration { .seconds(1) }
}
