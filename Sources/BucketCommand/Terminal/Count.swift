/// Numbers of things, in words.
enum Count {
  static func of(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  static func places(_ count: Int) -> String { of(count, "place", "places") }
}
