import BucketPlaces
import BucketVault

/// Another copy of a vault, which was read with all that was before.
struct OtherCopy: ~Copyable {
  let ledger: Ledger<Place>
  /// What lies beside it.
  let attachments: AttachmentStore
}

extension Context {
  /// Reads another copy of an open vault, with all that was before.
  ///
  /// - Parameter way: How to open it, if it has another data key.
  func past(
    ofCopy path: String, beside vault: borrowing Vault<Place>, _ way: Unlocker.Way
  ) throws(Failure) -> OtherCopy {
    let shown = environment.abbreviated(path)
    let file: VaultFile
    do throws(VaultError) { file = try VaultFile.open(path) } catch {
      throw .copy(error, at: shown)
    }
    guard file.header.id == vault.file.header.id else { throw .otherVault(shown) }
    guard !file.isSameFile(as: vault.file) else { throw .sameFile(shown) }
    let key = try key(ofCopy: file, shown, beside: vault, way)
    if file.header.hasNewerKey(than: vault.file.header) {
      output.warn(Failure.newerKeyElsewhere(shown))
    }
    do throws(VaultError) {
      let copy = try Vault<Place>(
        file, key: key, state: vault.state, accepting: .copy,
        report: { [output] notice in output.tell(notice, ofCopy: shown) })
      return OtherCopy(
        ledger: try copy.read(keepingPast: true), attachments: copy.attachments)
    } catch {
      throw .copy(error, at: shown)
    }
  }

  private func key(
    ofCopy file: borrowing VaultFile, _ shown: String, beside vault: borrowing Vault<Place>,
    _ way: Unlocker.Way
  ) throws(Failure) -> DataKey {
    if file.header.hasSameKey(as: vault.file.header) { return vault.copyOfKey }
    output.say(
      "\(DisplayText.neutralised(shown)) has another key than your vault; open it with what opened "
        + "the vault then")
    let unlocker = Unlocker(
      file.header, preflight: Preflight(configuration: environment.pamConfiguration),
      conversation: person, terminal: terminalName)
    do throws(Failure) {
      // In the log of the vault that is open: it is the one that somebody looks at.
      return try noting(vault.file.header, vault.state) { () throws(UnlockRefusal) in
        try unlocker.open(way)
      }.takeKey()
    } catch {
      throw error.naming(copy: file.path)
    }
  }
}

extension Output {
  /// Tells of what is odd about another copy of the vault, of which nothing is written.
  fileprivate func tell(_ notice: VaultNotice, ofCopy shown: String) {
    guard case .interruptedWrite(let bytes) = notice else { return }
    warn(
      "\(DisplayText.neutralised(shown)) ends in a write that was interrupted; its \(bytes) bytes at "
        + "the end are left out, and what was there before is whole")
  }
}
