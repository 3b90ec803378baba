import FoundationEssentials

/// Reads a file of the folder Fixtures.
func fixture(_ name: String, beside file: String = #filePath) throws -> Data {
  let folder = file.split(separator: "/").dropLast().joined(separator: "/")
  return try Data(contentsOf: URL(filePath: "/" + folder + "/Fixtures/" + name))
}
