import FoundationEssentials

extension Place {
  /// What every form of JSON tells of a place besides its id and position, in a fixed order.
  ///
  /// Nil and empty fields are left out; `created` and `modified` are ISO 8601 in UTC.
  var properties: [(key: String, text: String)] {
    var properties = [(key: "name", text: JSONText.string(name))]
    func add(_ key: String, _ text: String?) {
      if let text { properties.append((key, text)) }
    }
    add("description", description.isEmpty ? nil : JSONText.string(description))
    add("category", category.map(JSONText.string))
    add("tags", tags.isEmpty ? nil : JSONText.array(tags.map(JSONText.string)))
    add("address", address.map(JSONText.string))
    add("link", link.map(JSONText.string))
    add("visited", visited.map { JSONText.string($0.description) })
    add("approximate", approximate.map { String($0) })
    add("created", created.map { JSONText.string(Timestamp.text($0)) })
    add("modified", modified.map { JSONText.string(Timestamp.text($0)) })
    add("source", source?.text)
    return properties
  }
}

extension Place.Source {
  fileprivate var text: String {
    JSONText.object([("program", JSONText.string(program)), ("id", JSONText.string(id))])
  }
}
