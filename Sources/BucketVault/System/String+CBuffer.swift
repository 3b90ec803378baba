extension String {
  /// The text that a call to the system put into a buffer, up to its NUL; invalid UTF-8 is repaired.
  package init(cBuffer: [CChar]) {
    self.init(
      decoding: cBuffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
