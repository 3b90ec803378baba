import BucketPlaces

/// Tags as they were typed in one word, with commas between them; in quotes if one holds a comma.
struct TagsArgument: ArgumentValue, Equatable {
  let tags: [String]

  init(argument: String) throws(ArgumentError) {
    guard let tags = TagList(parsing: argument)?.tags else {
      throw ArgumentError(
        reason: "a quote around a tag doesn't end before the next comma",
        hint: "quote a tag only if it holds a comma")
    }
    if tags.isEmpty {
      throw ArgumentError(reason: "it is no tag", hint: "edit --untag TAG takes a tag away")
    }
    self.tags = tags
  }

  static var candidates: Candidates { .tags }
}
