import FoundationEssentials

extension AttemptLog {
  /// Seals the attempts that another key opens for this log's header too, before those that are there.
  ///
  /// In this order the log holds whatever it held, should it never be settled which key stays.
  func addResealed(from key: borrowing DataKey) throws(StateFileError) {
    try rewrite { notes in
      let texts = SealedNote.open(notes, with: key).compactMap(\.self)
      return texts.compactMap { seal($0) } + notes
    }
  }

  /// Takes out the notes that a key doesn't open, and all but the first of those that say the same.
  func keepOnly(those key: borrowing DataKey) throws(StateFileError) {
    try rewrite { notes in
      var seen: Set<[UInt8]> = []
      return zip(notes, SealedNote.open(notes, with: key)).compactMap { note, text in
        text.flatMap { seen.insert($0).inserted ? note : nil }
      }
    }
  }
}
