@testable import BucketCommand

/// A small made-up table with a family of commands: `tags`, and what else can be done with them.
enum SampleFamily {
  struct Listing: Action, Equatable {
    var counts = false

    func run(in context: borrowing Context) throws(Failure) -> ExitStatus { .done }
  }

  struct Renaming: Action, Equatable {
    let old: String
    let new: String
    var force = false

    func run(in context: borrowing Context) throws(Failure) -> ExitStatus { .done }
  }

  struct Removal: Action, Equatable {
    let kind: SampleTable.Season

    func run(in context: borrowing Context) throws(Failure) -> ExitStatus { .done }
  }

  static let counts = Parameter<Bool>.flag("-c, --counts", "with how many places have them")

  static let tags = Command(
    "tags", "List the tags, or change them.", examples: [Example("bucket tags", "list them")],
    counts, synonyms: ["labels"], make: Listing.init)

  static let list = Command(
    "tags list", "List the tags.", counts, synonyms: ["ls"], make: Listing.init)

  static let rename = Command(
    "tags rename", "Give a tag another name.",
    examples: [Example("bucket tags rename winter cold", "for all places that have it")],
    .required("OLD", "the tag"), .required("NEW", "its new name"),
    .flag("-f, --force", "even if there is such a tag"), synonyms: ["mv"], make: Renaming.init)

  static let remove = Command(
    "tags remove", "Take a tag off all places.", .required("TAG", "the tag"), make: Removal.init)

  static let table = CommandTable(
    Program(version: "1.2.3", date: "2026-03-12", summary: "a list", description: "A list."),
    [
      CommandGroup("Places", [SampleTable.put, SampleTable.remove]),
      CommandGroup("Tags", [tags, list, rename, remove]),
    ])
}
