import BucketPlaces
import BucketVault

/// Shows a photo of a place, or writes it somewhere.
struct Photo: Action {
  let reference: String
  let photo: String?
  let file: FileArgument?
  let force: Bool
  let keepsPosition: Bool

  static let command = Command(
    "photo", "Show a photo of a place, or write it to a file.",
    examples: [
      Example("bucket photo baikal", "at a terminal that shows pictures"),
      Example("bucket photo baikal 2 -o ice.jpg", "the second one, into a file"),
    ],
    .required(
      "PLACE", "the id that list shows, the name, or a part of it that is unique",
      candidates: .places),
    .optional("N", "the number or name of the photo, as show lists them; else the first"),
    .optional("-o, --output FILE", "write into this file, and not to standard output"),
    .flag("--force", "write over a file that is there"),
    .flag("--keep-position", "write it as it was added, with the position where it was taken"),
    discussion: """
      A terminal that knows pictures of kitty, iTerm2 or sixels is shown the photo, by chafa, which \
      is given it through a pipe. What is written to a file or another program is not encrypted, and \
      has of the photo's EXIF how it was taken, but not where: of a JPEG, PNG, WebP or GIF only what \
      is known to be none of that is kept. Other kinds are only written with --keep-position. \
      bucket add --photo and bucket edit --photo add photos.
      """,
    synonyms: ["picture", "image", "photos"],
    make: Photo.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let output = OutputFile(file, force: force)
    try output?.check(context)
    let vault = try context.openVault()
    let book = PlaceBook(try context.ledger(of: vault).records)
    let place = try context.place(reference, in: book, of: vault)
    let id = book.shortID(of: place.id)
    guard let first = place.photos.first else { throw .noPhotos(of: place, id: id) }
    let photo = try photo.map { (photo) throws(Failure) in try place.photo(photo, of: id) } ?? first
    let viewer = try file == nil && context.output.isTerminal ? viewer(context) : nil
    let number = (place.photos.firstIndex(of: photo) ?? 0) + 1
    if self.photo == nil, place.photos.count > 1 {
      context.output.advise(
        "the first of \(place.photos.count) photos; the next one: bucket photo \(id) 2")
    }
    if let output, let kind = photo.kind, let named = PictureKind(ending: output.ending),
      named != kind
    {
      context.output.warn(Failure.misnamed(output.path, as: named.rawValue, being: kind.rawValue))
    }
    let store = vault.attachments
    let path = context.environment.abbreviated(store.path(of: photo.id))
    // What is left opens attachments and nothing else.
    _ = consume vault
    func failure(_ trouble: PhotoSource.Trouble) -> Failure {
      .photo(
        photo, trouble, at: path,
        withPosition: "bucket photo \(id) \(number) --keep-position", to: output)
    }
    let progress = Progress("opening \(Failure.shown(photo))", isQuiet: context.options.isQuiet)
    defer { progress.end() }
    let source: PhotoSource
    do throws(PhotoSource.Trouble) {
      source = try PhotoSource(
        photo, in: store, keepingPosition: viewer != nil || keepsPosition)
      try source.verify(progress: { progress.show($0) })
    } catch {
      throw failure(error)
    }
    try context.output.flush()
    if let viewer {
      progress.end()
      try show(source, by: viewer, failure)
    } else if let output {
      try write(source, to: output, failure)
      context.output.say(
        "wrote \(Failure.shown(photo)) to \(DisplayText.neutralised(output.path)), "
          + (keepsPosition ? "as it is" : "without its position")
          + "; not encrypted, readable by you alone")
    } else {
      do throws(PhotoSource.Trouble) { try source.write(to: 1) } catch { throw failure(error) }
    }
    return .done
  }

  private func show(
    _ source: PhotoSource, by viewer: PictureViewer,
    _ failure: (PhotoSource.Trouble) -> Failure
  ) throws(Failure) {
    var trouble: PhotoSource.Trouble?
    do throws(PictureViewer.Refusal) {
      try viewer.show { take in
        do throws(PhotoSource.Trouble) { try source.read(take) } catch { trouble = error }
      }
    } catch {
      throw trouble.map(failure) ?? .notShown(error, instead: commandToWrite)
    }
    if let trouble { throw failure(trouble) }
  }

  private func write(
    _ source: PhotoSource, to file: OutputFile, _ failure: (PhotoSource.Trouble) -> Failure
  ) throws(Failure) {
    var trouble: PhotoSource.Trouble?
    do throws(Failure) {
      try file.write { draft throws(SystemError) in
        do throws(PhotoSource.Trouble) { try source.write(to: draft.number) } catch {
          trouble = error
          throw SystemError(code: 0, call: "write")
        }
      }
    } catch {
      throw trouble.map(failure) ?? error
    }
  }

  private var commandToWrite: String {
    "bucket photo \(Failure.word(reference))\(photo.map { " " + Failure.word($0) } ?? "") -o FILE"
  }

  /// Finds out whether the terminal shows pictures, before anything is opened.
  private func viewer(_ context: borrowing Context) throws(Failure) -> PictureViewer {
    do throws(PictureViewer.Refusal) { return try PictureViewer(context.environment) } catch {
      throw .notShown(error, instead: commandToWrite)
    }
  }
}
