// swift-tools-version: 6.3
import PackageDescription

/// Every target is held to the same settings; with strict memory safety, `grep -rw unsafe Sources`
/// is the list of what to audit.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "bucket",
  products: [
    .executable(name: "bucket", targets: ["BucketCommand"]),
    .library(name: "BucketVault", targets: ["BucketVault"]),
    .library(name: "BucketPlaces", targets: ["BucketPlaces"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibraries",
      providers: [
        .apt([
          "libsodium-dev", "libpam0g-dev", "libkeyutils-dev", "libunistring-dev",
          "libpwquality-dev",
          "libqrencode-dev",
        ])
      ]),
    .target(name: "BucketVault", dependencies: ["CLibraries"], swiftSettings: strict),
    .target(name: "BucketPlaces", dependencies: ["CLibraries"], swiftSettings: strict),
    .executableTarget(
      name: "BucketCommand", dependencies: ["BucketVault", "BucketPlaces", "CLibraries"],
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["BucketVault", "CLibraries"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // Asks and edits on a terminal, for the tests. The rooms it tries are links to those of
    // BucketCommand: a program can't import another, and signals need one without other threads.
    .executableTarget(
      name: "TerminalProbe", dependencies: ["BucketVault", "BucketPlaces", "CLibraries"],
      path: "Tests/TerminalProbe",
      swiftSettings: strict),
    .testTarget(
      name: "BucketVaultTests",
      dependencies: ["BucketVault", "TestSupport", "CLibraries", "TerminalProbe"],
      exclude: ["Vectors"], swiftSettings: strict),
    .testTarget(
      name: "BucketPlacesTests", dependencies: ["BucketPlaces", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "BucketCommandTests",
      dependencies: ["BucketCommand", "BucketVault", "CLibraries", "TestSupport", "TerminalProbe"],
      exclude: ["Transcripts"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
