import BucketVault

/// Closes the vault.
struct Lock: Action {
  static let command = Command(
    "lock", "Close the vault: forget its key at once, for every terminal and login.",
    examples: [Example("bucket lock", "close the vault")],
    discussion: """
      Where the vault can't be read, so that it can't be told which key is its own, the keys of all \
      vaults are forgotten.
      """,
    synonyms: ["close", "logout"],
    make: Lock.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let session: KeySession?
    do throws(Failure) {
      session = try context.sealedVault().session
    } catch {
      context.output.warn(error.message)
      session = nil
    }
    do throws(SystemError) {
      if let session {
        context.output.say(try session.forget() ? "locked" : "it was locked already")
      } else {
        let count = try KeySession.forgetAll()
        context.output.say(count == 0 ? "no vault was open" : "locked every vault that was open")
      }
    } catch {
      throw .notForgotten(error)
    }
    return .done
  }
}
