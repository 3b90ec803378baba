/// Changes of a file's bytes, of which a script of five bytes each says what to do, where, and by
/// how much.
enum FileAlteration {
  /// The most bytes that a script can put in.
  private static let growth = 1 << 12

  static func apply(_ script: [UInt8], to file: [UInt8]) -> [UInt8] {
    var bytes = file
    for start in stride(from: 0, to: script.count - 4, by: 5) {
      let step = script[start..<(start + 5)].map { Int($0) }
      let place = (step[1] << 8 | step[2]) % (bytes.count + 1)
      let count = step[3] << 4
      switch step[0] % 6 {
      case 0: if place < bytes.count { bytes[place] ^= UInt8(step[3]) }
      case 1: bytes.removeLast(bytes.count - place)
      case 2: for index in place..<min(bytes.count, place + count) { bytes[index] = 0 }
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + count))
      case 4:
        let piece = bytes.dropFirst(step[4] << 4).prefix(count)
        if bytes.count + piece.count <= file.count + growth {
          bytes.insert(contentsOf: piece, at: place)
        }
      default:
        bytes += [UInt8](repeating: 0, count: max(0, min(count, file.count + growth - bytes.count)))
      }
    }
    return bytes
  }
}
