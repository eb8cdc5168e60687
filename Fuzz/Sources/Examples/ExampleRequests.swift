import Foundation
import Yams

/// The requests of `docs/openapi` and of the folder `examples`.
public enum ExampleRequests {
  /// Reads all of them, each with its route such as `POST /v1/layouts`, in an order that is the same everywhere.
  ///
  /// - Throws: an error if the current folder is not that of the repository.
  public static func read() throws -> [(route: String, body: String)] {
    var requests: [(route: String, body: String)] = []
    let paths = (try load(yaml: interface()) as? [String: Any])?["paths"] as? [String: [String: Any]] ?? [:]
    for (path, operations) in paths {
      for (method, operation) in operations {
        for example in examples(of: operation) {
          let body = try JSONSerialization.data(
            withJSONObject: example, options: [.fragmentsAllowed, .sortedKeys])
          requests.append(("\(method.uppercased()) \(path)", String(decoding: body, as: UTF8.self)))
        }
      }
    }
    for (folder, route) in [("examples", "POST /v1/layouts"), ("examples/cells", "POST /v1/measurements")] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
        let body = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        requests.append((route, body))
      }
    }
    return requests.sorted { ($0.route, $0.body) < ($1.route, $1.body) }
  }

  /// Returns the parts of `docs/openapi` put together: openapi.yaml has few examples.
  private static func interface() throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "tools/assemble-openapi")
    process.arguments = ["--full"]
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  private static func examples(of operation: Any) -> [Any] {
    let body = (operation as? [String: Any])?["requestBody"] as? [String: Any]
    let content = body?["content"] as? [String: [String: Any]]
    let examples = content?["application/json"]?["examples"] as? [String: [String: Any]]
    return examples?.values.compactMap { $0["value"] } ?? []
  }
}
