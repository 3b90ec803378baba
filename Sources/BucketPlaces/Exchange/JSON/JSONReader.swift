import CJansson
import FoundationEssentials

/// Reads JSON value by value from a text, with jansson; what holds many values is walked through
/// without holding all of it.
struct JSONReader {
  private let bytes: [UInt8]
  private(set) var offset = 0
  private(set) var line = 1

  /// - Parameter bytes: UTF-8 without a byte order mark.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The byte that comes next behind white space, or `nil` at the end.
  ///
  /// A record separator, which stands before each value of a JSON text sequence (RFC 8142), counts as
  /// white space.
  mutating func peek() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x1E: break
      default: return bytes[offset]
      }
      offset += 1
    }
    return nil
  }

  /// Passes over a character, if it is the next one.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// - Throws: `syntax`, where something else comes next.
  mutating func expect(_ character: Unicode.Scalar) throws(ImportError) {
    guard skip(character) else { throw unexpected("'\(character)'") }
  }

  func unexpected(_ expected: String) -> ImportError {
    guard offset < bytes.count else { return syntax(at: offset, "\(expected) expected at the end") }
    let near = String(decoding: bytes[offset..<min(offset + 12, bytes.count)], as: UTF8.self)
    return syntax(at: offset, "\(expected) expected near '\(near)'")
  }

  private func syntax(at place: Int, _ problem: String) -> ImportError {
    // From the beginning of the line that the value begins on.
    let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return .syntax(
      .json, line: line + newlines(to: max(place, offset)), column: place - start + 1,
      problem: problem)
  }

  /// Reads the key of a member and the colon behind it.
  mutating func key() throws(ImportError) -> String {
    guard peek() == UInt8(ascii: "\""), case .string(let key) = try value() else {
      throw unexpected("a name")
    }
    try expect(":")
    return key
  }

  /// Reads the elements of an array, at which the reader stands, one by one.
  mutating func elements(
    _ body: (inout JSONReader) throws(ImportError) -> Void
  ) throws(ImportError) {
    try expect("[")
    if skip("]") { return }
    repeat { try body(&self) } while skip(",")
    try expect("]")
  }

  /// Reads the members of an object, at which the reader stands, one by one.
  mutating func members(
    _ body: (String, inout JSONReader) throws(ImportError) -> Void
  ) throws(ImportError) {
    try expect("{")
    if skip("}") { return }
    repeat { try body(try key(), &self) } while skip(",")
    try expect("}")
  }

  /// Passes over an array or object, at which the reader stands, if it is larger than any place.
  ///
  /// What is within isn't looked at but for where it ends.
  ///
  /// - Returns: Whether it was.
  mutating func skipIfLarge() -> Bool {
    guard peek() != nil, bytes.count - offset > Self.valueLimit, let end = end(),
      end - offset > Self.valueLimit
    else { return false }
    pass(to: end)
    return true
  }

  /// Reads the value that comes next; `nil` where a number in it can't be read, which is passed over
  /// with all that it is in.
  mutating func readableValue() throws(ImportError) -> JSONValue? {
    do throws(ImportError) {
      return try value()
    } catch {
      guard case .numberTooLarge = error else { throw error }
      guard let end = end() ?? endOfNumber() else { throw error }
      pass(to: end)
      return nil
    }
  }

  private func endOfNumber() -> Int? {
    let end = bytes[offset...].firstIndex { !"0123456789+-.eE".utf8.contains($0) }
    return end == offset ? nil : end
  }

  private mutating func pass(to end: Int) {
    line += newlines(to: end)
    offset = end
  }

  private func newlines(to end: Int) -> Int {
    bytes[offset..<end].count { $0 == UInt8(ascii: "\n") }
  }

  /// Where the array or object ends, at which the reader stands; `nil` if there is none or no end.
  private func end() -> Int? {
    guard [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[offset]) else { return nil }
    var (depth, isInString, isEscaped) = (0, false, false)
    for index in offset..<bytes.count {
      let byte = bytes[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth == 0 { return index + 1 }
    }
    return nil
  }

  /// In bytes: four times as much as the longest description takes.
  private static let valueLimit = 1 << 22

  /// The bytes from an offset to where the reader stands.
  func text(from start: Int) -> ArraySlice<UInt8> { bytes[start..<offset] }

  /// Reads the value that comes next.
  mutating func value() throws(ImportError) -> JSONValue {
    guard peek() != nil else { throw unexpected("a value") }
    let flags = JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL
    do throws(Refusal) {
      return try take(load(flags))
    } catch {
      if error.code == json_error_numeric_overflow,
        let loaded = try? load(flags | JSON_DECODE_INT_AS_REAL)
      {
        // jansson has no whole numbers above those of 64 bits with a sign; Foundation has.
        let text = Data(bytes[offset..<(offset + loaded.count)])
        return take((exactly(text) ?? loaded.value, loaded.count))
      }
      if error.code == json_error_numeric_overflow {
        let place = min(offset + error.position, bytes.count)
        throw .numberTooLarge(line: line + newlines(to: place))
      }
      if error.code == json_error_stack_overflow { throw .tooDeep(line: line, limit: 2048) }
      throw syntax(at: offset + max(error.position - 1, 0), error.text)
    }
  }

  private func exactly(_ text: Data) -> JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: text)
  }

  private struct Refusal: Error {
    let code: json_error_code
    let position: Int
    let text: String
  }

  private mutating func take(_ loaded: (value: JSONValue, count: Int)) -> JSONValue {
    pass(to: offset + loaded.count)
    return loaded.value
  }

  private func load(_ flags: Int32) throws(Refusal) -> (value: JSONValue, count: Int) {
    var error = json_error_t()
    let loaded: JSONValue? = unsafe bytes.withUnsafeBytes { buffer in
      let text = unsafe buffer.baseAddress.map { unsafe $0 + offset }
      guard
        let text = unsafe text,
        let root = unsafe json_loadb(
          text.assumingMemoryBound(to: CChar.self), buffer.count - offset, Int(flags), &error)
      else { return nil }
      defer { unsafe json_decref(root) }
      return unsafe Self.value(of: root)
    }
    guard let loaded else {
      let text = unsafe withUnsafeBytes(of: &error.text) { buffer in
        unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw Refusal(
        code: unsafe json_error_code(&error), position: Int(error.position), text: text)
    }
    return (loaded, Int(error.position))
  }

  private static func value(of json: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch unsafe json.pointee.type {
    case JSON_OBJECT:
      var members: [String: JSONValue] = [:]
      var iterator = unsafe json_object_iter(json)
      while let member = unsafe iterator {
        if let key = unsafe json_object_iter_key(member),
          let value = unsafe json_object_iter_value(member)
        {
          unsafe members[String(cString: key)] = unsafe Self.value(of: value)
        }
        unsafe iterator = unsafe json_object_iter_next(json, member)
      }
      return .object(members)
    case JSON_ARRAY:
      let count = unsafe json_array_size(json)
      return .array(
        (0..<count).compactMap { index in
          let element = unsafe json_array_get(json, index)
          return unsafe element.map { unsafe Self.value(of: $0) }
        })
    case JSON_STRING:
      let text = unsafe json_string_value(json)
      let buffer = unsafe UnsafeBufferPointer(start: text, count: json_string_length(json))
      return .string(unsafe String(decoding: UnsafeRawBufferPointer(buffer), as: UTF8.self))
    case JSON_INTEGER: return .integer(unsafe json_integer_value(json))
    case JSON_REAL: return .nearest(to: unsafe json_real_value(json))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
  }
}

extension ImportError {
  /// The same with the line that something begins in: what is cut short in one is noticed in another.
  func naming(start line: Int) -> ImportError {
    guard case .syntax(.json, let found, let column, let problem) = self, found > line else {
      return self
    }
    return .syntax(
      .json, line: found, column: column, problem: "\(problem), in what begins in line \(line)")
  }
}
