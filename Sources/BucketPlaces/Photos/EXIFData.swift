import CEXIF
import Glibc

/// A block of EXIF as libexif has read it; nothing else calls the library.
@safe
struct EXIFData: ~Copyable {
  private let data: UnsafeMutablePointer<ExifData>

  /// Where entries are.
  enum Section: CaseIterable {
    case image, thumbnail, photo, position, interoperability

    fileprivate var index: Int {
      switch self {
      case .image: Int(EXIF_IFD_0.rawValue)
      case .thumbnail: Int(EXIF_IFD_1.rawValue)
      case .photo: Int(EXIF_IFD_EXIF.rawValue)
      case .position: Int(EXIF_IFD_GPS.rawValue)
      case .interoperability: Int(EXIF_IFD_INTEROPERABILITY.rawValue)
      }
    }
  }

  /// - Parameter block: Without the mark that stands before it in JPEG; at most 65,534 bytes of it
  ///   are looked at.
  init?(_ block: [UInt8]) {
    guard let data = unsafe exif_data_new() else { return nil }
    unsafe self.data = data
    // What isn't there is not to be made up.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    let marked = EXIFBlock.mark + block.prefix(EXIFBlock.countLimit)
    unsafe exif_data_load_data(data, marked, UInt32(marked.count))
  }

  deinit { unsafe exif_data_unref(data) }

  private func content(_ section: Section) -> UnsafeMutablePointer<ExifContent>? {
    unsafe withUnsafePointer(to: &data.pointee.ifd) { sections in
      unsafe sections.withMemoryRebound(
        to: UnsafeMutablePointer<ExifContent>?.self, capacity: Int(EXIF_IFD_COUNT.rawValue)
      ) { unsafe $0[section.index] }
    }
  }

  /// The bytes of an entry, if it has this format and at least so many components.
  private func bytes(_ tag: UInt32, _ section: Section, _ format: ExifFormat, count: Int)
    -> [UInt8]?
  {
    guard let content = unsafe content(section),
      let entry = unsafe exif_content_get_entry(content, ExifTag(rawValue: tag)),
      unsafe entry.pointee.format == format, unsafe Int(entry.pointee.components) >= count,
      let start = unsafe entry.pointee.data,
      unsafe Int(entry.pointee.size) >= count * Int(exif_format_get_size(format))
    else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(entry.pointee.size)))
  }

  /// The first `count` numbers of an entry; one that is divided by zero is none.
  func ratios(_ tag: UInt32, _ section: Section, count: Int) -> [Double]? {
    guard let bytes = bytes(tag, section, EXIF_FORMAT_RATIONAL, count: count) else { return nil }
    let order = unsafe exif_data_get_byte_order(data)
    let ratios = (0..<count).map { index -> Double in
      let ratio = unsafe Array(bytes[(8 * index)...].prefix(8)).withUnsafeBufferPointer {
        unsafe exif_get_rational($0.baseAddress!, order)
      }
      return ratio.denominator == 0 ? .nan : Double(ratio.numerator) / Double(ratio.denominator)
    }
    return ratios.contains { $0.isNaN } ? nil : ratios
  }

  /// The text of an entry, up to its end.
  func text(_ tag: UInt32, _ section: Section) -> String? {
    bytes(tag, section, EXIF_FORMAT_ASCII, count: 1).map {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The first byte of an entry.
  func byte(_ tag: UInt32, _ section: Section) -> UInt8? {
    bytes(tag, section, EXIF_FORMAT_BYTE, count: 1)?.first
  }

  func has(_ tag: UInt32, _ section: Section) -> Bool {
    guard let content = unsafe content(section) else { return false }
    return unsafe exif_content_get_entry(content, ExifTag(rawValue: tag)) != nil
  }

  /// The number of entries of a section.
  func count(_ section: Section) -> Int {
    unsafe content(section).map { unsafe Int($0.pointee.count) } ?? 0
  }

  /// Takes away all entries but some of two sections, and the small picture.
  mutating func keepOnly(image: Set<UInt32>, photo: Set<UInt32>) {
    for section in Section.allCases {
      let kept = section == .image ? image : section == .photo ? photo : []
      guard let content = unsafe content(section) else { continue }
      // From the end, since those behind an entry that goes move up.
      for index in (0..<(unsafe Int(content.pointee.count))).reversed() {
        guard let entry = unsafe content.pointee.entries[index],
          unsafe !kept.contains(entry.pointee.tag.rawValue)
        else { continue }
        unsafe exif_content_remove_entry(content, entry)
      }
    }
    unsafe data.pointee.size = 0
  }

  /// The block as libexif writes it, without the mark; `nil` where it can't.
  func written() -> [UInt8]? {
    var start: UnsafeMutablePointer<UInt8>?
    var count: UInt32 = 0
    unsafe exif_data_save_data(data, &start, &count)
    guard let start = unsafe start else { return nil }
    defer { unsafe free(start) }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    return bytes.starts(with: EXIFBlock.mark) ? Array(bytes.dropFirst(EXIFBlock.mark.count)) : nil
  }
}
