/// The words the program was started with.
///
/// The standard library repairs a word that isn't UTF-8 with U+FFFD, after which the path of a file
/// names another file; here such a word is an error. A true U+FFFD is accepted.
enum Arguments {
  /// The words after the name of the program.
  static func words() throws(UsageError) -> [String] {
    var words: [String] = []
    for position in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = unsafe CommandLine.unsafeArgv[position],
        let word = unsafe String(validatingCString: pointer)
      else { throw .notUTF8(position: position) }
      words.append(word)
    }
    return words
  }
}
