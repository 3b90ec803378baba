import BucketVault

extension Failure {
  static func qrCode(_ error: QRCode.TooWide) -> Failure {
    Failure(
      "qr-code", .failed,
      "the QR code takes \(error.columns) columns, and the terminal has \(error.available)",
      hints: ["make the window wider, or its font smaller"])
  }

  static func qrCode(_ failure: Confinement.Failure) -> Failure {
    Failure("qr-code", .failed, "the QR code can't be drawn: \(text(of: failure))")
  }
}
