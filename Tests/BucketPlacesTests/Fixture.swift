import FoundationEssentials

/// Reads a file of the folder Fixtures.
func fixture(_ name: String) throws -> Data {
  let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
  return try Data(contentsOf: URL(filePath: "/" + folder + "/Fixtures/" + name))
}
