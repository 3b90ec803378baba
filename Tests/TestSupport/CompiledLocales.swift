/// Locales that are made for a test, whatever the machine has.
public final class CompiledLocales {
  private let folder = ScratchFolder()

  /// - Parameter names: Such as `sv_SE`, for UTF-8.
  /// - Throws: `ProgramError`.
  public init(_ names: String...) throws {
    for name in names {
      let run = try ProgramRun.of(
        ["localedef", "-i", name, "-f", "UTF-8", "\(folder.path)/\(name).UTF-8"])
      // Status 1 is for warnings.
      guard run.end == .exited(0) || run.end == .exited(1) else {
        throw ProgramError.failed("localedef", written: run.errorText)
      }
    }
  }

  /// What makes the C library find and use one of them.
  public func environment(_ name: String) -> [String: String] {
    ["LOCPATH": folder.path, "LC_ALL": "\(name).UTF-8"]
  }
}
