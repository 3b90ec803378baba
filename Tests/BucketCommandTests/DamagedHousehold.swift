import FoundationEssentials
import TestSupport

/// A household with an open vault of six places, each in a frame of its own, and a copy of it in
/// which something is broken.
struct DamagedHousehold {
  let household: Household
  /// The damaged copy.
  let file: String
  /// What recover writes unless told otherwise.
  let new: String
  private let header: ForgedHeader

  static let names = ["Azov", "Baikal", "Como", "Dal", "Elton", "Fulda"]
  /// The bytes of a frame with a short place.
  static let frameCount = 1_068

  init() throws {
    household = try Household()
    for name in Self.names { _ = try household.bucket(["add", name]) }
    (file, new) = (household.home + "/broken.vault", household.home + "/broken.recovered.vault")
    header = try ForgedHeader(household.vault)
    try put(try bytes(household.vault))
  }

  /// Where a frame begins, in bytes; they count from 1.
  func start(ofFrame number: Int) -> Int { header.end + (number - 1) * Self.frameCount }

  func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  /// Makes the copy anew.
  func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: file)) }

  /// Flips all bits of a stretch of the copy.
  func spoil(_ range: Range<Int>) throws {
    var broken = try bytes(file)
    for place in range { broken[place] ^= 0xFF }
    try put(broken)
  }

  /// Runs `recover` on the copy.
  func recover(_ words: String..., input: String = "") throws -> ProgramRun {
    try household.bucket(["recover", file] + words, input: input)
  }

  /// The names of the places in another vault file.
  func names(in path: String) throws -> [String]? {
    let run = try household.bucket(["--vault", path, "list", "--json"])
    guard run.end == .exited(0) else { return nil }
    return try JSONDecoder().decode([Household.Listed].self, from: Data(run.output)).map(\.name)
  }
}
