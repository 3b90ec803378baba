import CZip
import Glibc

/// libzip, on an archive in memory.
@safe
struct ZipFile: ~Copyable {
  struct Member {
    let index: UInt64
    /// As UTF-8, whichever of the encodings of zip it is in.
    let name: String
    /// In bytes, by the directory of the archive, which may lie.
    let size: UInt64
    let packedSize: UInt64
    let isEncrypted: Bool
    let isSymbolicLink: Bool
    var isFolder: Bool { name.hasSuffix("/") }
  }

  private let archive: OpaquePointer
  let count: Int

  /// - Throws: `damaged`, as all of its functions do.
  static func with<Result>(
    _ bytes: [UInt8], _ body: (borrowing ZipFile) throws(ImportError) -> Result
  ) throws(ImportError) -> Result {
    unsafe try bytes.withUnsafeBufferPointer { bytes throws(ImportError) in
      unsafe try body(try ZipFile(UnsafeRawBufferPointer(bytes)))
    }
  }

  /// - Parameter bytes: Stay where they are as long as the archive is used.
  private init(_ bytes: UnsafeRawBufferPointer) throws(ImportError) {
    var error = unsafe zip_error_t()
    unsafe zip_error_init(&error)
    defer { unsafe zip_error_fini(&error) }
    guard
      let source = unsafe zip_source_buffer_create(
        bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error)
    else { throw unsafe Self.damage(&error) }
    guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
      unsafe zip_source_free(source)
      throw unsafe Self.damage(&error)
    }
    unsafe self.archive = archive
    count = unsafe Int(zip_get_num_entries(archive, 0))
  }

  deinit { unsafe zip_discard(archive) }

  func member(_ index: Int) throws(ImportError) -> Member {
    let index = zip_uint64_t(index)
    var status = unsafe zip_stat_t()
    unsafe zip_stat_init(&status)
    guard unsafe zip_stat_index(archive, index, 0, &status) == 0, let name = unsafe status.name
    else { throw unsafe Self.damage(zip_get_error(archive)) }
    var (system, attributes) = (zip_uint8_t(0), zip_uint32_t(0))
    unsafe zip_file_get_external_attributes(archive, index, 0, &system, &attributes)
    let isUnix = CInt(system) == ZIP_OPSYS_UNIX
    return unsafe Member(
      index: index, name: String(cString: name), size: status.size,
      packedSize: status.comp_size, isEncrypted: Int32(status.encryption_method) != ZIP_EM_NONE,
      isSymbolicLink: isUnix && attributes >> 16 & UInt32(S_IFMT) == UInt32(S_IFLNK))
  }

  /// Unpacks a member piece by piece.
  ///
  /// - Parameter take: Returns whether it wants more.
  func unpack(
    _ member: Member, _ take: (ArraySlice<UInt8>) throws(ImportError) -> Bool
  ) throws(ImportError) {
    guard let file = unsafe zip_fopen_index(archive, member.index, 0) else {
      throw unsafe Self.damage(zip_get_error(archive))
    }
    defer { unsafe zip_fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe zip_fread(file, $0.baseAddress!, zip_uint64_t($0.count))
      }
      guard count >= 0 else { throw unsafe Self.damage(zip_file_get_error(file)) }
      if count == 0 { return }
      guard try take(buffer[..<Int(count)]) else { return }
    }
  }

  private static func damage(_ error: UnsafeMutablePointer<zip_error_t>) -> ImportError {
    .archive(.damaged(unsafe String(cString: zip_error_strerror(error))))
  }
}
