import Glibc

/// Programs of this package as they were built together with the tests.
public enum BuiltProgram {
  /// The path of `bucket`.
  public static let bucket = path(of: "bucket")

  /// The path of a program that lies beside the tests, which are a program themselves.
  public static func path(of name: String) -> String { folder + "/" + name }

  private static let folder: String = {
    guard let tests = unsafe realpath("/proc/self/exe", nil) else { return "." }
    defer { unsafe free(tests) }
    let parts = unsafe String(cString: tests).split(separator: "/").dropLast()
    return "/" + parts.joined(separator: "/")
  }()
}
