public import FoundationEssentials

/// Ids, to be found by their beginnings.
public struct IDIndex: Sendable {
  /// The whole ids in ascending order, and beside each the index at which it was given.
  private let ids: [IDPrefix]
  private let order: [Int]

  public init(_ ids: [UUID]) {
    let all = ids.map { IDPrefix(of: $0.bits) }
    order = all.indices.sorted { (all[$0], $0) < (all[$1], $1) }
    self.ids = order.map { all[$0] }
  }

  /// The shortest beginning, at least 4 digits, that no other id has.
  ///
  /// It is in lower-case hexadecimal without dashes.
  public func shortID(of id: UUID) -> String { shortPrefix(of: id.bits).description }

  /// The indices of the ids that begin with these digits, at least 4, of either case and with dashes
  /// anywhere; none where the text can't be the beginning of an id.
  public func indices(beginningWith text: String) -> [Int] {
    IDPrefix(parsing: text).map(indices) ?? []
  }

  func indices(of prefix: IDPrefix) -> [Int] {
    order[IDPrefix.indices(of: prefix, in: ids)].sorted()
  }

  func shortPrefix(of id: UInt128) -> IDPrefix {
    let own = IDPrefix.indices(of: IDPrefix(of: id), in: ids)
    let neighbours = ids[..<own.lowerBound].suffix(1) + ids[own.upperBound...].prefix(1)
    let common = neighbours.map { ($0.bits ^ id).leadingZeroBitCount / 4 }.max() ?? 0
    return IDPrefix(of: id, count: max(IDPrefix.shortest, common + 1))
  }
}
