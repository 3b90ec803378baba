import Glibc

/// What libFuzzer calls with each input. The environment's BUCKET_FUZZ_TARGET names the target.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target.check(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  } catch {
    fatalError("\(error)")
  }
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
