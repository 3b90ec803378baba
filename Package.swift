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

/// Set by `make fuzz`: the program is then a library without its `main`, since libFuzzer has its own,
/// and the targets of the fuzzer are a program instead of tests.
let isFuzzing = Context.environment["BUCKET_FUZZ"] != nil

let commandDependencies: [Target.Dependency] = ["BucketVault", "BucketPlaces", "CLibraries"]
/// What tests of the program, and its fuzzer, rest on.
let trialDependencies: [Target.Dependency] = [
  "BucketCommand", "BucketVault", "BucketPlaces", "CLibraries", "TestSupport",
]

let package = Package(
  name: "bucket",
  products: isFuzzing
    ? []
    : [
      .executable(name: "bucket", targets: ["BucketCommand"]),
      .library(name: "BucketVault", targets: ["BucketVault"]),
      .library(name: "BucketPlaces", targets: ["BucketPlaces"]),
      .library(name: "FaultShim", type: .dynamic, targets: ["FaultShim"]),
    ],
  targets: [
    .systemLibrary(
      name: "CLibraries",
      providers: [
        .apt([
          "libsodium-dev", "libpam0g-dev", "libkeyutils-dev", "libunistring-dev",
          "libpwquality-dev",
          "libqrencode-dev", "libzxcvbn-dev", "libjansson-dev", "libexpat1-dev", "libzip-dev",
          "libexif-dev",
        ])
      ]),
    .target(name: "BucketVault", dependencies: ["CLibraries"], swiftSettings: strict),
    .target(name: "BucketPlaces", dependencies: ["CLibraries"], swiftSettings: strict),
    isFuzzing
      ? .target(
        name: "BucketCommand", dependencies: commandDependencies, exclude: ["Main.swift"],
        swiftSettings: strict)
      : .executableTarget(
        name: "BucketCommand", dependencies: commandDependencies, swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["BucketVault", "CLibraries"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // Asks and edits on a terminal, for the tests. The rooms it tries are links to those of
    // BucketCommand: a program can't import another, and signals need one without other threads.
    .executableTarget(
      name: "TerminalProbe", dependencies: ["BucketVault", "BucketPlaces", "CLibraries"],
      path: "Tests/TerminalProbe",
      swiftSettings: strict),
    // Preloaded into programs by the tests, it has their calls fail; nothing is linked to it.
    .target(name: "FaultShim", path: "Tests/FaultShim"),
    .testTarget(
      name: "BucketVaultTests",
      dependencies: ["BucketVault", "TestSupport", "CLibraries", "TerminalProbe"],
      exclude: ["Vectors"], swiftSettings: strict),
    .testTarget(
      name: "BucketPlacesTests", dependencies: ["BucketPlaces", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "BucketCommandTests",
      dependencies: trialDependencies + ["TerminalProbe"],
      exclude: ["Transcripts"], swiftSettings: strict),
    isFuzzing
      ? .executableTarget(
        name: "Fuzz", dependencies: trialDependencies, path: "Tests/Fuzz",
        exclude: ["Seeds", "Seed.swift", "SeedTests.swift"], swiftSettings: strict)
      : .testTarget(
        name: "FuzzTests", dependencies: trialDependencies, path: "Tests/Fuzz",
        exclude: ["Seeds", "Driver"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
