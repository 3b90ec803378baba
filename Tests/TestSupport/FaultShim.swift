import Glibc

/// A library that is preloaded into a program, watches its calls, and has one of them go wrong.
///
/// It is built together with the tests, and nothing is linked to it.
public struct FaultShim: Sendable {
  /// Calls on whatever is within these folders are watched, and those on keys and children.
  public var folders: [String]
  /// Descriptors to which writing is watched as well.
  public var streams: [CInt]
  /// The names of the calls that are watched; all of them where it is empty.
  public var calls: [String]
  /// Whether keys are derived at the least cost: such a vault opens under the shim alone.
  public var hasCheapKeys = false

  private let log: ScratchFolder
  private var logFile: String { log.path(of: "calls") }

  public init(folders: [String] = [], streams: [CInt] = [], calls: [String] = []) {
    (self.folders, self.streams, self.calls) = (folders, streams, calls)
    log = ScratchFolder()
  }

  /// Watches all that a household holds, and the standard streams that are written to; keys are
  /// cheap.
  public init(over household: Household) {
    self.init(folders: [household.home, household.memory.path], streams: [1, 2])
    hasCheapKeys = true
  }

  private static let library = BuiltProgram.path(of: "libFaultShim.so")
  /// Whether the library was built.
  public static let isThere = unsafe access(library, R_OK) == 0

  /// What is added to the environment of the program; its children won't find it in theirs.
  public func environment(with fault: Fault? = nil) -> [String: String] {
    var variables = ["LD_PRELOAD": Self.library, "FAULT_LOG": logFile]
    if !folders.isEmpty { variables["FAULT_FOLDERS"] = folders.joined(separator: ":") }
    if !streams.isEmpty {
      variables["FAULT_STREAMS"] = streams.map(String.init).joined(separator: ",")
    }
    if !calls.isEmpty { variables["FAULT_CALLS"] = calls.joined(separator: ",") }
    if hasCheapKeys { variables["FAULT_CHEAP_KEYS"] = "yes" }
    if let fault {
      variables["FAULT_AT"] = String(fault.number)
      variables["FAULT_DEED"] = fault.deed.word
      variables["FAULT_ERRNO"] = fault.deed.error.map(String.init)
    }
    return variables
  }

  /// Runs `bucket` in a household, and has something go wrong.
  public func run(
    _ words: [String], in household: Household, input: String = "", with fault: Fault? = nil
  ) throws -> FaultRun {
    _ = unsafe unlink(logFile)
    let run = try ProgramRun.of(
      [BuiltProgram.bucket] + words,
      environment: household.environment.merging(environment(with: fault)) { $1 },
      input: Array(input.utf8), timeout: .seconds(60))
    return FaultRun(run: run, log: log.text(of: "calls") ?? "")
  }
}
