import BucketPlaces
import BucketVault
import FoundationEssentials

/// Opens the vault for a while.
struct Unlock: Action {
  let duration: Duration
  let way: Unlocker.Way
  let wantsJSON: Bool

  static let command = Command(
    "unlock", "Open the vault for a while, with your login password.",
    examples: [
      Example("bucket unlock", "open it for 15 minutes"),
      Example("bucket unlock --for 2h", "open it for two hours"),
      Example("bucket unlock --recovery-key", "open it with the recovery key"),
      Example("bucket unlock --old-password", "after the login password was changed"),
    ],
    .optional("--for DURATION", "how long it stays open: 90s, 15m (the usual), 2h, at most 7d"),
    .flag("--recovery-key", "open it with the recovery key"),
    .flag("--old-password", "open it with the login password from before, and follow the new one"),
    .flag("--passphrase", "open it with its passphrase, without asking PAM"),
    .flag("--json", "print an object: state, until, places, failed_attempts; or error"),
    exclusive: [Unlocker.Way.flags],
    discussion: """
      PAM asks who you are, by the service bucket. What it asked for then opens the vault; where it \
      wants no password, the vault's passphrase is asked for. The key is kept in the kernel keyring, \
      for every login of yours, until the time is over or bucket lock forgets it.

      The recovery key and a passphrase open the vault without PAM, also where it has a key for your \
      login password.

      After a change of the login password the vault is still sealed with the old one: give that \
      once with --old-password, after the one of now, or the recovery key.

      Any command that needs the vault and finds it locked unlocks it like this, if somebody is at a \
      terminal.
      """,
    exitStatuses: [Term("1", "it opens, but the kernel keyring can't keep it open")],
    synonyms: ["open", "login"],
    make: Unlock.init)

  init(
    duration: DurationArgument?, recoveryKey: Bool, oldPassword: Bool, passphrase: Bool, json: Bool
  ) throws(UsageError) {
    self.duration = try SessionDuration.checked(duration, of: "--for DURATION")
    way = Unlocker.Way(recoveryKey: recoveryKey, oldPassword: oldPassword, passphrase: passphrase)
    wantsJSON = json
  }

  private struct Report: Encodable {
    let state = "open"
    let until: Date
    let places: Int
    let failedAttempts: Int

    private enum CodingKeys: String, CodingKey {
      case state, until, places
      case failedAttempts = "failed_attempts"
    }
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let unlocked = try context.unlock(try context.sealedVault(), way, for: duration)
    let count = unlocked.ledger.records.count
    let failed = unlocked.failedAttempts
    let until: Date
    switch unlocked.session {
    case .success(let date): until = date
    case .failure(let error):
      context.warn(of: failed)
      throw .notKeptOpen(error)
    }
    context.output.say("open until \(LocalTime(until).clock), \(Count.places(count))")
    context.warn(of: failed)
    if wantsJSON {
      try context.output.write(
        JSONLine.text(Report(until: until, places: count, failedAttempts: failed.count)))
    }
    return .done
  }
}
