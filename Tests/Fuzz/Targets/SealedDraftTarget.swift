@testable import BucketVault

/// A file of the state folder that says it is a draft: as it is, and sealed to the owner.
enum SealedDraftTarget: FuzzTarget {
  static let name = "sealed-draft"

  static func check(_ bytes: [UInt8]) throws {
    let file = try KnownVaultFile()
    try file.write(bytes, toState: "draft-raw")
    guard let note = SealedNote.seal(bytes, for: KnownVault.header) else {
      throw Violation(description: "a note can't be sealed")
    }
    try file.write(note, toState: "draft-sealed")
    let drafts = SealedDrafts(of: KnownVault.header, state: file.state).drafts(in: try file.open())
    let known = CanonicalJSON.decode(SealedDraft.self, from: bytes)
    try Violation.unless(
      drafts.map(\.draft) == [known].compactMap(\.self), "what was sealed isn't what is opened")
    for draft in drafts.map(\.draft) {
      try Violation.unless(
        CanonicalJSON.decode(SealedDraft.self, from: CanonicalJSON.encode(draft)) == draft,
        "a draft isn't read as it was written")
    }
  }
}
