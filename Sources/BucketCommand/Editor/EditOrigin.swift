import BucketVault
import FoundationEssentials

/// What a text in the editor is of, kept beside it for whoever finds it when we were killed.
struct EditOrigin: Codable, Equatable {
  /// The folder of what this machine keeps of the vault, which drafts of it are in.
  let state: String
  /// What the text is of; its own text is what the editor was given.
  let draft: SealedDraft
  /// The file of the sealed draft that the editing went on from.
  let former: String?

  var json: [UInt8] { Array(JSONLine.text(self).utf8) }

  /// - Returns: `nil` where the bytes say nothing that can be understood.
  static func of(_ json: [UInt8]) -> EditOrigin? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try? decoder.decode(EditOrigin.self, from: Data(json))
  }

  /// The draft that keeps what the editor saved, which is newer than the one it went on from.
  func draft(keeping text: String, at date: Date) -> SealedDraft {
    SealedDraft(
      of: draft.subject, text: text, base: draft.base, choice: draft.choice, at: date)
  }
}
