import BucketVault

extension Failure {
  /// What is wrong with another copy of the vault, which itself stays as it was.
  static func copy(_ error: VaultError, at path: String) -> Failure {
    let failure = vault(error, at: path)
    return switch error {
    case .missing:
      Failure(
        failure.name, .failed, "there is no file \(DisplayText.neutralised(path))",
        hints: [nameTheCopy])
    case .notAVault: failure.with(hints: [nameTheCopy])
    case .damaged:
      failure.with(hints: [
        "nothing was changed; bring out what is whole of it, and merge that: bucket recover \(word(path))"
      ])
    default: failure.with(hints: ["nothing was changed"] + failure.hints)
    }
  }

  private static let nameTheCopy = "nothing was changed; name the other copy of your vault"

  static func otherVault(_ path: String) -> Failure {
    Failure(
      "other-vault", .failed,
      "\(DisplayText.neutralised(path)) is no copy of this vault, but another one",
      hints: [
        "nothing was changed; --vault FILE opens it, and bucket export takes places out of it"
      ])
  }

  /// - Parameter path: The path of another copy, which was given a new key since.
  static func newerKeyElsewhere(_ path: String) -> String {
    "\(DisplayText.neutralised(path)) was given a new key since: what comes from it is sealed with the "
      + "former key here, and opens with what opens your vault; to keep to the new keys, merge the other "
      + "way round, and use that file"
  }

  static func sameFile(_ path: String) -> Failure {
    Failure(
      "same-file", .failed, "\(DisplayText.neutralised(path)) is this vault itself",
      hints: [nameTheCopy])
  }

  /// - Parameter copy: The path of the other copy.
  static func mergeOvertaken(by copy: String) -> Failure {
    Failure(
      VaultError.changedMeanwhile.name, .failed,
      "a place was changed here by another bucket in the meantime; nothing was changed",
      hints: ["compare them anew: bucket merge \(word(copy))"])
  }

  static let undecided = Failure(
    "draft", .notUnderstood,
    "a place that both copies changed was left undecided; nothing was changed",
    hints: ["decide in the editor, or by --prefer here or --prefer there"])

  static let decisionHint =
    "what you decided is kept as sealed drafts, and offered at the next bucket merge of this copy, "
    + "or bucket edit of the place"

  /// The same where it was another copy of the vault that could not be opened.
  func naming(copy path: String) -> Failure {
    with(
      hints: hints.map {
        $0.replacing("bucket unlock", with: "bucket merge \(Failure.word(path))")
      })
  }
}
