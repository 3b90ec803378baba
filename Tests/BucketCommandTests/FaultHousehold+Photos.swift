import BucketPlaces
import FoundationEssentials
import TestSupport

@testable import BucketVault

/// Photos that scenarios make to be found, and look at.
extension FaultHousehold {
  func writePictures() throws {
    for (name, bytes) in [("ice.jpg", PictureSample.jpeg()), ("ice.png", PictureSample.png())] {
      try Data(bytes).write(to: URL(filePath: "\(household.home)/\(name)"))
    }
  }

  /// Has a place with a photo, and with one more in its past.
  func addPhotos() throws {
    try writePictures()
    let home = household.home
    try change(["edit", "Camp", "--photo", "\(home)/ice.jpg", "--photo", "\(home)/ice.png"])
    try change(["edit", "Camp", "--remove-photo", "ice.png"])
  }

  /// The places with their photos, a line each, and how many bytes of each are whole.
  func photos() throws -> String {
    try withVault { vault in
      let store = vault.attachments
      return try vault.read().records.map { place in
        let photos = place.photos.map { photo in
          guard var reader = try? store.open(photo.id), (try? reader.verify()) != nil else {
            return "\(photo.name) broken"
          }
          return "\(photo.name) \(reader.byteCount)"
        }
        return ([place.name] + photos).joined(separator: ", ") + "\n"
      }.joined()
    }
  }

  /// Makes a copy of the vault, with its photos, that has one more.
  func makeCopyWithPhoto(_ name: String) throws {
    try addPhotos()
    let script = """
      cp -r "$(dirname "$VAULT")" "$HOME/\(name)"
      export XDG_STATE_HOME="$HOME/elsewhere"
      "$BUCKET" --vault "$HOME/\(name)/places.vault" edit Baikal --photo "$HOME/ice.jpg" -q
      rm -r "$HOME/elsewhere"
      """
    _ = try household.shell(script)
  }

  /// How long a file in the home is.
  func size(of name: String) throws -> String {
    (try? FileStatus.of("\(household.home)/\(name)")).map { "\($0.size) bytes" } ?? "no file"
  }
}
