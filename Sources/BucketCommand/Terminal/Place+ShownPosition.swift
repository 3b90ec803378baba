import BucketPlaces

extension Place {
  /// The position in short, behind a mark where it is only near; `nil` without one.
  var shownPosition: String? {
    coordinate.map { (approximate == true ? "~" : "") + $0.formatted(decimals: 4) }
  }
}
