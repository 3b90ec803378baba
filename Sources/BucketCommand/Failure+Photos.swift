import BucketPlaces
import BucketVault
import FoundationEssentials

extension Failure {
  static func shown(_ photo: IncomingPhoto) -> String {
    DisplayText.truncated(photo.name, to: 40)
  }

  static func shown(_ photo: Place.Photo) -> String {
    DisplayText.truncated(photo.name, to: 40)
  }

  // MARK: Bringing in

  /// Why a file can't become a photo.
  static func photoFile(_ path: String, _ refusal: IncomingPhoto.Refusal) -> Failure {
    let file = DisplayText.neutralised(path)
    let kinds = "JPEG, PNG, WebP, GIF, HEIC, AVIF or TIFF"
    let (message, hint) =
      switch refusal {
      case .folder: ("\(file) is a folder, not a photo", "name the files in it")
      case .special: ("\(file) is no regular file, and isn't opened", "name a file")
      case .empty: ("\(file) is empty", "name a picture: \(kinds)")
      case .noPicture:
        ("\(file) is no picture, by what it begins with", "name a picture: \(kinds)")
      case .unreadable(let error):
        ("\(file) can't be read: \(error.text)", "nothing was changed; see what is wrong with it")
      }
    return Failure("photo", .failed, message, hints: [hint])
  }

  /// Why a photo could not be stored.
  static func notStored(
    _ photo: IncomingPhoto, _ error: AttachmentError, in folder: String
  ) -> Failure {
    let file = DisplayText.neutralised(photo.path)
    return switch error {
    case .sourceUnreadable(let error): photoFile(photo.path, .unreadable(error))
    case .sourceChanged:
      Failure(
        "photo", .failed, "\(file) changed while it was read",
        hints: ["nothing was changed; try again once it is finished"])
    default:
      Failure(
        "photo", .failed,
        "\(file) can't be kept in \(DisplayText.neutralised(folder)): \(reason(error))",
        hints: ["nothing was changed; make room, or see what is wrong with that folder"])
    }
  }

  /// What a photo doesn't tell of where it was taken.
  static func words(forPositionOf photo: IncomingPhoto) -> String {
    let name = shown(photo)
    return switch photo.facts.position {
    case .none where !EXIFBlock.isRead(photo.kind):
      "\(name): a position isn't looked for in \(kindName(photo.kind)) files"
    case .none, .known: "\(name) tells no position"
    case .unusable(.noHemisphere):
      "\(name): its position doesn't say north or south, east or west, and isn't used"
    case .unusable(.noFix): "\(name): its position is 0, 0, which says nothing, and isn't used"
    case .unusable(.noNumbers): "\(name): its position is broken, and isn't used"
    case .unusable(.outOfRange): "\(name): its position is nowhere on earth, and isn't used"
    }
  }

  private static func kindName(_ kind: PictureKind) -> String {
    kind == .webp ? "WebP" : kind.rawValue.uppercased()
  }

  // MARK: Giving out

  static func noPhotos(of place: Place, id: String) -> Failure {
    Failure(
      "no-such-photo", .noSuchPlace,
      "\(DisplayText.truncated(place.name, to: 60)) has no photos",
      hints: ["add one: bucket edit \(id) --photo FILE"])
  }

  /// - Parameter count: How many photos have that name.
  static func noSuchPhoto(
    _ reference: String, of place: Place, id: String, count: Int
  ) -> Failure {
    if place.photos.isEmpty { return noPhotos(of: place, id: id) }
    let shown = place.photos.enumerated().map { "\($0.offset + 1)  \(Failure.shown($0.element))" }
    return Failure(
      "no-such-photo", .noSuchPlace,
      "\(DisplayText.truncated(place.name, to: 60)) has \(count == 0 ? "no photo" : "\(count) photos") "
        + "“\(DisplayText.truncated(reference, to: 40))”",
      hints: ["give the number of one of them:"], choices: shown)
  }

  /// Why a photo isn't given out.
  ///
  /// - Parameters:
  ///   - path: Where its file is, or should be.
  ///   - command: What gives it as it is.
  ///   - file: What it was to be written to; nothing for standard output.
  static func photo(
    _ photo: Place.Photo, _ trouble: PhotoSource.Trouble, at path: String,
    withPosition command: String, to file: OutputFile?
  ) -> Failure {
    switch trouble {
    case .attachment(let error): broken(photo, error, at: path)
    case .position(let error): positionStays(in: photo, error, command)
    case .output(let error): file.map { exportFile($0.path, error) } ?? output(error)
    }
  }

  private static func broken(
    _ photo: Place.Photo, _ error: AttachmentError, at path: String
  ) -> Failure {
    let message = "\(shown(photo)): \(reason(error))"
    return switch error {
    case .missing:
      Failure("photo-missing", .failed, message, hints: waysBack(after: error, at: path))
    case .damaged, .notAFile:
      Failure("photo-damaged", .vaultBroken, message, hints: waysBack(after: error, at: path))
    case .newerFormat:
      Failure("newer-format", .failed, message, hints: ["install a newer version of bucket"])
    default:
      Failure(
        "photo", .failed, message,
        hints: ["look at the permissions of the file and its folders: bucket check"])
    }
  }

  /// How the file of a photo comes back.
  ///
  /// Under a new key of the vault it has a new name, by which no backup from before has it.
  ///
  /// - Parameter path: Where it should be.
  static func waysBack(after error: AttachmentError, at path: String) -> [String] {
    let file = DisplayText.neutralised(path)
    var ways = [
      "bring it from a backup of the vault that has its folder attachments beside it: bucket merge COPY",
      "or from a backup since the vault's key is this one, its file alone: \(file)",
    ]
    // What is in its place would be taken for it.
    if error != .missing { ways.insert("take away what is there: \(moving(path))", at: 0) }
    return ways
  }

  private static func positionStays(
    in photo: Place.Photo, _ error: PictureError?, _ command: String
  ) -> Failure {
    let reason =
      switch error {
      case .kindUnclear(let kind):
        "of \(kindName(kind)) files bucket can't be sure where a position is"
      case .malformed(let kind): "it isn't built as \(kindName(kind)) files are"
      case nil: "this version doesn't know its kind, \(DisplayText.neutralised(photo.type))"
      }
    return Failure(
      "position", .failed, "\(shown(photo)) can't be given without its position: \(reason)",
      hints: ["give it as it is, with its position: \(command)"])
  }

  /// Why a picture can't be shown at the terminal.
  ///
  /// - Parameter command: What writes it to a file.
  static func notShown(_ refusal: PictureViewer.Refusal, instead command: String) -> Failure {
    let (message, hints) =
      switch refusal {
      case .noProtocol: ("this terminal shows no pictures", [String]())
      case .noProgram:
        ("chafa, which shows pictures, is not installed", ["install the package chafa"])
      case .failed: ("chafa can't show it", [])
      case .hung: ("chafa did not go on, and was ended", [])
      case .system(let error): ("chafa can't be run: \(error.text)", [])
      }
    return Failure(
      "not-shown", .failed, message, hints: hints + ["write it to a file: \(command)"])
  }

  // MARK: The folder

  /// Why a photo could not be brought from the folder beside another copy.
  static func photoNotBrought(_ path: String, _ error: AttachmentError) -> Failure {
    Failure(
      "photo", .failed,
      "a photo can't be brought: \(DisplayText.neutralised(path)): \(reason(error))",
      hints: ["no place was changed; see what is wrong with the disk or the folder, and try again"])
  }

  static func leftPhoto(_ path: String, _ error: AttachmentError) -> String {
    "a photo could not be sealed for the new key: \(DisplayText.neutralised(path)): \(reason(error)); "
      + "a backup of the vault that has its folder attachments beside it brings it back, under the key "
      + "from before as well: bucket merge COPY"
  }

  static func photoStays(_ path: String, _ error: SystemError) -> String {
    "the file of a photo that nothing refers to can't be removed (\(error.text)): "
      + DisplayText.neutralised(path)
  }

  static func photosStay(_ paths: [String], _ error: SystemError) -> Failure {
    Failure(
      "photo", .failed,
      "\(Count.of(paths.count, "file of a photo", "files of photos")) can't be removed: \(error.text)",
      hints: ["take away by hand: rm \(paths.map(word).joined(separator: " "))"])
  }

  /// The same after a purge, of which only files of photos are left to be removed.
  var afterPurge: Failure {
    Failure(
      name, status,
      "files of photos that nothing refers to any more may still be there: \(message)",
      hints: ["what was before is purged; to remove them: bucket purge --orphans"])
  }

  static func photoFolder(_ path: String, _ error: SystemError) -> String {
    "\(DisplayText.neutralised(path)) can't be looked into: \(error.text)"
  }

  /// What an error of the vault says about photos.
  static func photoWords(for error: VaultError) -> (ExitStatus, String, [String]) {
    switch error {
    case .attachmentNotResealed(let path, let error):
      (
        .failed,
        "a photo can't be sealed for the new key: \(DisplayText.neutralised(path)): \(reason(error))",
        ["nothing was changed; all photos are there twice for a while, so make room, and try again"]
      )
    case .attachmentsUnreadable(let error):
      (
        .failed, "the folder of the photos can't be looked into: \(error.text)",
        ["look at its permissions: bucket check"]
      )
    default:
      (
        .failed, "a photo was taken away by another bucket in the meantime; nothing was changed",
        ["try again"]
      )
    }
  }

  /// What is wrong with the file of a photo.
  static func reason(_ error: AttachmentError) -> String {
    switch error {
    case .missing: "its file is missing"
    case .notAFile: "something else is in the place of its file"
    case .unreadable(let error), .sourceUnreadable(let error): "it can't be read: \(error.text)"
    case .newerFormat: "it has a format that this bucket doesn't know"
    case .unwritable(let error): error.text
    case .sourceChanged: "it changed while it was read"
    case .damaged(let damage): "its file is damaged: \(words(for: damage))"
    }
  }

  private static func words(for damage: AttachmentError.Damage) -> String {
    switch damage {
    case .magic: "it begins with something else"
    case .header: "its header is that of another file, or was changed"
    case .length: "it has another length than was written"
    case .chunk(let number): "piece \(number) of it does not verify"
    case .cutShort(let number): "it ends before piece \(number)"
    case .trailing: "something follows its end"
    }
  }
}
