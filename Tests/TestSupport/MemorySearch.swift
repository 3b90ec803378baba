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
