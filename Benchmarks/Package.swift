// swift-tools-version: 6.2
import PackageDescription

// README.md lists the benchmarks and how to run them: tools/task bench NAME

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "tessera", path: "..")],
  targets: [
    // What the benchmarks compare with, written in C.
    .target(
      name: "CBaselines",
      cSettings: [.unsafeFlags(["-I/usr/include/postgresql"])],  // where Debian has libpq's header
      linkerSettings: [
        .linkedLibrary("jansson"), .linkedLibrary("microhttpd"), .linkedLibrary("pq"),
        .linkedLibrary("sqlite3"),
      ]),
    .executableTarget(
      name: "encoding",
      dependencies: ["CBaselines", "Harness", .product(name: "TesseraServer", package: "tessera")]),
    .executableTarget(
      name: "parsing",
      dependencies: ["CBaselines", "Harness", .product(name: "TesseraServer", package: "tessera")]),
    .executableTarget(
      name: "requests",
      dependencies: ["CBaselines", "Harness", .product(name: "TesseraServer", package: "tessera")]),
    .executableTarget(
      name: "layout",
      dependencies: ["CBaselines", "Harness", .product(name: "LayoutEngine", package: "tessera")]),
    .executableTarget(
      name: "sections", dependencies: ["Harness", .product(name: "LayoutEngine", package: "tessera")]),
    .executableTarget(
      name: "diffing",
      dependencies: ["Harness", .product(name: "LayoutEngine", package: "tessera")]),
    .executableTarget(
      name: "searching",
      dependencies: ["Harness", .product(name: "LayoutEngine", package: "tessera")]),
    .executableTarget(
      name: "updating",
      dependencies: ["CBaselines", "Harness", .product(name: "LayoutEngine", package: "tessera")]),
    .executableTarget(
      name: "journal",
      dependencies: ["CBaselines", "Harness", .product(name: "TesseraServer", package: "tessera")]),
    .executableTarget(
      name: "changing",
      dependencies: ["CBaselines", "Harness", .product(name: "TesseraServer", package: "tessera")]),
    .executableTarget(
      name: "stepping",
      dependencies: [
        "Harness", .product(name: "LayoutEngine", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"),
      ]),
    .executableTarget(
      name: "outlining",
      dependencies: [
        "Harness", .product(name: "LayoutEngine", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"),
      ]),
    .executableTarget(
      name: "storing",
      dependencies: [
        "Harness", .product(name: "LayoutEngine", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"),
      ]),
    .executableTarget(
      name: "text", dependencies: ["CBaselines", "Harness", .product(name: "Text", package: "tessera")]),
    .executableTarget(
      name: "sizing",
      dependencies: [
        "Harness", .product(name: "LayoutEngine", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"), .product(name: "Text", package: "tessera"),
      ]),
    .executableTarget(
      name: "nesting",
      dependencies: [
        "Harness", .product(name: "LayoutEngine", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"), .product(name: "Text", package: "tessera"),
      ]),
    .executableTarget(
      name: "peers",
      dependencies: [
        "CBaselines", "Harness", .product(name: "LayoutEngine", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"), .product(name: "Text", package: "tessera"),
      ]),
    .executableTarget(
      name: "solving",
      dependencies: ["CBaselines", "Harness", .product(name: "Constraints", package: "tessera")]),
    .executableTarget(
      name: "scale",
      dependencies: [
        "Harness", .product(name: "LayoutEngine", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"),
      ]),
    .executableTarget(name: "logging", dependencies: ["CBaselines", "Harness"]),
    .executableTarget(name: "soak"),
    .executableTarget(name: "fairness"),
    .target(name: "Harness", linkerSettings: [.linkedLibrary("m")]),
  ],
  swiftLanguageModes: [.v6]
)

// As in the package above.
if Context.environment["TESSERA_WARNINGS"] == "errors" {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
