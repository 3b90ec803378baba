import BucketPlaces
import BucketVault
import FoundationEssentials

extension HistoryEntry {
  /// The entry as an object for scripts, described in docs/json.md.
  var json: String {
    var members = [("id", Self.text(of: batch.id)), ("at", Self.text(of: at))]
    if let by { members.append(("by", JSONText.string(by))) }
    if let undoes { members.append(("undoes", Self.text(of: undoes.id))) }
    if batch.merged != nil { members.append(("merged", "true")) }
    members.append(("changes", JSONText.array(parts.map(Self.json))))
    return JSONText.object(members.map { (key: $0.0, text: $0.1) })
  }

  private static func json(of part: Part) -> String {
    let change = part.change
    var members = [("id", text(of: change.id)), ("at", text(of: change.at))]
    if let by = change.by { members.append(("by", JSONText.string(by))) }
    members += [
      ("place", text(of: part.place.id)), ("name", JSONText.string(part.place.name)),
      ("kind", JSONText.string(part.kind.rawValue)),
    ]
    if change.isBase { members.append(("purged", "true")) }
    if let before = part.before, let after = part.after {
      let fields = after.differences(from: before).map { JSONText.string($0.field) }
      members.append(("fields", JSONText.array(fields)))
    }
    if let before = part.before { members.append(("before", JSONListing.object(before))) }
    if let after = part.after { members.append(("after", JSONListing.object(after))) }
    return JSONText.object(members.map { (key: $0.0, text: $0.1) })
  }

  private static func text(of id: UUID) -> String { JSONText.string(id.uuidString.lowercased()) }

  private static func text(of date: Date) -> String { JSONText.string(date.formatted(.iso8601)) }
}
