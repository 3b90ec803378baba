import Glibc

/// What libFuzzer calls with each input. The environment's BUCKET_FUZZ_TARGET names the target.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let before = processorTime
  do {
    try target.check(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    let time = processorTime - before
    try Violation.unless(time <= target.patience, "an input takes \(time) of a processor")
    return 0
  } catch {
    fatalError("\(error)")
  }
}

/// What the process has used; libFuzzer's own limit is by the clock, and so by what else is running.
private var processorTime: Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// What libFuzzer calls first. Without a target, the names of all are written to standard output.
@c(LLVMFuzzerInitialize)
public func fuzzInitialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  if unsafe getenv(variable) == nil {
    for target in FuzzTargets.all { print(target.name) }
    exit(0)
  }
  return 0
}

private let variable = "BUCKET_FUZZ_TARGET"

private let target: any FuzzTarget.Type = {
  let name = unsafe getenv(variable).map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTargets.all.first(where: { $0.name == name }) else {
    fatalError("there is no target \(name)")
  }
  return target
}()
