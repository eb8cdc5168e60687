import Digest
import HTTPServer
import TestSupport

@testable import API

/// An export as its lines.
struct Exported {
  var lines: [String]

  init(_ bytes: [UInt8]) {
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The lines as JSON.
  var values: [JSONTree] { lines.map { (try? JSONTree(parsing: $0)) ?? .null } }
  var types: [String] { values.map { $0["type"]?.string ?? "" } }

  /// The bytes, with the last line as it has to be for the lines before it.
  var sealed: [UInt8] {
    let body = lines.dropLast().map { $0 + "\n" }.joined()
    let collections = types.count { $0 == "collection" }
    let end =
      #"{"type":"end","collections":\#(collections),"lines":\#(lines.count - 1),"#
      + #""sha256":"\#(SHA256.hexadecimal(body.utf8))"}"#
    return Array((body + end + "\n").utf8)
  }

  var bytes: [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

  /// The stored form in a line.
  func stored(_ line: Int) -> [UInt8] { Base64URL.decode(Substring(values[line]["stored"]!.string!).utf8)! }
}

extension TestService {
  /// The export of the collection `c`.
  func exported(history: Bool) -> Exported {
    Exported(self.get("\(Kept.path)/export?history=\(history)").bytes)
  }

  func importing(
    _ bytes: [UInt8], _ headers: [String: String] = ["Content-Type": "application/x-ndjson"]
  ) -> TestResponse { ask(.post, "/v1/import", headers, bytes: bytes) }

  /// Creates the collection `c` with a layout that measures, two changes, measured items and a viewport at a position.
  func fill() -> Bool {
    var rows = Kept.rows(["a", "b", "c", "d"], bounds: [0, 20, 100, 60])
    rows["layout"] = ["kind": "list", "estimatedRowHeight": 30]
    let isCreated = create("c", rows).status == 201
    let changes = [
      update(Kept.insertion),
      post("\(Kept.path)/measurements", ["measurements": [["id": "b", "size": [100, 44]]]]),
      update([["op": "deleteItems", "at": [[0, 3]]]]),
    ]
    let wall = put(
      "\(Kept.path)/viewports/wall",
      ["container": ["width": 200, "height": 50], "bounds": [0, 10, 200, 50]])
    service.collections.savePositions()
    return isCreated && changes.allSatisfy { $0.status == 200 } && wall.status == 201
  }
}
