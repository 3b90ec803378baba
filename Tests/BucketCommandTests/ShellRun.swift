import Foundation

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
    let folder = FileManager.default.temporaryDirectory.appending(path: "bucket-\(UUID())")
    let work = folder.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files { try Data().write(to: work.appending(path: file)) }
    try Data(script.utf8).write(to: folder.appending(path: "script"))
    try Data(answer.utf8).write(to: folder.appending(path: "answer"))
    let stub = folder.appending(path: "bucket")
    try Data(
      """
      #!/bin/sh
      printf '%s\\0' "$@" > "$FOLDER/asked"
      cat "$FOLDER/answer"

      """.utf8
    ).write(to: stub)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub.path)

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["20", shell] + (shell == "bash" ? ["--norc"] : []) + ["-c", program]
    process.currentDirectoryURL = work
    process.environment = [
      "PATH": "\(folder.path):/usr/bin:/bin", "FOLDER": folder.path, "HOME": folder.path,
      "SCRIPT": folder.appending(path: "script").path, "LC_ALL": "C.UTF-8", "TERM": "xterm",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    output = String(decoding: data, as: UTF8.self)
    asked = (try? Data(contentsOf: folder.appending(path: "asked"))).map {
      String(decoding: $0, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }
  }
}
