import FoundationEssentials
import TestSupport
import Testing

/// Photos that a list in JSON tells of.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct PhotoListTests {
  let photos: PhotoHousehold

  init() throws { photos = try PhotoHousehold() }

  @Test func `what a list in JSON tells of photos counts where they are`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    try photos.bucket("export", "json", "-o", "list.json")
    try photos.bucket("remove", "Baikal", "--yes")
    #expect(try photos.bucket("import", "list.json").end == .exited(0))
    #expect(try photos.photo("Baikal") == photos.bytes("ice.jpg"))
    try photos.bucket("remove", "Baikal", "--yes")
    try photos.bucket("purge", "--removed", "--yes")
    let run = try photos.bucket("import", "list.json")
    #expect(run.errorText.contains("1 photo is not in the file, and left out"), "\(run.errorText)")
    #expect(try photos.bucket("photo", "Baikal").errorText.contains("Baikal has no photos"))
  }

  @Test(
    arguments: [
      #""bytes":-5"#, #""bytes":9007199254740993"#, #""bytes":9223372036854775807"#,
      #""bytes":9223372036854775808"#, #""bytes":"many""#, #""name":"""#, #""name":"a\nb""#,
      #""type":"text/html""#, #""hash":"ab""#, #""id":"me""#,
    ])
  func `an entry that is none of a photo is left out of a list in JSON`(wrong: String) throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg", "--photo", "ice.png")
    try photos.bucket("export", "json", "-o", "list.json")
    let key = try #require(wrong.split(separator: ":").first)
    let list = String(decoding: try photos.bytes("list.json"), as: UTF8.self)
    // The value of the first photo.
    let start = try #require(list.firstRange(of: #""photos":["#))
    let place = try #require(list[start.upperBound...].firstRange(of: key + ":"))
    let end = try #require(list[place.upperBound...].firstIndex { ",}".contains($0) })
    let forged = list[..<place.lowerBound] + wrong + list[end...]
    try photos.write(Array(forged.utf8), to: "list.json")
    try photos.bucket("remove", "Baikal", "--yes")
    let run = try photos.bucket("import", "list.json")
    #expect(run.errorText.contains("1 photo is not in the file, and left out"), "\(run.errorText)")
    let shown = try photos.bucket("show", "Baikal").outputText
    #expect(shown.contains("1  ice.png") && !shown.contains("2  "), "\(shown)")
  }

  @Test func `a photo that a list in JSON tells of twice counts once`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    try photos.bucket("export", "json", "-o", "list.json")
    let list = String(decoding: try photos.bytes("list.json"), as: UTF8.self)
    let start = try #require(list.firstRange(of: #""photos":["#)).upperBound
    let end = try #require(list[start...].firstIndex(of: "]"))
    try photos.write(
      Array((list[..<end] + "," + list[start..<end] + list[end...]).utf8), to: "list.json")
    try photos.bucket("remove", "Baikal", "--yes")
    let run = try photos.bucket("import", "list.json")
    #expect(run.errorText.contains("1 photo is not in the file, and left out"), "\(run.errorText)")
    #expect(!(try photos.bucket("show", "Baikal").outputText.contains("2  ice.jpg")))
  }
}
