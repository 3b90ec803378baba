import BucketPlaces
import BucketVault

/// Brings what is whole out of a damaged vault into a new one.
struct Recover: Action {
  let file: FileArgument
  let output: FileArgument?
  let copy: FileArgument?
  let way: Unlocker.Way
  let isDryRun: Bool
  let wantsJSON: Bool

  static let command = Command(
    "recover", "Bring what is whole out of a damaged vault into a new one.",
    examples: [
      Example("bucket recover places.vault", "into places.recovered.vault"),
      Example("bucket recover places.vault --dry-run", "only say what is missing"),
      Example("bucket recover places.vault --header backup.vault", "its beginning is destroyed"),
    ],
    .required("FILE", "the damaged vault; it stays as it is"),
    .optional("-o, --output NEW", "the new vault; as a rule FILE with .recovered in its name"),
    .optional("--header COPY", "use the header of another copy of the vault, even an old one"),
    .flag("--recovery-key", "open FILE with its recovery key"),
    .flag("--old-password", "open FILE with the login password from before"),
    .flag("--passphrase", "open FILE with its passphrase"),
    .flag("-n, --dry-run", "say what would be brought out, and write nothing"),
    .flag("--json", "print the report as an object; or error"),
    exclusive: [Unlocker.Way.flags],
    discussion: """
      Every piece of a vault is verified before anything of it is used. Those that don't verify are \
      left out, and what is missing is listed: which frames, where in the file, and between which \
      times its changes were made; and which places may have been changed or removed in what is \
      missing. A single flipped bit is put right.

      The new vault opens with what opens the damaged one, and takes its place by two commands, \
      which are shown. A file in which nothing is wrong is left alone.
      """,
    exitStatuses: [Term("7", "nothing could be brought out")],
    synonyms: ["repair", "salvage", "rescue", "restore"]
  ) { file, output, copy, recoveryKey, oldPassword, passphrase, isDryRun, wantsJSON in
    Recover(
      file: file, output: output, copy: copy,
      way: Unlocker.Way(
        recoveryKey: recoveryKey, oldPassword: oldPassword, passphrase: passphrase),
      isDryRun: isDryRun,
      wantsJSON: wantsJSON)
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let shown = context.environment.abbreviated(file.path)
    let new = output?.path ?? Self.newPath(for: file.path)
    if !isDryRun, File.exists(new) {
      throw .notRecovered(.exists, to: context.environment.abbreviated(new))
    }
    let damaged = try damagedVault(context, shown)
    let state = StateFolder(
      base: try context.environment.stateFolder(), vault: damaged.header)
    do throws(StateFileError) { try state.checkLastSeen() } catch {
      context.warn("what was last seen of the vault can't be compared with", error)
    }
    let key = try key(to: damaged, context, shown)
    let look = damaged.headerState == .whole ? try look(key, state, context) : .broken(nil)
    if case .healthy(let verification, let standing) = look {
      let report = RecoveryReport(whole: damaged, verification.ledger)
      try report.write(to: context.output, asJSON: wantsJSON)
      context.output.say(
        "nothing is wrong with \(DisplayText.neutralised(shown)), and nothing was written")
      if let words = Check.words(forTorn: verification) { context.output.say(words) }
      if case .older = standing { context.output.say(Check.words(for: standing, of: shown)) }
      return .done
    }
    let salvage = try salvage(damaged, key, shown, context)
    var report = RecoveryReport(damaged, salvage, seen: damaged.framesSeen(salvage, in: state))
    let photos = BucketVault.History<Place>(salvage.batches).photoIDs
    let store = AttachmentStore(beside: file.path, of: damaged.header, key: key)
    report.count(photos, in: store)
    if case .broken(.damaged(.cutShort(let frame, _))) = look { report.cutShortIn = frame }
    if !isDryRun {
      do throws(VaultError) {
        try damaged.write(salvage, to: new, key: key, state: state)
      } catch {
        throw .notRecovered(error, to: context.environment.abbreviated(new))
      }
      report.new = new
    }
    try report.write(to: context.output, asJSON: wantsJSON)
    try tell(new, shown, of: damaged.header.id, context)
    if !isDryRun, !photos.isEmpty,
      AttachmentStore(beside: new, of: damaged.header, key: key).folder != store.folder
    {
      context.output.say(
        "  its photos are in \(Failure.word(context.environment.abbreviated(store.folder))): copy that "
          + "folder beside it")
    }
    return .done
  }

  /// As in `places.recovered.vault`.
  private static func newPath(for path: String) -> String {
    let ending = ".vault"
    let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
    return stem + ".recovered" + ending
  }

  private func damagedVault(
    _ context: borrowing Context, _ shown: String
  ) throws(Failure) -> DamagedVault {
    guard let copy else {
      do throws(VaultError) { return try DamagedVault(file.path) } catch {
        throw .recovery(error, of: shown)
      }
    }
    let other: VaultFile
    do throws(VaultError) { other = try VaultFile.open(copy.path) } catch {
      throw .headerCopy(error, of: context.environment.abbreviated(copy.path))
    }
    do throws(VaultError) { return try DamagedVault(file.path, headerOf: other) } catch {
      throw .recovery(error, of: shown)
    }
  }

  private func key(
    to damaged: DamagedVault, _ context: borrowing Context, _ shown: String
  ) throws(Failure) -> DataKey {
    do throws(Failure) {
      return try context.key(to: damaged.header, at: shown, way)
    } catch {
      throw error.recovering(shown, isHeaderDamaged: damaged.headerState == .damaged)
    }
  }

  /// What reading a file comes to that has a whole header.
  private enum Look {
    case healthy(Vault<Place>.Verification, Vault<Place>.Standing)
    /// Something is wrong, as far as that says more than what is missing.
    case broken(VaultError?)
  }

  private func look(
    _ key: borrowing DataKey, _ state: StateFolder, _ context: borrowing Context
  ) throws(Failure) -> Look {
    do throws(VaultError) {
      let vault = try Vault<Place>(
        try VaultFile.open(file.path), key: key.copy, state: state, accepting: .copy,
        report: context.reportOfCopies)
      let verification = try vault.verify()
      if let fault = verification.fault { return .broken(fault) }
      return .healthy(verification, try vault.standing(of: verification.ledger))
    } catch {
      if case .damaged = error { return .broken(error) }
      throw .recovery(error, of: context.environment.abbreviated(file.path))
    }
  }

  private func salvage(
    _ damaged: DamagedVault, _ key: borrowing DataKey, _ shown: String, _ context: borrowing Context
  ) throws(Failure) -> Salvage<Place> {
    let progress = Progress("looking for what is whole", isQuiet: context.options.isQuiet)
    defer { progress.end() }
    let salvage: Salvage<Place>
    do throws(VaultError) {
      salvage = try damaged.salvage(as: Place.self, key: key, progress: { progress.show($0) })
    } catch {
      throw damaged.headerState == .borrowed && error == .tampered(.header)
        ? .headerCopy(error, of: copy?.path ?? shown) : .recovery(error, of: shown)
    }
    if salvage.batches.isEmpty {
      throw .nothingVerifies(shown, isBorrowed: damaged.headerState == .borrowed)
    }
    return salvage
  }

  /// Says what was done, and what to do next.
  private func tell(
    _ new: String, _ shown: String, of id: String, _ context: borrowing Context
  ) throws(Failure) {
    guard !isDryRun else { return context.output.say("nothing was written") }
    let new = context.environment.abbreviated(new)
    let word = Failure.word(new)
    context.output.say(
      """
      wrote \(DisplayText.neutralised(new)); \(DisplayText.neutralised(shown)) is as it was
        it opens with what opens \(DisplayText.neutralised(copy?.path ?? shown))
      """)
    if try isBesideTheVault(id, context) {
      context.output.advise("  to bring what it has into your vault:  bucket merge \(word)")
      return
    }
    var aside = self.file.path + ".damaged"
    while File.exists(aside) { aside += "-2" }
    aside = Failure.word(context.environment.abbreviated(aside))
    let file = Failure.word(shown)
    context.output.say(
      """
        to look at it:       bucket --vault \(word) list
        to put it in place:  mv \(file) \(aside) && mv \(word) \(file)
      """)
    context.output.advise("  then, to bring in what a backup has more:  bucket merge BACKUP")
  }

  /// Whether FILE is a copy of the vault in use, which stays in its place.
  private func isBesideTheVault(
    _ id: String, _ context: borrowing Context
  ) throws(Failure) -> Bool {
    let path = try context.vaultPath()
    guard let used = try? VaultFile.open(path), used.header.id == id else { return false }
    return (try? FileStatus.of(path).identity) != (try? FileStatus.of(file.path).identity)
  }
}
