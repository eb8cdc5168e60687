import Foundation
import FuzzTargets
import Yams

/// The inputs with which targets begin.
enum Seeds {
  /// Writes the seeds of a target to a folder, for `requests` also the examples of the documents.
  static func write(of target: FuzzTarget, to folder: String) throws {
    var seeds = target.seeds()
    if target.name == "requests" { seeds += try exampleRequests() }
    let folder = URL(filePath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in seeds.enumerated() {
      try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
    }
  }

  /// The requests of `openapi.yaml` and of `examples`, in an order that is the same everywhere.
  private static func exampleRequests() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    let text = try String(contentsOfFile: "openapi.yaml", encoding: .utf8)
    let paths = (try load(yaml: text) as? [String: Any])?["paths"] as? [String: [String: Any]] ?? [:]
    for (path, operations) in paths {
      for (method, operation) in operations {
        for example in examples(of: operation) {
          let body = try JSONSerialization.data(
            withJSONObject: example, options: [.fragmentsAllowed, .sortedKeys])
          let route = "\(method.uppercased()) \(path)"
          if let seed = RequestSeeds.seed(route: route, String(decoding: body, as: UTF8.self)) {
            seeds.append(seed)
          }
        }
      }
    }
    for (folder, route) in [("examples", "POST /v1/layouts"), ("examples/cells", "POST /v1/measurements")] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
        let body = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        if let seed = RequestSeeds.seed(route: route, body) { seeds.append(seed) }
      }
    }
    return seeds.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func examples(of operation: Any) -> [Any] {
    let body = (operation as? [String: Any])?["requestBody"] as? [String: Any]
    let content = body?["content"] as? [String: [String: Any]]
    let examples = content?["application/json"]?["examples"] as? [String: [String: Any]]
    return examples?.values.compactMap { $0["value"] } ?? []
  }
}
