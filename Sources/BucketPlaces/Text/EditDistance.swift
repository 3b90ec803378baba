/// How far apart two words are: the least number of letters left out, added, changed, or swapped
/// with their neighbour (optimal string alignment).
public enum EditDistance {
  /// - Returns: nil if the distance is above `limit`.
  public static func between(
    _ first: [Unicode.Scalar], _ second: [Unicode.Scalar], limit: Int
  ) -> Int? {
    guard abs(first.count - second.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var distance = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      if current.allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
