/// Why nothing of a file can be imported.
public enum ImportError: Error, Hashable, Sendable {
  /// The content is none of the kinds that are known.
  case unknownKind
  /// An archive, or a packed file, of a kind that isn't opened.
  case unopened(UnopenedArchive)
  /// No byte is there, or nothing but white space.
  case empty
  /// The text breaks the rules of its format, by what the library that reads it says.
  case syntax(Syntax, line: Int, column: Int, problem: String)
  /// A number is larger than any that can be read.
  case numberTooLarge(line: Int)
  /// XML declares an entity, by which a small file can become a huge one, or read other files.
  case entityDeclared(line: Int)
  /// XML declares attributes, which would then be in every element without standing there.
  case attributeDeclared(line: Int)
  /// The text is in an encoding that isn't read, by the name that it gives.
  case encoding(String)
  /// More elements are nested than any file of places has.
  case tooDeep(line: Int, limit: Int)
  /// A tag or a part of it, a comment or the text of an element has more bytes than any of a place.
  case tooLong(line: Int, limit: Int)
  /// More elements are within one than any place has.
  case tooManyElements(line: Int, limit: Int)
  /// Elements and attributes have more different names than those of any file of places.
  case tooManyNames(line: Int, limit: Int)
  /// In bytes, unpacked.
  case tooLarge(limit: Int)
  /// The positions are not WGS 84, by the name of their reference system.
  case referenceSystem(String)
  /// The file only points to places on a server, which are never fetched.
  case onlyALink(String)
  case archive(Archive)
  /// Something is wrong with a file within an archive.
  indirect case member(String, ImportError)

  public enum Syntax: String, Hashable, Sendable {
    case json = "JSON"
    case xml = "XML"
    case csv = "CSV"
  }

  /// What is wrong with a zip archive.
  public enum Archive: Hashable, Sendable {
    /// By what the library that reads it says.
    case damaged(String)
    case encrypted(member: String)
    /// The path of a member leads out of the archive.
    case climbsOut(member: String)
    /// The member is a link to another file.
    case symbolicLink(member: String)
    /// Unpacked, it is out of all proportion.
    case bomb(member: String)
    case tooManyMembers(limit: Int)
    /// No member is a file of places, and one is an archive itself, which isn't opened.
    case onlyArchives
    /// No member is a file of places.
    case nothingInside
  }
}
