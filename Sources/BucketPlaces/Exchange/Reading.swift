import FoundationEssentials

/// One reading of a file of places.
struct Reading {
  /// The name of the file without its folder; some programs name a list by it alone.
  let fileName: String
  /// Whether it lies among files of all kinds, so that what may be a place or not is none.
  var isAmongOthers = false
  /// When places are added of which nothing says when they were.
  let now: Date
  /// Takes what the reader comes upon.
  let found: (Finding) -> Void
  /// Told how many bytes of the file have been read, every now and then.
  let progress: (Int) -> Void

  /// Elements or values within each other.
  static let depthLimit = 256
}

extension Reading {
  /// The name of the file without what stands for its kind, as programs call a list.
  var listName: String {
    guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return fileName }
    return String(fileName[..<dot])
  }

  func take(_ place: ForeignPlace) { found(place.finding(now: now)) }

  func leaveOut(_ name: String?, at line: Int, _ reason: Omission.Reason) {
    let name = name.flatMap(ForeignPlace.singleLine)
    found(.omission(Omission(line: line, name: name, reason: reason)))
  }
}
