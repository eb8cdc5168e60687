// swift-tools-version: 6.2
import PackageDescription

// C libraries. Only the wrapper named beside each imports it.
let system = folder(
  "System",
  [
    .systemLibrary(name: "CLinux"),  // Support
    .systemLibrary(  // HTTPServer
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(  // HTTPServer
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(  // Digest
      name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(  // JSON
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(  // SQLiteJournal
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(  // PostgresJournal
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(  // Text
      name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(  // HTTPSender
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CICU", linkerSettings: [.linkedLibrary("icuuc")]),  // Text
    .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"])]),  // Text
    .target(  // Text: the interface of libwoff2 is C++
      name: "CWOFF2", linkerSettings: [.linkedLibrary("woff2dec")]),
    .target(name: "CAssets"),  // API: openapi.yaml and the engine for pages, which the binary carries
    .target(name: "CSocketGate"),  // HTTPServer: the system calls of libmicrohttpd
    .target(name: "CFlightRecorder"),  // FlightRecorder: a signal handler, which cannot be Swift
  ])

// Pure Swift without threads: layouts, changes and diffs.
let engine = folder(
  "Engine",
  [
    .target(name: "Cancellation"),
    .target(name: "Diagnostics"),
    .target(name: "Mathematics"),
    .target(name: "Geometry", dependencies: ["Mathematics"]),
    .target(
      name: "LayoutEngine", dependencies: ["Cancellation", "Diagnostics", "Geometry", "Mathematics"]),
    .target(name: "CollectionModel", dependencies: ["Diagnostics", "LayoutEngine"]),
  ])

// What browser pages have. tools/page-engine compiles it, and what it depends on, for WebAssembly too.
let page = folder(
  "Page",
  [
    .target(name: "CPageRuntime"),
    .target(
      name: "PageEngine",
      dependencies: [
        "CPageRuntime", "CollectionModel", "Diagnostics", "Geometry", "JSON", "LayoutEngine", "Wire",
      ]),
    .target(
      name: "PageCells",
      dependencies: [
        "CPageRuntime", "Diagnostics", "JSON", "LayoutEngine", "SelfSizing", "Templates", "Text",
        "Wire",
      ]),
  ])

// The sizes of cells, from their content.
let cells = folder(
  "Cells",
  [
    .target(name: "Constraints", dependencies: ["Diagnostics", "Geometry"]),
    .target(name: "Flexbox", dependencies: ["Cancellation", "Geometry"]),
    .target(
      name: "Text", dependencies: ["CHarfBuzz", "CHyphen", "CICU", "CWOFF2", "Cancellation", "Geometry"]),
    .target(
      name: "SelfSizing",
      dependencies: ["Cancellation", "Constraints", "Flexbox", "LayoutEngine", "Support", "Text"]),
  ])

// Stored collections and their journals.
let store = folder(
  "Store",
  [
    .target(
      name: "Collections", dependencies: ["CollectionModel", "FlightRecorder", "LayoutEngine", "Support"]),
    .target(
      name: "SQLiteJournal", dependencies: ["CSQLite", "Collections", "FlightRecorder", "Support"]),
    .target(
      name: "PostgresJournal", dependencies: ["CPostgres", "Collections", "LayoutEngine", "Support"]),
  ])

// The web client and the playground, which the binary carries. The module stands in their folder, so that a build notices
// when a file is added to it.
let web: [Target] = [
  .plugin(name: "EmbedWeb", capability: .buildTool(), path: "tools/EmbedWeb"),
  .target(
    name: "WebAssets", path: "web", exclude: ["package.json", "tests", "tsconfig.json", "types"],
    sources: ["WebAsset.swift"], plugins: ["EmbedWeb"]),
]

// The HTTP service and the program.
let service = folder(
  "Service",
  [
    .target(name: "Support", dependencies: ["CLinux"]),
    .target(name: "FlightRecorder", dependencies: ["CFlightRecorder"]),
    .target(name: "Digest", dependencies: ["CNettle"]),
    .target(name: "JSON", dependencies: ["CJansson", "Cancellation"]),
    .target(
      name: "Wire", dependencies: ["CollectionModel", "Diagnostics", "Geometry", "JSON", "LayoutEngine"]),
    .target(
      name: "Templates",
      dependencies: ["Constraints", "Flexbox", "JSON", "LayoutEngine", "SelfSizing", "Text", "Wire"]),
    .target(name: "WorkerPool", dependencies: ["Cancellation", "FlightRecorder", "Support"]),
    .target(name: "HTTPSender", dependencies: ["CCurl"]),
    .target(
      name: "HTTPServer", dependencies: ["CMicrohttpd", "CSocketGate", "CZlib", "Cancellation", "Support"]),
    .target(
      name: "API",
      dependencies: [
        "CAssets", "Cancellation", "Collections", "Constraints", "Diagnostics", "Digest", "FlightRecorder",
        "HTTPServer", "JSON", "LayoutEngine", "SelfSizing", "Support", "Templates", "Text", "WebAssets",
        "Wire", "WorkerPool",
      ]),
    .executableTarget(
      name: "tessera",
      dependencies: [
        "API", "Collections", "HTTPSender", "HTTPServer", "JSON", "PostgresJournal", "SQLiteJournal",
        "Support",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
  ])

// A folder for each module, and programs that the tests run.
let tests: [Target] = [
  .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
  .testTarget(name: "MathematicsTests", dependencies: ["Mathematics"]),
  .testTarget(name: "GeometryTests", dependencies: ["Geometry"]),
  .testTarget(name: "SupportTests", dependencies: ["Support", "TestSupport"]),
  .testTarget(
    name: "LayoutEngineTests", dependencies: ["Cancellation", "LayoutEngine", "TestSupport"],
    exclude: ["Fixtures"]),
  .testTarget(
    name: "CollectionModelTests",
    dependencies: ["CollectionModel", "CollectionTestSupport", "LayoutEngine", "TestSupport"]),
  .testTarget(
    name: "CollectionsTests",
    dependencies: [
      "CollectionModel", "CollectionTestSupport", "Collections", "LayoutEngine", "PostgresJournal",
      "SQLiteJournal", "Support", "TestSupport",
    ]),
  .testTarget(
    name: "PostgresJournalTests",
    dependencies: [
      "CollectionModel", "Collections", "LayoutEngine", "PostgresJournal", "Support", "TestSupport",
    ]),
  .testTarget(
    name: "SQLiteJournalTests",
    dependencies: [
      "CollectionModel", "Collections", "FlightRecorder", "LayoutEngine", "SQLiteJournal", "Support",
      "TestSupport",
    ],
    exclude: ["Fixtures"]),
  .testTarget(name: "DigestTests", dependencies: ["Digest"]),
  .testTarget(name: "ConstraintsTests", dependencies: ["Constraints", "Geometry", "TestSupport"]),
  .testTarget(
    name: "FlexboxTests", dependencies: ["Flexbox", "Geometry", "TestSupport", "Text"],
    exclude: ["Corpus", "Fixtures"]),
  .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
  .testTarget(
    name: "SelfSizingTests",
    dependencies: ["Constraints", "LayoutEngine", "SelfSizing", "TestSupport", "Text"]),
  .testTarget(
    name: "TextTests", dependencies: ["Cancellation", "TestSupport", "Text"],
    exclude: ["Corpus", "Fixtures"]),
  .testTarget(
    name: "WireTests", dependencies: ["CollectionModel", "JSON", "LayoutEngine", "TestSupport", "Wire"]),
  .testTarget(
    name: "PageCellsTests",
    dependencies: ["JSON", "LayoutEngine", "PageCells", "SelfSizing", "Text", "Wire"]),
  .testTarget(
    name: "PageEngineTests",
    dependencies: [
      "API", "CollectionModel", "CollectionTestSupport", "JSON", "LayoutEngine", "PageEngine", "TestSupport",
      "Wire",
    ]),
  .testTarget(name: "WorkerPoolTests", dependencies: ["Cancellation", "Support", "WorkerPool"]),
  .testTarget(
    name: "HTTPServerTests", dependencies: ["CSocketGate", "HTTPServer", "Support", "TestSupport"]),
  .target(
    name: "TestSupport",
    dependencies: [
      "Cancellation", "Collections", "FlightRecorder", "LayoutEngine", "ResponseRecording", "Support",
    ],
    path: "Tests/TestSupport"),
  .target(name: "ResponseRecording", path: "Tests/ResponseRecording"),  // for the fuzz targets, too
  .target(
    name: "CollectionTestSupport", dependencies: ["CollectionModel", "LayoutEngine", "TestSupport"],
    path: "Tests/CollectionTestSupport"),
  .executableTarget(  // a service that some collections crash, for EndToEndTests
    name: "crashing-service",
    dependencies: [
      "API", "Collections", "FlightRecorder", "HTTPServer", "SQLiteJournal", "Support",
    ],
    path: "Tests/CrashingService"),
  .testTarget(name: "FlightRecorderTests", dependencies: ["FlightRecorder", "TestSupport"]),
  .testTarget(
    name: "APITests",
    dependencies: [
      "API", "Cancellation", "Collections", "Digest", "HTTPServer", "JSON", "LayoutEngine",
      "ResponseRecording", "SQLiteJournal", "SelfSizing", "Support", "TestSupport", "Wire", "WorkerPool",
      "Yams",
    ],
    exclude: ["Fixtures"]),
  .testTarget(
    name: "FuzzTests",
    dependencies: [
      "API", "Cancellation", "CollectionModel", "Collections", "Constraints", "Flexbox", "Geometry",
      "HTTPServer", "JSON", "LayoutEngine", "ResponseRecording", "TestSupport", "Text", "Wire", "WorkerPool",
    ],
    path: "Fuzz", exclude: ["Dictionaries", "Package.resolved", "Package.swift", "Regressions", "Sources"],
    sources: ["Targets", "Tests"]),
  .testTarget(
    name: "TesseraTests", dependencies: ["tessera", "API", "HTTPServer", "JSON", "Support", "TestSupport"]),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "tessera", "crashing-service", "API", "CollectionModel", "CollectionTestSupport", "Collections",
      "HTTPServer", "JSON", "LayoutEngine", "ResponseRecording", "SelfSizing", "Templates", "TestSupport",
      "Wire", "Yams",
    ]),
]

let package = Package(
  name: "tessera",
  products: [
    .executable(name: "tessera", targets: ["tessera"]),
    .library(name: "LayoutEngine", targets: ["LayoutEngine"]),
    .library(name: "Constraints", targets: ["Constraints"]),
    .library(name: "Text", targets: ["Text"]),
    .library(
      name: "TesseraServer",
      targets: [
        "API", "CollectionModel", "Collections", "Constraints", "Digest", "Flexbox", "HTTPServer", "JSON",
        "PostgresJournal", "SQLiteJournal", "SelfSizing", "Support", "Wire", "WorkerPool",
      ]),
    .library(name: "ResponseRecording", targets: ["ResponseRecording"]),  // the package Fuzz imports it
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),  // tests read openapi.yaml with it
  ],
  targets: system + engine + page + cells + store + web + service + tests,
  swiftLanguageModes: [.v6]
)

// .ci/run accepts no warnings. Other builds do: a newer compiler may report more of them, and still has to build this
// version.
if Context.environment["TESSERA_WARNINGS"] == "errors" {
  for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
    target.cxxSettings = (target.cxxSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}

// Tests compute most of their time in these modules. .ci/run compiles them with optimisation, which takes less time than it
// saves, and with all assertions. (A package with such flags cannot be a dependency of another.)
if Context.environment["TESSERA_OPTIMISED"] == "yes" {
  let modules = (engine + cells).map(\.name) + ["JSON"]
  for target in package.targets where modules.contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? [])
      + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]
  }
}

// TESSERA_TESTS="LayoutEngineTests TextTests" leaves the other tests out of a build: compiling all of them is most of
// the time between a change and its test.
if let wanted = Context.environment["TESSERA_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
  // TESSERA_TESTS="" builds without the folders Tests and Fuzz, and without the packages that only tests import.
  if wanted.isEmpty {
    package.targets.removeAll { $0.path?.hasPrefix("Tests/") == true }
    package.products.removeAll { $0.name == "ResponseRecording" }
    package.dependencies.removeAll { $0.isOnlyForTests }
  }
}

extension Package.Dependency {
  var isOnlyForTests: Bool {
    if case .sourceControl(_, let location, _) = kind { location.hasSuffix("/Yams") } else { false }
  }
}

/// Returns the targets of a group, each in a folder of its name in the folder of the group.
func folder(_ group: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "Sources/\(group)/\(target.name)" }
  return targets
}
