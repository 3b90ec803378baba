import Glibc

/// Threads of their own, which run at once however few the processors are.
public enum ThreadTeam {
  /// Runs a piece of work on each of several threads, and waits for all of them.
  ///
  /// - Parameter work: Given the number of its thread, from 0 on.
  public static func run(_ count: Int, _ work: @Sendable (Int) -> Void) {
    withoutActuallyEscaping(work) { work in
      let threads = (0..<count).map { number in
        let task = Task { work(number) }
        var thread = pthread_t()
        let code = unsafe pthread_create(
          &thread, nil,
          {
            unsafe Unmanaged<Task>.fromOpaque($0!).takeRetainedValue().body()
            return nil
          }, Unmanaged.passRetained(task).toOpaque())
        precondition(code == 0, "no thread: error \(code)")
        return thread
      }
      for thread in threads { pthread_join(thread, nil) }
    }
  }

  private final class Task {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
