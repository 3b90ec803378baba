import BucketVault
import Glibc
import TestSupport
import Testing

@testable import BucketCommand

/// What `TerminalProbe` draws, read by zbarimg: drawing needs a process of one thread.
@Suite struct QRCodeTests {
  static let probe = BuiltProgram.path(of: "TerminalProbe")
  static let key =
    "PJGS-JGDB-BNJG-TPEL-JCPG-CRJH-NTLV-DLNT-SCTV-CVFR-SKJF-BEEL-NECP-GTGR-BFDT-FCDV-JEHE"

  /// The lines of a picture.
  private func picture(of letters: String, as kind: String = "plain") throws -> [String] {
    let run = try ProgramRun.of([Self.probe, "qr", kind], input: Array((letters + "\n").utf8))
    #expect(run.errorText == "")
    let lines = run.outputText.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.suffix(2) == ["\(letters.count) letters", ""])
    return lines.dropLast(2).map(String.init)
  }

  /// The modules of a picture, true for light ones.
  private func modules(_ picture: [String]) -> [[Bool]] {
    picture.flatMap { line in [line.map { "█▀".contains($0) }, line.map { "█▄".contains($0) }] }
  }

  /// What zbarimg reads from modules, each drawn as four by four points.
  private func reading(of modules: [[Bool]]) throws -> String {
    let rows = modules.flatMap { row in
      let points = row.map { $0 ? "0 0 0 0" : "1 1 1 1" }.joined(separator: " ")
      return [points, points, points, points]
    }
    let folder = ScratchFolder()
    let path = folder.path + "/picture.pbm"
    folder.write(
      "picture.pbm",
      "P1\n\(4 * modules[0].count) \(4 * modules.count)\n\(rows.joined(separator: "\n"))\n")
    return try ProgramRun.of([
      "zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path,
    ]).outputText
  }

  @Test(
    .enabled(if: ShellRun.hasProgram("zbarimg"), "zbar-tools is not installed"),
    arguments: [key, "B", "0 9 $%*+-./:", String(repeating: "BCDFGHJK-", count: 100)])
  func `a reader of QR codes reads the letters`(letters: String) throws {
    #expect(try reading(of: modules(try picture(of: letters))) == letters + "\n")
  }

  @Test(.enabled(if: ShellRun.hasProgram("zbarimg"), "zbar-tools is not installed"))
  func `a part of the code may be lost`() throws {
    var modules = try modules(picture(of: Self.key))
    for row in 16..<21 { for column in 14..<26 { modules[row][column] = true } }
    #expect(try reading(of: modules) == Self.key + "\n")
  }

  @Test func `a recovery key fits a terminal of the least size`() throws {
    let picture = try picture(of: Self.key)
    #expect(picture.count == 21)
    #expect(picture.allSatisfy { $0.count == 41 })
    let light = String(repeating: "█", count: 41)
    #expect(picture.prefix(2) == [light, light] && picture.suffix(2) == [light, light])
    #expect(picture.allSatisfy { $0.hasPrefix("████") && $0.hasSuffix("████") })
  }

  @Test func `on a terminal each line has white on black, and ends with neither`() throws {
    let coloured = try picture(of: Self.key, as: "coloured")
    let (start, end) = ("\u{1b}[38;5;231;48;5;16m", "\u{1b}[0m")
    #expect(coloured.allSatisfy { $0.hasPrefix(start) && $0.hasSuffix(end) })
    #expect(
      try coloured.map { String($0.dropFirst(start.count).dropLast(end.count)) }
        == picture(of: Self.key))
  }

  @Test func `a terminal that is too narrow is refused`() throws {
    let code = QRCode(modules: Secret(count: 33 * 33), size: 33)
    try code.check(fits: nil)
    try code.check(fits: 41)
    var refusal: QRCode.TooWide?
    do throws(QRCode.TooWide) {
      try code.check(fits: 40)
    } catch {
      refusal = error
    }
    let error = try #require(refusal)
    #expect(
      Failure.qrCode(error).message == "the QR code takes 41 columns, and the terminal has 40")
  }

  @Test func `letters that no such code has are told`() throws {
    let run = try ProgramRun.of([Self.probe, "qr", "plain"], input: Array("small\n".utf8))
    let failure = Confinement.Failure.failed(SystemError(code: EINVAL, call: "QRcode_encodeInput"))
    #expect(run.outputText == "error: \(failure)\n")
    #expect(
      Failure.qrCode(failure).message
        == "the QR code can't be drawn: QRcode_encodeInput: Invalid argument")
  }

  @Test(.enabled(if: MemorySearch.isPossible, "\(MemorySearch.needsRoot)"))
  func `what was drawn is in memory once, where the letters are`() throws {
    let found = try MemorySearch.occurrences(of: Self.key, in: [Self.probe, "qr", "plain"])
    #expect(found.count == 1)
    #expect(found.output.hasSuffix("\n84 letters\n"))
  }
}
