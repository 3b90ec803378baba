import Foundation
import TestSupport

@testable import BucketCommand

/// A shell run with a `bucket` of its own in the path, which notes what it is asked and answers
/// what it is told.
struct ShellRun {
  let output: String
  /// The words `bucket` was started with, nil when it wasn't.
  let asked: [String]?

  static func hasProgram(_ name: String) -> Bool {
    ["/usr/bin", "/bin", "/usr/local/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Runs the lines of a program; `$SCRIPT` names a file with what `script` holds, and the working
  /// directory is a new one with the files named.
  init(
    _ shell: String, _ program: String, script: String = "", answer: String = "",
    files: [String] = []
  ) throws {
    let folder = ScratchFolder()
    let work = folder.makeFolder("work")
    for file in files { folder.write("work/\(file)", "") }
    folder.write("script", script)
    folder.write("answer", answer)
    folder.write(
      "bucket",
      """
      #!/bin/sh
      printf '%s\\0' "$@" > "$FOLDER/asked"
      cat "$FOLDER/answer"

      """, permissions: 0o755)
    let run = try ProgramRun.of(
      ["sh", "-c", "cd '\(work)' && exec timeout 20 \"$@\" 2>&1", "sh", shell]
        + (shell == "bash" ? ["--norc"] : []) + ["-c", program],
      environment: [
        "PATH": "\(folder.path):/usr/bin:/bin", "FOLDER": folder.path, "HOME": folder.path,
        "SCRIPT": folder.path + "/script", "LC_ALL": "C.UTF-8", "TERM": "xterm",
      ])
    output = run.outputText
    asked = (try? Data(contentsOf: URL(filePath: folder.path + "/asked"))).map {
      String(decoding: $0, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }
  }
}
