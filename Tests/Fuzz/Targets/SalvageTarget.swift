import BucketPlaces

@testable import BucketVault

/// A vault whose bytes were altered, of which whatever verifies is brought out.
enum SalvageTarget: FuzzTarget {
  static let name = "salvage"
  /// Each bit of a frame that doesn't verify is flipped in turn.
  static let patience = Duration.seconds(5)

  static func check(_ bytes: [UInt8]) throws {
    let header = KnownVault.headerBytes
    let frames = KnownVault.frames(of: SampleBatches.texts)
    let script = Array(bytes.dropFirst())
    // Most scripts are about the frames, since a bit of the header is looked for at length.
    let altersHeader = bytes.first == UInt8(ascii: "h")
    let altered = FileAlteration.apply(script, to: altersHeader ? header + frames : frames)
    let file = try KnownVaultFile(whole: altersHeader ? altered : header + altered)
    let salvage: Salvage<Place>
    do throws(VaultError) {
      let damaged = try DamagedVault(file.path)
      salvage = try damaged.salvage(as: Place.self, key: KnownVault.key)
    } catch {
      return try Violation.unless(altersHeader, "frames keep a header from being read: \(error)")
    }
    let names = salvage.records.map(\.name)
    try Violation.unless(
      names.allSatisfy(SampleBatches.names.contains) && Set(names).count == names.count,
      "what was brought out is \(names)")
    try Violation.unless(
      altered != (altersHeader ? header + frames : frames)
        || names == SampleBatches.names
          && salvage.gaps.isEmpty && salvage.mendedFrames.isEmpty && salvage.incompleteBatches == 0,
      "a whole vault is damaged")
    try Violation.unless(
      salvage.gaps.allSatisfy {
        !$0.bytes.isEmpty && $0.bytes.upperBound <= header.count + altered.count
      },
      "a gap is where nothing is")
  }
}
