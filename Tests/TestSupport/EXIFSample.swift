/// A block of EXIF, put together by hand: a camera, which way is up, a day, and a position.
public struct EXIFSample: Sendable {
  public typealias Ratio = (numerator: UInt32, denominator: UInt32)

  public var latitude: [Ratio]? = [(53, 1), (30, 1), (0, 1)]
  public var longitude: [Ratio]? = [(108, 1), (12, 1), (0, 1)]
  public var latitudeReference: String? = "N"
  public var longitudeReference: String? = "E"
  public var altitude: Ratio? = (4560, 10)
  public var altitudeReference: UInt8? = 0
  public var date: String? = "2026:03:12 14:47:00"
  public var isBigEndian = false

  /// In the note of the maker and the comment, which nobody knows what is in.
  public static let secret = "Listvyanka"
  public static let camera = "Camera 1"

  public init() {}

  private enum Value {
    case text(String)
    case ratios([Ratio])
    case short(UInt16)
    case long(UInt32)
    case bytes([UInt8], type: UInt16)
  }

  /// The block without the mark that stands before it in JPEG.
  public var bytes: [UInt8] {
    var position: [(UInt16, Value)] = []
    if let latitudeReference { position.append((1, .text(latitudeReference))) }
    if let latitude { position.append((2, .ratios(latitude))) }
    if let longitudeReference { position.append((3, .text(longitudeReference))) }
    if let longitude { position.append((4, .ratios(longitude))) }
    if let altitudeReference { position.append((5, .bytes([altitudeReference], type: 1))) }
    if let altitude { position.append((6, .ratios([altitude]))) }
    var photo: [(UInt16, Value)] = []
    if let date { photo.append((0x9003, .text(date))) }
    photo.append((0x927C, .bytes(Array(Self.secret.utf8), type: 7)))
    photo.append((0x9286, .bytes(Array("ASCII\0\0\0\(Self.secret)".utf8), type: 7)))
    func image(_ photoStart: Int, _ positionStart: Int) -> [UInt8] {
      let entries: [(UInt16, Value)] = [
        (0x010F, .text(Self.camera)), (0x0112, .short(6)), (0x8769, .long(UInt32(photoStart))),
        (0x8825, .long(UInt32(positionStart))),
      ]
      return section(entries, at: 8)
    }
    let photoStart = 8 + image(0, 0).count
    let photoBytes = section(photo, at: photoStart)
    let positionStart = photoStart + photoBytes.count
    let order: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    return order + number(UInt16(42)) + number(UInt32(8)) + image(photoStart, positionStart)
      + photoBytes + section(position, at: positionStart)
  }

  private func number(_ value: some FixedWidthInteger) -> [UInt8] {
    let bytes = (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  private func encoded(_ value: Value) -> (type: UInt16, count: Int, bytes: [UInt8]) {
    switch value {
    case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .ratios(let ratios):
      (5, ratios.count, ratios.flatMap { number($0.numerator) + number($0.denominator) })
    case .short(let value): (3, 1, number(value))
    case .long(let value): (4, 1, number(value))
    case .bytes(let bytes, let type): (type, bytes.count, bytes)
    }
  }

  private func section(_ entries: [(UInt16, Value)], at start: Int) -> [UInt8] {
    var head = number(UInt16(entries.count))
    var rest: [UInt8] = []
    let restStart = start + 2 + 12 * entries.count + 4
    for (tag, value) in entries {
      let (type, count, bytes) = encoded(value)
      head += number(tag) + number(type) + number(UInt32(count))
      if bytes.count <= 4 {
        head += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        head += number(UInt32(restStart + rest.count))
        rest += bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
      }
    }
    return head + number(UInt32(0)) + rest
  }
}
