import BucketVault
import CQREncode
import Glibc

/// Letters that are meant to be seen as a QR code, drawn with the half blocks of Unicode.
///
/// libqrencode keeps copies of the letters and of the drawing, so it is called in a ``Confinement``.
struct QRCode: ~Copyable {
  /// The picture is wider than the terminal.
  struct TooWide: Error, Equatable {
    let columns: Int
    let available: Int
  }

  /// The modules of a side, without the light border around.
  private let size: Int
  /// Row by row, 1 for a dark module and 0 for a light one.
  private let modules: Secret

  /// The modules of the border that readers need on each side.
  private static let border = 4
  /// Those of the largest code there is.
  private static let greatestSize = 177

  /// Takes the modules of a square, row by row.
  init(modules: consuming Secret, size: Int) {
    precondition(modules.count == size * size, "the modules are no square")
    self.size = size
    self.modules = modules
  }

  /// Encodes capitals, digits, spaces and `$%*+-./:`. Only in a process of one thread.
  ///
  /// The code is of level M: it can be read when up to 15 % of its code words can't.
  init(of letters: borrowing Secret) throws(Confinement.Failure) {
    let answer = try Confinement.run(
      "QRcode_encodeInput", limit: 1 + Self.greatestSize * Self.greatestSize
    ) { (pipe) throws(SystemError) in
      try pipe.write(Self.encoded(letters))
    }
    let size = Int(answer[0])
    var modules = Secret(count: size * size)
    for place in 0..<modules.count { modules[place] = answer[place + 1] }
    self.init(modules: modules, size: size)
  }

  /// What the child writes: the size, and a byte for each module.
  private static func encoded(_ letters: borrowing Secret) throws(SystemError) -> [UInt8] {
    guard let input = unsafe QRinput_new2(0, QR_ECLEVEL_M) else {
      throw SystemError(code: errno, call: "QRinput_new2")
    }
    let added = letters.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe QRinput_append(
          input, QR_MODE_AN, CInt(buffer.count),
          buffer.bindMemory(to: UInt8.self).baseAddress)
      }
    }
    guard added == 0, let code = unsafe QRcode_encodeInput(input) else {
      throw SystemError(code: errno, call: "QRcode_encodeInput")
    }
    let size = unsafe Int(code.pointee.width)
    let modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size)
    // The other bits say what a module is there for.
    return unsafe [UInt8(size)] + modules.map { $0 & 1 }
  }

  /// The columns that the picture takes.
  var columns: Int { size + 2 * Self.border }

  /// Refuses a terminal in which the rows would break.
  ///
  /// - Parameter available: The columns of the terminal; `nil` where there is none.
  func check(fits available: Int?) throws(TooWide) {
    if let available, available < columns {
      throw TooWide(columns: columns, available: available)
    }
  }

  /// The picture, two rows of modules in a line. Light modules are drawn, dark ones left out.
  ///
  /// - Parameter isColoured: Whether white and black are named, so that it is right on a light
  ///   terminal too; else it is meant for a dark one.
  func text(isColoured: Bool) -> Secret {
    // The colours of the cube; the first sixteen are those that people choose anew.
    let start = isColoured ? Array("\u{1b}[38;5;231;48;5;16m".utf8) : []
    let end = Array((isColoured ? "\u{1b}[0m\n" : "\n").utf8)
    let lines = (columns + 1) / 2
    var text = Secret(count: lines * (start.count + 3 * columns + end.count))
    var count = 0
    func put(_ bytes: [UInt8]) {
      for byte in bytes {
        text[count] = byte
        count += 1
      }
    }
    for line in 0..<lines {
      put(start)
      for column in 0..<columns {
        switch (isLight(column, 2 * line), isLight(column, 2 * line + 1)) {
        case (true, true): put(Self.full)
        case (true, false): put(Self.upper)
        case (false, true): put(Self.lower)
        case (false, false): put(Self.none)
        }
      }
      put(end)
    }
    return text.prefix(count)
  }

  private static let full = Array("█".utf8)
  private static let upper = Array("▀".utf8)
  private static let lower = Array("▄".utf8)
  private static let none = Array(" ".utf8)

  /// Whether a module of the picture is light, as are those of the border and beyond.
  private func isLight(_ column: Int, _ row: Int) -> Bool {
    let (x, y) = (column - Self.border, row - Self.border)
    guard 0..<size ~= x, 0..<size ~= y else { return true }
    return modules[y * size + x] == 0
  }
}
