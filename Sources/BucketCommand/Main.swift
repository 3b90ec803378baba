import BucketVault
import Glibc

@main
enum Main {
  static func main() {
    let status = run()
    // Everything that cleans up after itself has gone by now.
    if case .signal(let signal) = status { SignalWatch.reraise(signal) }
    exit(status.code)
  }

  private static func run() -> ExitStatus {
    StandardStreams.occupy()
    let refused = ProcessHardening.apply()
    let environment = Environment()
    var words: [String] = []
    do throws(UsageError) {
      words = try Arguments.words()
      let request = try Commands.table.request(
        for: words, width: Terminal.width(of: 1, columns: environment["COLUMNS"]) ?? 80)
      switch request {
      case .show(let text):
        return show(text, environment)
      case .complete(let completion):
        let known = Vocabulary(ofVault: completion.vaultPath, environment)
        return show(completion.knowing(known).answer, environment)
      case .run(let action, let options):
        let context = Context(options: options, environment: environment)
        for error in refused {
          context.output.warn("this process can't be kept from core dumps: \(error.text)")
        }
        return run(action, in: context)
      }
    } catch {
      let output = Output(environment: environment, isQuiet: false)
      let command = Commands.table.command(in: words)?.command
      let failure = Failure.usage(error, of: command?.name == "help" ? nil : command?.name)
      if command?.isAskedForJSON(by: words) == true {
        try? output.write(FailureReport(failure).json)
        try? output.flush()
      }
      output.show(failure)
      return .notUnderstood
    }
  }

  private static func show(_ text: String, _ environment: Environment) -> ExitStatus {
    let output = Output(environment: environment, isQuiet: false)
    do throws(Failure) {
      try output.write(text)
      try output.flush()
      return .done
    } catch {
      output.show(error)
      return error.status
    }
  }

  private static func run(_ action: any Action, in context: borrowing Context) -> ExitStatus {
    do throws(Failure) {
      let status = try action.run(in: context)
      try context.output.flush()
      return status
    } catch {
      if action.wantsJSON {
        let named = error.naming(vault: context.options.vault?.path)
        try? context.output.write(FailureReport(named).json)
      }
      context.output.show(error)
      return error.status
    }
  }
}
