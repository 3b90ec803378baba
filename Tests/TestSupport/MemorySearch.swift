import Glibc

/// Looks for bytes in the memory of a program that is running.
public enum MemorySearch {
  /// Why tests that search are left out.
  public static let needsRoot = "only root can read the memory of another process"
  public static var isPossible: Bool { geteuid() == 0 }

  /// How often a line is in the memory of a program that has read it from standard input, written
  /// something, and waits for more; and what it wrote, which ends after that.
  public static func occurrences(
    of line: String, in program: [String]
  ) throws -> (count: Int, output: String) {
    let folder = ScratchFolder()
    folder.write("line", line)
    folder.write("count.py", script)
    let run = try ProgramRun.of(
      [
        "sh", "-c",
        """
        cd '\(folder.path)' && mkfifo input && { "$@" <input >>output & }
        exec 3>input
        { cat line; echo; } >&3
        until [ -s output ]; do sleep 0.05; done
        python3 count.py $! line
        exec 3>&-
        wait
        cat output
        """, "sh",
      ] + program)
    guard run.end == .exited(0), let end = run.outputText.firstIndex(of: "\n"),
      let count = Int(run.outputText[..<end])
    else { throw ProgramError.notWritten("a count", written: run.outputText + run.errorText) }
    return (count, String(run.outputText[end...].dropFirst()))
  }

  /// What was found in a program that was stopped right after it had written to standard output.
  public struct Stopped: Sendable {
    /// How often each needle is in its memory, the parts that core dumps leave out included.
    public let counts: [Int]
    /// What the program said in all, once it had gone on to its end.
    public let run: ProgramRun
  }

  /// Runs a program until it has written to standard output, and looks for bytes in it.
  ///
  /// - Parameters:
  ///   - needles: In hexadecimal digits.
  ///   - program: Stopped by the fault shim at its first write to standard output.
  public static func occurrences(
    of needles: [String], inStopped program: [String], environment: [String: String],
    input: String
  ) throws -> Stopped {
    let folder = ScratchFolder()
    folder.write("input", input)
    folder.write("count.py", stoppedScript)
    let run = try ProgramRun.of(
      [
        "sh", "-c",
        """
        "$@" <'\(folder.path)/input' >'\(folder.path)/output' & pid=$!
        until grep -q '^State:.T' /proc/$pid/status 2>/dev/null; do
          kill -0 $pid || exit 9
          sleep 0.02
        done
        python3 '\(folder.path)/count.py' $pid \(needles.joined(separator: " "))
        kill -CONT $pid
        wait $pid
        """, "sh",
      ] + program, environment: environment)
    let counts = run.outputText.split(separator: "\n").compactMap { Int($0) }
    guard counts.count == needles.count else {
      throw ProgramError.notWritten("counts", written: run.outputText + run.errorText)
    }
    return Stopped(counts: counts, run: run)
  }

  private static let stoppedScript = """
    import sys

    process, needles = sys.argv[1], [bytes.fromhex(needle) for needle in sys.argv[2:]]
    found = [0] * len(needles)
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb") as memory:
        for line in maps:
            place, mode = line.split()[:2]
            if mode[0] == "r" and "[v" not in line:
                start, end = (int(part, 16) for part in place.split("-"))
                memory.seek(start)
                part = memory.read(end - start)
                found = [count + part.count(needle) for count, needle in zip(found, needles)]
    print(*found, sep="\\n")

    """

  private static let script = """
    import sys

    process, file = sys.argv[1:]
    needle, found = open(file, "rb").read(), 0
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb") as memory:
        for line in maps:
            place, mode = line.split()[:2]
            if mode[0] == "r" and "[v" not in line:
                start, end = (int(part, 16) for part in place.split("-"))
                memory.seek(start)
                found += memory.read(end - start).count(needle)
    print(found)

    """
}
