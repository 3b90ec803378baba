import BucketPlaces
import BucketVault

/// A photo as it is given out: as it was added, or without the position where it was taken.
final class PhotoSource {
  let photo: Place.Photo
  private let store: AttachmentStore
  /// Of what the position is taken away.
  private let stripped: PictureKind?
  /// How many bytes are given in all, once that is known.
  private var count: Int?

  /// What keeps a photo from being given out.
  enum Trouble: Error {
    case attachment(AttachmentError)
    case position(PictureError?)
    case output(SystemError)
  }

  init(
    _ photo: Place.Photo, in store: consuming AttachmentStore, keepingPosition: Bool
  ) throws(Trouble) {
    self.photo = photo
    self.store = store
    if keepingPosition {
      stripped = nil
    } else {
      guard let kind = photo.kind else { throw .position(nil) }
      guard PositionRemoval.isPossible(on: kind) else { throw .position(.kindUnclear(kind)) }
      stripped = kind
    }
  }

  /// Where its file is, or should be.
  var path: String { store.path(of: photo.id) }

  /// Sees whether all of it is whole, and can be given out; nothing is to be given before that.
  func verify(progress: @escaping (Double) -> Void) throws(Trouble) {
    var count = 0
    try read(progress: progress) { bytes in
      count += bytes.count
      return true
    }
    self.count = count
  }

  /// Writes it to an open file.
  func write(to number: CInt) throws(Trouble) {
    var failure: SystemError?
    try read { bytes in
      do throws(SystemError) {
        try StandardStreams.write(bytes, to: number)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw .output(failure) }
  }

  /// Gives it bit by bit, as long as it is taken.
  func read(
    progress: @escaping (Double) -> Void = { _ in }, _ take: @escaping ([UInt8]) -> Bool
  ) throws(Trouble) {
    let reading: Reading
    do throws(AttachmentError) {
      reading = Reading(try store.open(photo.id), progress, take)
    } catch {
      throw .attachment(error)
    }
    var refusal: PictureError?
    if let stripped {
      do throws(PictureError) {
        try PositionRemoval.run(
          on: stripped, count: count, next: reading.next, write: reading.give)
      } catch {
        refusal = error
      }
      // What follows the picture has to be whole as well.
      while reading.next() != nil {}
    } else {
      while let bytes = reading.next() { reading.give(bytes) }
    }
    if let failure = reading.failure { throw .attachment(failure) }
    if let refusal, reading.isTaken { throw .position(refusal) }
  }

  /// One going over of a photo.
  private final class Reading {
    private var reader: AttachmentReader
    private let progress: (Double) -> Void
    private let take: ([UInt8]) -> Bool
    private var done = 0
    private(set) var failure: AttachmentError?
    /// Whether what was given until now was taken.
    private(set) var isTaken = true

    init(
      _ reader: consuming AttachmentReader, _ progress: @escaping (Double) -> Void,
      _ take: @escaping ([UInt8]) -> Bool
    ) {
      self.reader = reader
      self.progress = progress
      self.take = take
    }

    /// The next bytes; `nil` at the end, and where going on is of no use.
    func next() -> [UInt8]? {
      guard isTaken, failure == nil else { return nil }
      do throws(AttachmentError) {
        let bytes = try reader.next()
        done += bytes?.count ?? 0
        progress(Double(done) / Double(max(reader.byteCount, 1)))
        return bytes
      } catch {
        failure = error
        return nil
      }
    }

    func give(_ bytes: [UInt8]) { if isTaken { isTaken = take(bytes) } }
  }
}
