import FoundationEssentials

extension AttemptLog {
  /// Seals the attempts that another key opens for this log's header too, before those that are there.
  ///
  /// In this order the newest lines are what they were, should it never be settled which key stays.
  func addResealed(from key: borrowing DataKey) throws(StateFileError) {
    try rewrite { notes in
      SealedNote.open(notes, with: key).compactMap { $0.flatMap(seal) } + notes
    }
  }

  /// Seals the attempts that another key opens for this log's header alone.
  ///
  /// - Parameter newKey: Opens what was noted since; what ``addResealed(from:)`` put before goes.
  func reseal(from key: borrowing DataKey, to newKey: borrowing DataKey) throws(StateFileError) {
    try rewrite { notes in
      let former = SealedNote.open(notes, with: key)
      let since = SealedNote.open(notes, with: newKey)
      let start = former.firstIndex { $0 != nil } ?? 0
      return notes.indices[start...].compactMap { place in
        former[place].map(seal) ?? since[place].map { _ in notes[place] }
      }
    }
  }

  /// Takes out the notes that a key doesn't open.
  func keepOnly(those key: borrowing DataKey) throws(StateFileError) {
    try rewrite { notes in
      zip(notes, SealedNote.open(notes, with: key)).compactMap { $1 == nil ? nil : $0 }
    }
  }
}
