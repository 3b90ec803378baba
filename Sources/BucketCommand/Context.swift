import BucketPlaces
import BucketVault
import Glibc

/// What every command is given: where things are, and whom to ask and tell.
struct Context: ~Copyable {
  let options: GlobalOptions
  let environment: Environment
  let output: Output
  let person: Person

  init(options: GlobalOptions, environment: Environment) {
    self.options = options
    self.environment = environment
    output = Output(
      environment: environment, isQuiet: options.isQuiet, vault: options.vault?.path)
    person = Person(
      environment: environment,
      answersFromStandardInput: options.readsPasswordFromStandardInput, output: output)
  }

  /// The path of the vault, as it was given.
  func vaultPath() throws(Failure) -> String {
    if let vault = options.vault { return vault.path }
    return try environment.vaultPath()
  }

  /// The path of the vault as a person writes it.
  func shownVaultPath() throws(Failure) -> String { environment.abbreviated(try vaultPath()) }

  /// Whether a command may stop to ask for the key: somebody is there, or answers are.
  var canAsk: Bool {
    person.isScript || Terminal.isTerminal(0) || Terminal.isTerminal(1)
  }

  /// The name of the terminal, such as `pts/3`.
  var terminalName: String? {
    guard let name = [0, 2, 1].lazy.compactMap({ Terminal.name(of: $0) }).first else { return nil }
    return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
  }

  /// Who makes changes, as user@host.
  var author: String { "\(Preflight.loginName ?? "uid \(getuid())")@\(Self.hostName)" }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "?" }
    return String(cBuffer: name)
  }
}

extension Output {
  /// Tells of what happened to the vault on the way.
  func tell(_ notice: VaultNotice, _ environment: Environment) {
    switch notice {
    case .reading(let part, let changes):
      showProgress("reading the vault", part, count: changes)
    case .writing(let part, let changes):
      showProgress("sealing the vault", part, count: changes)
    case .waiting(let holder):
      say("waiting for \(Failure.name(of: holder)), which is writing the vault …")
    case .interruptedWrite(let bytes):
      warn(
        "a write to the vault was interrupted; its \(bytes) bytes at the end are left out, and "
          + "what was there before is whole")
    case .cutOff(let copy):
      warn(
        "an interrupted write was cut off the vault; a copy of it is at "
          + environment.abbreviated(copy))
    case .stateNotKept(let error):
      let (message, advice) = Failure.words(for: error, environment)
      warn(
        "an older copy of the vault would not be noticed, since what was seen can't be kept: "
          + "\(message): \(advice)")
    case .stateNotRead(let error):
      let (message, advice) = Failure.words(for: error, environment)
      warn(
        "an older copy of the vault would not be noticed, since what was seen can't be read: "
          + "\(message): "
          + (error.saysNothing ? "what the vault holds now is remembered in its place" : advice))
    case .attemptsNotResealed(let error):
      let (message, advice) = Failure.words(for: error, environment)
      warn(
        "the failed unlocks of before are not sealed for the new key, and open with copies of the vault "
          + "from before alone, since \(message): \(advice)")
    case .attemptsLeft(let error):
      let (message, advice) = Failure.words(for: error, environment)
      warn(
        "the log of failed unlocks still has lines that the vault's key doesn't open, since \(message): "
          + advice)
    case .draftNotResealed(let path, let error):
      warn(
        "a draft that was kept meanwhile could not be sealed for the new key (\(error.text)), and opens "
          + "with copies of the vault from before alone: " + environment.abbreviated(path))
    case .draftNotRemoved(let path, let error):
      warn(
        "a draft that was sealed anew can't be taken away (\(error.text)): "
          + environment.abbreviated(path))
    case .attachmentLeft(let path, let error):
      warn(Failure.leftPhoto(environment.abbreviated(path), error))
    case .attachmentNotRemoved(let path, let error):
      warn(Failure.photoStays(environment.abbreviated(path), error))
    }
  }
}
