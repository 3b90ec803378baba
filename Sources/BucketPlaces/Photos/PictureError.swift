/// Why a picture can't be given without its position.
public enum PictureError: Error, Hashable, Sendable {
  /// Nobody can be sure where files of its kind hold a position.
  case kindUnclear(PictureKind)
  /// It isn't built as files of its kind are.
  case malformed(PictureKind)
}
