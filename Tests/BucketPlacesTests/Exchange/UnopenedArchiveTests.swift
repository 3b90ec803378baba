import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct UnopenedArchiveTests {
  @Test(
    arguments: [
      ("gzip", "import gzip; f = gzip.compress"), ("bzip2", "import bz2; f = bz2.compress"),
      ("xz", "import lzma; f = lzma.compress"),
      ("zstd", "f = lambda b: b'\\x28\\xb5\\x2f\\xfd' + b"),
      ("7z", "f = lambda b: b'7z\\xbc\\xaf\\x27\\x1c' + b"),
      ("tar", "f = tar(tarfile.USTAR_FORMAT)"),
      ("tar", "f = tar(tarfile.GNU_FORMAT)"), ("tar", "f = tar(tarfile.PAX_FORMAT)"),
    ], ["name,lat,lon\\nA,1,2\\n", ""])
  func `what isn't opened is known by its content`(
    kind: (name: String, script: String), content: String
  ) throws {
    let script = """
      import io, sys, tarfile
      def tar(format):
          def pack(content):
              file = io.BytesIO()
              with tarfile.open(fileobj=file, mode='w', format=format) as t:
                  info = tarfile.TarInfo('Takeout/list.csv')
                  info.size = len(content)
                  t.addfile(info, io.BytesIO(content))
              return file.getvalue()
          return pack
      \(kind.script)
      packed = f(b'\(content)')
      """
    let packed = try ProgramRun.of(
      ["python3", "-c", script + "\nsys.stdout.buffer.write(packed)"])
    try #require(packed.end == .exited(0), "\(packed.errorText)")
    #expect(UnopenedArchive(packed.output)?.rawValue == kind.name)
    #expect(throws: ImportError.unopened(try #require(UnopenedArchive(rawValue: kind.name)))) {
      try FoundFile(content: packed.output)
    }
    let zip = try ZipSample(
      script.split(separator: "\n").joined(separator: "\n")
        + "\nz.writestr('a', packed)\nz.writestr('b.csv', 'name,lat,lon\\nB,1,2\\n')")
    let file = try FoundFile(content: zip.bytes)
    #expect(file.places.map(\.name) == ["B"])
    #expect(file.omissions == [Omission(line: 1, name: nil, reason: .archive)])
  }

  @Test(arguments: ["BZh name,lat,lon", "ustar,name", "7z,name,lat"])
  func `a text that only begins alike is a text`(head: String) {
    #expect(UnopenedArchive(head.utf8) == nil)
    #expect(UnopenedArchive((String(repeating: " ", count: 257) + head).utf8) == nil)
  }
}
