/// The checkout that the tests were built from.
public enum Repository {
  /// The path of a file in it.
  public static func path(_ relative: String, file: String = #filePath) -> String {
    "/" + file.split(separator: "/").dropLast(3).joined(separator: "/") + "/" + relative
  }
}
