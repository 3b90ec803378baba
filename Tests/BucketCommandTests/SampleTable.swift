@testable import BucketCommand

/// A small made-up table, so that these tests don't change with bucket's own commands.
enum SampleTable {
  struct Position: ArgumentValue, Equatable {
    let latitude: Int
    let longitude: Int

    init(latitude: Int, longitude: Int) {
      self.latitude = latitude
      self.longitude = longitude
    }

    init(argument: String) throws(ArgumentError) {
      let parts = argument.split(separator: ",").compactMap { Int($0) }
      guard parts.count == 2 else { throw ArgumentError(hint: "write LAT,LON, as in -33,151") }
      guard -90...90 ~= parts[0] else {
        throw ArgumentError(
          reason: "latitude \(parts[0]) is out of range", hint: "a latitude is between -90 and 90")
      }
      (latitude, longitude) = (parts[0], parts[1])
    }
  }

  enum Season: String, CaseIterable, ArgumentValue { case spring, summer, autumn, winter }

  struct Put: Action, Equatable {
    var name = ""
    var text: String?
    var position: Position?
    var tags: [String] = []
    var season: Season?
    var edits = false

    func run(in context: borrowing Context) throws(Failure) -> ExitStatus { .done }
  }

  struct Show: Action, Equatable {
    var words: [String] = []
    var visited = false
    var unvisited = false
    var limit = 20
    var output: FileArgument?

    func run(in context: borrowing Context) throws(Failure) -> ExitStatus { .done }
  }

  struct Remove: Action, Equatable {
    let places: [String]

    func run(in context: borrowing Context) throws(Failure) -> ExitStatus { .done }
  }

  struct Plain: Action, Equatable {
    func run(in context: borrowing Context) throws(Failure) -> ExitStatus { .done }
  }

  static let put = Command(
    "add", "Put a place on the list.",
    examples: [
      Example("bucket add \"Lake Baikal\" --at 53,108 -t winter", "with its position and a tag"),
      Example("bucket add \"A hut without a road\"", "a name is enough"),
    ],
    .required("NAME", "what you call the place"),
    .optional("-d, --description TEXT", "what you want to remember about it"),
    .optional("--at POSITION", "where it is"),
    .repeated("-t, --tag TAG", "file it under TAG; may be given several times"),
    .optional("-s, --season SEASON", "when to go"),
    .flag("-e, --edit", "open the new entry in your editor"),
    discussion: "A place without a position can be given one later.",
    exitStatuses: [Term("6", "a place of this name is there already")],
    synonyms: ["new", "create"],
    make: Put.init)

  static let show = Command(
    "list", "Show the places.", examples: [Example("bucket list --unvisited", "what is left")],
    .repeated("WORDS", "only places that have these words"),
    .flag("--visited", "only those where you were"),
    .flag("--unvisited", "only those where you weren't"),
    .optional("-n, --limit NUMBER", "at most so many", default: 20),
    .optional("-o, --output FILE", "write them to FILE"),
    exclusive: [["--visited", "--unvisited"]], synonyms: ["ls", "search", "find"], make: Show.init)

  static let remove = Command(
    "remove", "Take places off the list.",
    examples: [Example("bucket remove baikal", "by a part of the name")],
    .oneOrMore("PLACE", "the place"), synonyms: ["rm", "delete"], make: Remove.init)

  static let unlock = Command("unlock", "Open the vault.", make: Plain.init)
  static let undo = Command("undo", "Take back the last change.", make: Plain.init)

  static let table = CommandTable(
    Program(
      version: "1.2.3", date: "2026-03-12", summary: "an encrypted bucket list",
      description: "Keeps the places you want to see in one encrypted file.",
      examples: [Example("bucket add \"Lake Baikal\"", "put a place on the list")],
      exitStatuses: [Term("0", "done"), Term("2", "the command line was not understood")],
      environment: [Term("NO_COLOR", "no colours when it is set to anything")],
      files: [Term("~/.local/share/bucket/places.vault", "the vault")],
      seeAlso: ["faillock(8)", "pam(7)"]),
    [
      CommandGroup("The vault", [unlock]),
      CommandGroup("Places", [put, show, remove, undo]),
    ])

  /// The action a command line asks for.
  static func action<Asked: Action>(
    _ words: [String], as type: Asked.Type = Asked.self, in table: CommandTable = table
  ) throws -> Asked? {
    guard case .run(let action, _) = try table.request(for: words) else { return nil }
    return action as? Asked
  }

  /// The global options of a command line.
  static func options(_ words: [String]) throws -> GlobalOptions? {
    guard case .run(_, let options) = try table.request(for: words) else { return nil }
    return options
  }

  /// The text a command line asks for.
  static func text(
    _ words: [String], width: Int = 80, in table: CommandTable = table
  ) throws -> String? {
    guard case .show(let text) = try table.request(for: words, width: width) else { return nil }
    return text
  }

  /// What is wrong with a command line.
  static func error(_ words: [String], in table: CommandTable = table) -> UsageError? {
    do throws(UsageError) {
      _ = try table.request(for: words)
      return nil
    } catch {
      return error
    }
  }
}
