import BucketPlaces
import BucketVault
import FoundationEssentials

extension Check {
  /// Verifies all of a vault or a backup, and says how much that was.
  ///
  /// - Throws: A failure with the first fault.
  func verify(
    _ sealed: consuming Context.SealedVault, at path: String, _ context: borrowing Context,
    _ report: inout CheckReport
  ) throws(Failure) {
    let shown = context.environment.abbreviated(path)
    let isCopy = try context.isBesideTheUsualVault()
    let vault = try vault(sealed, at: shown, isCopy: isCopy, context)
    let (verification, standing) = try Self.verified(vault, at: shown)
    report.add("contents", .well(Self.words(verification)))
    if let words = Self.words(forTorn: verification) { report.add("end", .unknown(words)) }
    report.add("copy", Self.finding(standing, of: shown))
    report.addPhotos(of: verification.ledger, in: vault.attachments, isDeep: true, context)
    if !isCopy { addNotes(to: vault, &report) }
  }

  private func vault(
    _ sealed: consuming Context.SealedVault, at shown: String, isCopy: Bool,
    _ context: borrowing Context
  ) throws(Failure) -> Vault<Place> {
    let key = try context.key(to: sealed.header, at: shown, .usual)
    let state = sealed.state
    do throws(VaultError) {
      return try Vault(
        sealed.file, key: key, state: state,
        accepting: isCopy || context.options.acceptsOlder ? .copy : .newestOnly,
        report: context.reportOfCopies)
    } catch {
      throw .vault(error, at: shown)
    }
  }

  private static func verified(
    _ vault: borrowing Vault<Place>, at shown: String
  ) throws(Failure) -> (Vault<Place>.Verification, Vault<Place>.Standing) {
    let verification: Vault<Place>.Verification
    do throws(VaultError) { verification = try vault.verify() } catch {
      throw .vault(error, at: shown)
    }
    if let fault = verification.fault {
      throw .fault(fault, after: verification.ledger, at: shown)
    }
    do throws(VaultError) {
      return (verification, try vault.standing(of: verification.ledger))
    } catch {
      throw .fault(error, after: verification.ledger, at: shown)
    }
  }

  /// As in `5 frames verify, 6812 bytes with the header: 7 changes, 4 places, made from … to …`.
  private static func words(_ verification: Vault<Place>.Verification) -> String {
    let ledger = verification.ledger
    let times = ledger.history.batches.flatMap { $0.changes.map(\.at) }
    var words =
      "\(Count.of(ledger.frameCount, "frame verifies", "frames verify")), "
      + "\(verification.byteCount) bytes with the header: "
      + "\(Count.of(times.count, "change", "changes")), \(Count.places(ledger.records.count))"
    if let first = times.min(), let last = times.max() {
      words += ", made from \(LocalTime(first).dayAndClock) to \(LocalTime(last).dayAndClock)"
    }
    return words
  }

  private static func finding(
    _ standing: Vault<Place>.Standing, of shown: String
  ) -> CheckReport.Finding {
    let words = words(for: standing, of: shown)
    return standing == .newest ? .well(words) : .unknown(words)
  }

  /// What a file ends in beside whole changes; `nil` for nothing.
  static func words(forTorn verification: Vault<Place>.Verification) -> String? {
    guard verification.tornCount > 0 else { return nil }
    return "its last \(verification.tornCount) bytes are an interrupted write, which the next one "
      + "cuts off"
  }

  /// How a copy stands to what was seen of the vault.
  static func words(for standing: Vault<Place>.Standing, of shown: String) -> String {
    switch standing {
    case .newest: return "it has all that was seen of the vault here"
    case .unknown: return "nothing was seen of this vault here, to compare it with"
    case .older(.behind(let frames, let seen)):
      return
        "it is older, or went its own way: it has \(frames) frames, and \(seen) were seen here; "
        + "to bring in what it alone has: bucket merge \(Failure.word(shown))"
    case .older(.superseded):
      return "it is older: the vault was packed, purged, recovered or given other keys here since"
    case .older(.diverged):
      return "its last changes are not those that were seen here; to bring them in: bucket merge "
        + Failure.word(shown)
    }
  }

  /// Tells whether what the state folder keeps can be opened.
  private func addNotes(to vault: borrowing Vault<Place>, _ report: inout CheckReport) {
    let sealed = SealedDrafts(of: vault.file.header, state: vault.state)
    let opened = sealed.drafts(in: vault)
    let shut = sealed.shut(to: vault)
    if !shut.isEmpty {
      report.add(
        "drafts",
        .wrong(
          "\(Count.of(shut.count, "draft doesn't", "drafts don't")) open with the vault's key",
          "keep what another copy of the vault, older or newer, may open: "
            + shut.map { Failure.word($0) }.joined(separator: " ")))
    }
    let log = AttemptLog(of: vault.file.header, state: vault.state)
    // What can't be read of the log without a key is in the report already.
    guard let contents = try? log.read(for: vault) else { return }
    let drafts = Count.of(opened.count, "draft", "drafts")
    let attempts = Count.of(contents.attempts.count, "failed unlock", "failed unlocks")
    let words = "\(drafts) and \(attempts) that are noted open with the key"
    report.add(
      "sealed",
      contents.unreadable == 0
        ? .well(words)
        : .unknown(words + "; \(Count.of(contents.unreadable, "note doesn't", "notes don't"))"))
  }
}
