// swift-tools-version: 6.2
import PackageDescription

// docs/fuzzing.md lists the targets and how to run them: tools/fuzz, and tools/costly for the search for costly requests

let package = Package(
  name: "fuzz",
  dependencies: [
    .package(name: "tessera", path: ".."),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),  // the examples of openapi.yaml are seeds
  ],
  targets: [
    .target(name: "CLibFuzzer"),
    // The package above compiles the same sources into its tests.
    .target(
      name: "FuzzTargets",
      dependencies: [
        .product(name: "LayoutEngine", package: "tessera"),
        .product(name: "ResponseRecording", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"),
        .product(name: "Text", package: "tessera"),
      ],
      path: "Targets"),
    .target(name: "Examples", dependencies: ["Yams"]),
    .executableTarget(name: "fuzz", dependencies: ["CLibFuzzer", "Examples", "FuzzTargets"]),
    .executableTarget(name: "costly", dependencies: ["Examples", "FuzzTargets"]),
  ],
  swiftLanguageModes: [.v6]
)
