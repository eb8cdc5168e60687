import Foundation
import TestSupport

/// A store file of a test, and the services that have it one after the other.
struct StoreFile: Sendable {
  let path: String

  init(_ path: String = TemporaryFiles.path("store.sqlite")) { self.path = path }

  func serve(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> RunningService {
    try RunningService(["--store", "sqlite:\(path)"] + arguments, environment: environment)
  }

  func serve(_ arguments: String..., environment: [String: String] = [:]) throws -> RunningService {
    try serve(arguments, environment: environment)
  }

  var bytes: [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

  func write(_ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: URL(filePath: path)) }

  /// The output of the SQLite shell.
  @discardableResult
  func shell(_ words: String...) throws -> String {
    let process = try ChildProcess("/usr/bin/env", ["sqlite3", path] + words)
    guard process.waitForExit() == 0 else { throw CannotStart(path: path, reason: process.errors) }
    return process.outputText
  }

  /// Another store file, made by a backup of this one, which a service may be changing.
  func backup() throws -> StoreFile {
    let copy = StoreFile()
    try shell(".timeout 10000", ".backup '\(copy.path)'")
    return copy
  }
}

/// A list of rows as a client reads it whole.
struct SeenList: Equatable {
  var version: Int
  var ids: [String]
  var heights: [Double]
  var contentHeight: Double

  /// Reads a list over a connection; nil if there is no response, or none with a list.
  init?(_ id: String, over client: HTTPClient) {
    let answer = client.request("GET", "/v1/collections/\(id)/attributes?format=columns")
    guard let answer, answer.status == 200, let json = answer.json,
      let version = answer.header("ETag").flatMap({ Int($0.filter(\.isNumber)) }),
      let height = json.at("/contentSize/height")?.number, let all = json["attributes"]
    else { return nil }
    self.version = version
    contentHeight = height
    ids = all["ids"]?.elements?.compactMap(\.string) ?? []
    let numbers = all["frames"]?.elements?.compactMap(\.number) ?? []
    heights = stride(from: 3, to: numbers.count, by: 4).map { numbers[$0] }
  }

  /// Whether every row is in its position, and the content is as high as its rows are together.
  var isWhole: Bool { heights.count == ids.count && heights.reduce(0, +) == contentHeight }
}
