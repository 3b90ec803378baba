import TestSupport
import Testing

/// Photos where several copies of a vault are, or were.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct PhotoCopiesTests {
  let photos: PhotoHousehold

  init() throws { photos = try PhotoHousehold() }

  @Test func `a copy of the vault beside it keeps photos that it alone may refer to`() throws {
    try photos.bucket("add", "Baikal")
    let copy = photos.household.vault + ".copy"
    _ = try photos.household.shell("cp \"$VAULT\" \"$VAULT.copy\"")
    // As a sync program leaves it, that took the other machine's file and folder.
    photos.household["XDG_STATE_HOME"] = photos.household.beside + "/there"
    try photos.bucket("--vault", copy, "edit", "Baikal", "--photo", "ice.jpg")
    photos.household["XDG_STATE_HOME"] = nil
    #expect(try photos.check()[0].contains("1 file of a photo that nothing refers to"))
    let purge = try photos.bucket("purge", "--orphans", "--yes")
    #expect(purge.errorText.contains("a copy of the vault beside it, may refer to them"))
    #expect(try photos.names().count == 1)
    #expect(try photos.bucket("merge", copy).end == .exited(0))
    #expect(try photos.photo("Baikal") == photos.bytes("ice.jpg"))
  }

  @Test func `merging brings photos from beside the other copy, and says which are nowhere`() throws
  {
    try photos.bucket("add", "Baikal", "--photo", "ice.png")
    let other = photos.household.beside + "/other"
    _ = try photos.household.shell("cp -r \"$(dirname \"$VAULT\")\" '\(other)'")
    let copy = other + "/places.vault"
    photos.household["XDG_STATE_HOME"] = photos.household.beside + "/there"
    try photos.bucket("--vault", copy, "edit", "Baikal", "--photo", "ice.jpg")
    try photos.bucket("--vault", copy, "add", "Hut", "--photo", "ice.gif")
    photos.household["XDG_STATE_HOME"] = nil
    _ = try photos.household.shell(
      "cd; \"$BUCKET\" --vault '\(copy)' photo Hut --keep-position >/dev/null")
    #expect(try photos.bucket("merge", copy, "--dry-run").errorText.contains("2 photos would come"))
    #expect(try photos.names().count == 1)
    let merge = try photos.bucket("merge", copy)
    #expect(merge.errorText.contains("brought 2 photos"), "\(merge.errorText)")
    #expect(try photos.photo("Baikal", "2") == photos.bytes("ice.jpg"))
    #expect(try photos.photo("Hut") == photos.bytes("ice.gif"))
    // What is lost here comes back, though no change is new.
    _ = try photos.household.shell(
      "rm '\(photos.folder)'/*; rm -r '\(other)/attachments'/$(ls '\(other)/attachments' | head -1)"
    )
    let again = try photos.bucket("merge", copy)
    #expect(again.errorText.contains("brought 2 photos"))
    #expect(again.errorText.contains("1 photo is in neither copy's folder"))
    #expect(try photos.check().count { $0.contains("is missing") } == 1)
  }

  @Test func `a new key and another copy under the old one go together`() throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    let other = photos.household.beside + "/other"
    _ = try photos.household.shell("cp -r \"$(dirname \"$VAULT\")\" '\(other)'")
    let before = try photos.names()
    let password = photos.household.password + "\n"
    let rotate = try photos.bucket("keys", "rotate", "--yes", "--password-stdin", input: password)
    #expect(rotate.end == .exited(0), "\(rotate.errorText)")
    #expect(try photos.names().count == 1 && photos.names() != before)
    #expect(try photos.photo("Baikal") == photos.bytes("ice.jpg"))
    #expect(try photos.check("--deep")[0].contains("verifies"))
    _ = try photos.household.shell("rm '\(photos.folder)'/*")
    let merge = try photos.bucket(
      "merge", other + "/places.vault", "--password-stdin", input: password)
    #expect(merge.errorText.contains("brought 1 photo"), "\(merge.errorText)")
    #expect(try photos.photo("Baikal") == photos.bytes("ice.jpg"))
  }

  @Test
  func `a photo that was missing while the key became a new one comes back by merging a backup`()
    throws
  {
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
    let backup = photos.household.beside + "/backup"
    let password = photos.household.password + "\n"
    _ = try photos.household.shell(
      "cp -r \"$(dirname \"$VAULT\")\" '\(backup)'; rm '\(photos.folder)'/*")
    let rotate = try photos.bucket("keys", "rotate", "--yes", "--password-stdin", input: password)
    #expect(rotate.errorText.contains("under the key from before as well: bucket merge COPY"))
    let hint = "bring it from a backup of the vault that has its folder attachments beside it"
    #expect(try photos.bucket("photo", "Baikal").errorText.contains("\(hint): bucket merge COPY"))
    #expect(
      try photos.household.bucket(["check"]).outputText.contains("\(hint): bucket merge COPY"))
    let merge = try photos.bucket(
      "merge", backup + "/places.vault", "--password-stdin", input: password)
    #expect(merge.errorText.contains("brought 1 photo"), "\(merge.errorText)")
    #expect(try photos.photo("Baikal") == photos.bytes("ice.jpg"))
  }

  @Test(arguments: ["here", "there"])
  func `following one copy keeps the photos that both added, and takes away what one took`(
    side: String
  ) throws {
    try photos.bucket("add", "Baikal", "--photo", "ice.png")
    let other = photos.household.beside + "/other"
    _ = try photos.household.shell("cp -r \"$(dirname \"$VAULT\")\" '\(other)'")
    let copy = other + "/places.vault"
    photos.household["XDG_STATE_HOME"] = photos.household.beside + "/there"
    try photos.bucket("--vault", copy, "edit", "Baikal", "--photo", "ice.jpg", "-c", "lake")
    try photos.bucket("--vault", copy, "edit", "Baikal", "--remove-photo", "ice.png")
    photos.household["XDG_STATE_HOME"] = nil
    try photos.bucket("edit", "Baikal", "--photo", "ice.gif", "-c", "water")
    let merge = try photos.bucket("merge", copy, "--prefer", side)
    #expect(merge.end == .exited(0), "\(merge.errorText)")
    let shown = try photos.bucket("show", "Baikal").outputText
    #expect(shown.contains(side == "here" ? "water" : "lake"))
    #expect(shown.contains("ice.jpg") && shown.contains("ice.gif") && !shown.contains("ice.png"))
    #expect(try photos.photo("Baikal", "ice.jpg") == photos.bytes("ice.jpg"))
  }
}
