/// Pictures of a grey square, put together by hand, with and without EXIF.
public enum PictureSample {
  /// In XMP and in comments, and behind the end.
  public static let secret = "GPSLatitude=53,30N Bolshoye Goloustnoye"

  private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] { big(value).reversed() }

  // MARK: JPEG

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(UInt16(content.count + 2)) + content
  }

  /// One block of 8 × 8 grey points, with a table of one code for each of the two kinds of numbers.
  private static var square: [UInt8] {
    let table: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)
    var bytes = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    bytes += segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    bytes += segment(0xC4, [0x00] + table)
    bytes += segment(0xC4, [0x10] + table)
    bytes += segment(0xDA, [1, 1, 0, 0, 63, 0])
    return bytes + [0x3F, 0xFF, 0xD9]
  }

  private static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  /// - Parameters:
  ///   - exif: With XMP, IPTC, a comment and something behind the end, if there is any.
  ///   - count: How many bytes there are in all, if more than are needed.
  public static func jpeg(_ exif: EXIFSample? = EXIFSample(), count: Int = 0) -> [UInt8] {
    jpeg(exifBlock: exif?.bytes, count: count)
  }

  public static func jpeg(exifBlock: [UInt8]?, count: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8] + jfif
    let hidden = Array(secret.utf8)
    if let exifBlock {
      bytes += segment(0xE1, Array("Exif\0\0".utf8) + exifBlock)
      bytes += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + hidden)
      bytes += segment(0xED, Array("Photoshop 3.0\0".utf8) + hidden) + segment(0xFE, hidden)
    }
    bytes += square
    if exifBlock != nil { bytes += jfif + hidden }
    return bytes + [UInt8](repeating: 7, count: max(0, count - bytes.count))
  }

  // MARK: PNG

  /// CRC-32 as PNG has it.
  private static func check(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    return ~sum
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + content
    return big(UInt32(content.count)) + checked + big(check(checked))
  }

  /// A grey point, with a profile and texts around it where there is EXIF.
  public static func png(_ exif: EXIFSample? = EXIFSample()) -> [UInt8] {
    let secret = Array(secret.utf8)
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", big(UInt32(1)) + big(UInt32(1)) + [8, 0, 0, 0, 0])
    bytes += chunk("gAMA", big(UInt32(45_455)))
    if exif != nil {
      bytes += chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + secret)
      bytes += chunk("tEXt", Array("Raw profile type exif\0".utf8) + secret)
    }
    // zlib: one stored block of two bytes, no filter and grey.
    bytes += chunk("IDAT", [0x78, 0x01, 0x01, 2, 0, 0xFD, 0xFF, 0, 0x80, 0, 0x82, 0, 0x81])
    if let exif { bytes += chunk("eXIf", exif.bytes) }
    bytes += chunk("IEND", [])
    return bytes + (exif == nil ? [] : secret)
  }

  // MARK: WebP

  private static func webpChunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + little(UInt32(content.count)) + content
      + (content.count.isMultiple(of: 2) ? [] : [0])
  }

  /// A lossless point; with EXIF and XMP in the extended format.
  public static func webp(_ exif: EXIFSample? = EXIFSample()) -> [UInt8] {
    let point = webpChunk(
      "VP8L", [0x2F, 0, 0, 0, 0x00, 0x07, 0x50, 0x08, 0x00, 0x01, 0x20, 0x88, 0x88])
    var body = Array("WEBP".utf8)
    if let exif {
      body += webpChunk("VP8X", [0x0C, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + point
      body += webpChunk("EXIF", exif.bytes) + webpChunk("XMP ", Array(secret.utf8))
    } else {
      body += point
    }
    return Array("RIFF".utf8) + little(UInt32(body.count)) + body
  }

  // MARK: GIF

  /// A point, with a comment and XMP before it.
  public static func gif(hasSecrets: Bool = true) -> [UInt8] {
    let secret = Array(secret.utf8)
    let block = [UInt8(secret.count)] + secret + [0]
    func application(_ name: String) -> [UInt8] { [0x21, 0xFF, 11] + Array(name.utf8) }
    var bytes = Array("GIF89a".utf8)
    bytes += [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    if hasSecrets {
      bytes += [0x21, 0xFE] + block
      bytes += application("XMP DataXMP") + block
    }
    bytes += application("NETSCAPE2.0")
    bytes += [3, 1, 0, 0, 0]
    bytes += [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
    return bytes + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
  }

  // MARK: HEIC

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(UInt32(content.count + 8)) + Array(type.utf8) + content
  }

  /// A file as an iPhone makes it, but for the picture: a list of items, of which one is EXIF.
  ///
  /// - Parameter isWithin: Whether the EXIF is in the list and not behind it.
  public static func heic(_ exif: EXIFSample = EXIFSample(), isWithin: Bool = false) -> [UInt8] {
    let block = big(UInt32(6)) + Array("Exif\0\0".utf8) + exif.bytes
    let start = box("ftyp", Array("heic".utf8) + big(UInt32(0)) + Array("mif1heic".utf8))
    func item(_ id: UInt16, _ type: String) -> [UInt8] {
      var content: [UInt8] = [2, 0, 0, 0]
      content += big(id) + big(UInt16(0))
      return box("infe", content + Array(type.utf8) + [0])
    }
    func meta(_ offset: Int) -> [UInt8] {
      let items = box("iinf", [0, 0, 0, 0] + big(UInt16(2)) + item(1, "hvc1") + item(2, "Exif"))
      func place(_ id: UInt16, _ offset: Int, _ count: Int) -> [UInt8] {
        big(id) + big(UInt16(isWithin ? 1 : 0)) + big(UInt16(0)) + big(UInt16(1))
          + big(UInt32(offset)) + big(UInt32(count))
      }
      let places = box(
        "iloc",
        [1, 0, 0, 0, 0x44, 0x00] + big(UInt16(2)) + place(1, 0, 1) + place(2, offset, block.count))
      let data = isWithin ? box("idat", block) : []
      return box(
        "meta",
        [0, 0, 0, 0] + box("hdlr", [UInt8](repeating: 0, count: 24)) + items + places + data)
    }
    if isWithin { return start + meta(0) }
    let offset = start.count + meta(0).count + 8
    return start + meta(offset) + box("mdat", block)
  }
}
