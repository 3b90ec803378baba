import FoundationEssentials
import TestSupport
import Testing

/// An archive made by Python's zipfile.
struct ZipSample {
  let bytes: [UInt8]

  /// - Parameters:
  ///   - script: Writes into the archive `z`; `info(name, mode)` makes a member with attributes.
  ///   - finish: Changes its bytes, `b`, thereafter.
  init(_ script: String, finish: String = "") throws {
    let folder = ScratchFolder()
    let path = folder.path(of: "sample.zip")
    let program = """
      import sys, zipfile
      def info(name, mode=0o100644):
          i = zipfile.ZipInfo(name)
          i.external_attr, i.create_system, i.compress_type = mode << 16, 3, zipfile.ZIP_DEFLATED
          return i
      z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
      \(script)
      z.close()
      b = bytearray(open(sys.argv[1], 'rb').read())
      \(finish)
      open(sys.argv[1], 'wb').write(b)
      """
    let run = try ProgramRun.of(["python3", "-c", program, path])
    try #require(run.end == .exited(0), "\(run.errorText)")
    bytes = Array(try Data(contentsOf: URL(filePath: path)))
  }
}
