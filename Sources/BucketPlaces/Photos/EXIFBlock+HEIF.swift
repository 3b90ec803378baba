/// Where HEIC and AVIF have it.
///
/// Source: ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, annex A.
extension EXIFBlock {
  /// The most bytes of a list of items that are looked at.
  private static let listLimit = 1 << 20

  static func inHEIF(_ read: @escaping Reading) -> [UInt8]? {
    guard let meta = box("meta", from: 0, read), meta.count > 4 else { return nil }
    // A version and flags come before the boxes within.
    let within: Reading = { count, offset in
      guard offset >= 0, count >= 0, offset < meta.count else { return [] }
      return Array(meta[offset...].prefix(count))
    }
    guard let information = box("iinf", from: 4, within),
      let item = itemOfEXIF(in: information),
      let locations = box("iloc", from: 4, within),
      let location = Location(of: item, in: locations)
    else { return nil }
    let data = location.isWithin ? box("idat", from: 4, within) : nil
    if location.isWithin, data == nil { return nil }
    let source: Reading = { count, offset in
      guard let data else { return read(count, offset) }
      return offset < data.count ? Array(data[offset...].prefix(count)) : []
    }
    // Four bytes say how far behind them the block begins.
    guard let item = whole(location.count, location.offset, source), item.count > 4 else {
      return nil
    }
    let start = number(item[..<4])
    return start <= item.count - 4 ? Array(item[(4 + start)...]) : nil
  }

  /// The content of the first box of a type.
  private static func box(_ type: String, from start: Int, _ read: Reading) -> [UInt8]? {
    var offset = start
    for _ in 0..<partLimit {
      let head = read(16, offset)
      guard head.count >= 8 else { return nil }
      var (size, headCount) = (number(head[..<4]), 8)
      if size == 1 {
        guard head.count == 16, head[8] == 0 else { return nil }
        (size, headCount) = (number(head[9..<16]), 16)
      }
      guard size >= headCount else { return nil }
      if head[4..<8].elementsEqual(type.utf8) {
        guard size - headCount <= listLimit else { return nil }
        let content = read(size - headCount, offset + headCount)
        return content.count == size - headCount ? content : nil
      }
      offset += size
    }
    return nil
  }

  /// The number of the item that is EXIF, of a list of all.
  private static func itemOfEXIF(in list: [UInt8]) -> Int? {
    var fields = Fields(list)
    guard let version = fields.version(), let count = fields.next(version == 0 ? 2 : 4) else {
      return nil
    }
    for _ in 0..<min(count, partLimit) {
      guard let size = fields.next(4), size >= 8, let entry = fields.take(size - 4) else {
        return nil
      }
      var item = Fields(entry)
      guard item.take(4)?.elementsEqual("infe".utf8) == true, let version = item.version() else {
        return nil
      }
      // Older versions know no types.
      guard version >= 2 else { continue }
      guard let id = item.next(version == 2 ? 2 : 4), item.take(2) != nil, let type = item.take(4)
      else { return nil }
      if type.elementsEqual("Exif".utf8) { return id }
    }
    return nil
  }

  private struct Location {
    var offset = 0
    var count = 0
    /// Whether the offset counts from the data within the list, and not from the file's beginning.
    var isWithin = false

    /// Reads where an item of one piece is; `nil` for others.
    init?(of item: Int, in list: [UInt8]) {
      var fields = Fields(list)
      guard let version = fields.version(), version <= 2, let sizes = fields.next(1),
        let moreSizes = fields.next(1), let items = fields.next(version < 2 ? 2 : 4)
      else { return nil }
      let (offsetSize, lengthSize, baseSize) = (sizes >> 4, sizes & 15, moreSizes >> 4)
      let indexSize = version > 0 ? moreSizes & 15 : 0
      for _ in 0..<min(items, partLimit) {
        guard let id = fields.next(version < 2 ? 2 : 4) else { return nil }
        var method = 0
        if version > 0 {
          guard let word = fields.next(2) else { return nil }
          method = word & 15
        }
        guard fields.take(2) != nil, let base = fields.next(baseSize), let pieces = fields.next(2)
        else { return nil }
        for _ in 0..<pieces {
          guard fields.take(indexSize) != nil, let offset = fields.next(offsetSize),
            let length = fields.next(lengthSize)
          else { return nil }
          guard id == item else { continue }
          guard pieces == 1, method <= 1 else { return nil }
          (self.offset, count, isWithin) = (base + offset, length, method == 1)
          return
        }
      }
      return nil
    }
  }

  /// Numbers of several sizes, one after the other.
  private struct Fields {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    /// A number of up to eight bytes that is no larger than any file.
    mutating func next(_ count: Int) -> Int? {
      guard let bytes = take(count) else { return nil }
      if count == 8, bytes.prefix(2).contains(where: { $0 != 0 }) { return nil }
      return count <= 8 ? number(bytes) : nil
    }

    /// The version of a full box; its flags are skipped.
    mutating func version() -> Int? { next(4).map { $0 >> 24 } }

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }
  }
}
