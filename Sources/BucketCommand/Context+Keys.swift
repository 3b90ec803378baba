import BucketPlaces
import BucketVault
import FoundationEssentials

extension Context {
  /// Chooses the cost of deriving a key here, and says it.
  ///
  /// - Parameters:
  ///   - time: How long it may take.
  ///   - others: Derivations that the vault has; the new one costs no less.
  func derivation(
    taking time: Duration, atLeast others: [KeyDerivation] = []
  ) throws(Failure) -> KeyDerivation {
    let limit = MemoryLimit.current()
    guard let calibrated = KeyDerivation.calibrated(to: time, available: limit.bytes) else {
      throw .unlock(
        .notEnoughMemory(needed: KeyDerivation.memoryAllowed.lowerBound, limit), at: "")
    }
    let cost = others.reduce(calibrated) { $0.raised(to: $1) }
    output.say("The key is derived with \(Failure.cost(cost)).")
    return cost
  }

  /// Asks PAM who the person is, and for the login password.
  ///
  /// - Parameter command: The command that asks, such as `keys rotate`.
  /// - Returns: `nil` where PAM wants none.
  func loginPassword(for command: String) throws(Failure) -> Secret? {
    do throws(UnlockRefusal) {
      let password = try Unlocker.loginPassword(
        preflight: Preflight(configuration: environment.pamConfiguration),
        conversation: person, terminal: terminalName)
      guard let password, password.count > 0 else { return nil }
      return password
    } catch {
      throw .newKey(error, of: command)
    }
  }

  /// Prints a recovery key in rows of six groups, and as a QR code if that is wanted, before it opens
  /// anything.
  ///
  /// - Parameter introduction: What it is for.
  func show(
    _ key: borrowing Secret, asQRCode: Bool, _ introduction: String
  ) throws(Failure) {
    guard asQRCode else {
      output.say("\n\(introduction)\n")
      try unchanged { () throws(Failure) in try output.write(key, rowsOf: 30) }
      output.say("")
      return
    }
    // What can't be drawn is found out before anything is shown.
    let picture = try qrCode(of: key)
    do throws(QRCode.TooWide) {
      try picture.check(fits: output.width)
    } catch {
      throw .qrCode(error)
    }
    output.say("\n\(introduction)\n")
    try unchanged { () throws(Failure) in
      try output.write(key, rowsOf: 30)
      try output.write(picture)
    }
    output.say("")
  }

  /// Writes what has to be seen before anything is changed.
  private func unchanged(_ write: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) { try write() } catch { throw .recoveryKeyNotShown(error) }
  }

  private func qrCode(of key: borrowing Secret) throws(Failure) -> QRCode {
    do throws(Confinement.Failure) {
      return try QRCode(of: key)
    } catch {
      throw .qrCode(error)
    }
  }

  /// Changes the ways to the vault's key.
  func replaceSlots(
    of vault: borrowing Vault<Place>,
    _ change: (inout SlotSet) throws(SlotSet.Refusal) -> Void
  ) throws(Failure) {
    do throws(VaultError) {
      try vault.replaceSlots(change)
    } catch {
      throw .vault(error, at: try shownVaultPath())
    }
  }
}

extension Context {
  /// Runs what seals a key; nothing is written by it.
  func sealing<Result: ~Copyable>(
    _ body: () throws(SlotSet.Refusal) -> Result
  ) throws(Failure) -> Result {
    do throws(SlotSet.Refusal) {
      return try body()
    } catch {
      throw .vault(.slotRefused(error), at: try shownVaultPath())
    }
  }

  /// Asks for the secret of a key; empty to leave it out.
  ///
  /// - Parameter command: The command that asks, such as `keys rotate`.
  func secret(of key: String, for command: String) throws(Failure) -> Secret {
    do throws(Silence) {
      return try person.secret(of: key)
    } catch {
      throw .newKey(UnlockRefusal(error), of: command)
    }
  }

  /// Seals the vault under a new key, which stays open as long as the one before was to.
  func rotate(_ vault: borrowing Vault<Place>, to slots: borrowing SlotSet) throws(Failure) {
    let until = try? KeySession(of: vault.file.header, state: vault.state).find().until
    var newSession: KeySession?
    do throws(VaultError) {
      _ = try vault.rotate(to: slots, attachments: \.photoIDs) {
        (header, key) throws(VaultError) in
        let session = KeySession(of: header, state: vault.state)
        newSession = session
        guard let left = until?.timeIntervalSinceNow, left >= 1 else { return }
        if case .failure(let error) = keep(key, in: session, for: .seconds(Int(left))) {
          output.warn("the vault can't stay open: \(Failure.keyring(error))")
        }
      }
    } catch {
      // Another process may have given the vault a new key meanwhile, which has to stay.
      if !error.comesAfterTheChange {
        forgetting(newSession) { (session) throws(SystemError) in try session.withdraw() }
      }
      if error == .changedMeanwhile { throw .keysChangedMeanwhile }
      throw .vault(error, at: try shownVaultPath())
    }
    forgetting(newSession) { (session) throws(SystemError) in
      try session.forgetOthers()
    }
  }

  private func forgetting(
    _ session: KeySession?, _ forget: (KeySession) throws(SystemError) -> Void
  ) {
    guard let session else { return }
    do throws(SystemError) {
      try forget(session)
    } catch {
      output.warn("a key that is of no more use can't be forgotten: \(Failure.keyring(error))")
    }
  }
}

extension VaultHeader {
  /// As much of a slot's id as tells it from the others, four digits at least.
  func shortID(of slot: KeySlot) -> String {
    let others = slots.map(\.id).filter { $0 != slot.id }
    let count = (4...slot.id.count).first { count in
      !others.contains { $0.hasPrefix(slot.id.prefix(count)) }
    }
    return String(slot.id.prefix(count ?? slot.id.count))
  }

  /// The one slot whose id begins like this.
  func slot(_ reference: String) throws(Failure) -> KeySlot {
    let wanted = reference.lowercased()
    let found = slots.filter { $0.id.hasPrefix(wanted) && wanted.count >= 4 }
    if found.count > 1 { throw .severalKeysFit(reference, found.map { describe($0) }) }
    guard let slot = found.first else { throw .noSuchKey(reference) }
    return slot
  }

  /// Such as `passphrase “travels” (3f9c)`.
  func describe(_ slot: KeySlot) -> String {
    let label = slot.label.isEmpty || slot.label == slot.kind.noun ? "" : " “\(slot.label)”"
    return DisplayText.neutralised("\(slot.kind.noun)\(label) (\(shortID(of: slot)))")
  }
}

extension KeySlot.Kind {
  /// What a person calls it.
  var noun: String {
    switch self {
    case .login: "login password"
    case .passphrase: "passphrase"
    case .recovery: "recovery key"
    }
  }
}
