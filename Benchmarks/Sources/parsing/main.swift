import CBaselines
import Harness
import JSON

/// The text of a body, and how to read its sizes.
struct Body {
  var name: String
  var text: [UInt8]
  var read: (JSONValue) -> Double
}

let count = 100_000
let sizes = (0..<count).map { "[\(40 + $0 % 60),\(30 + $0 % 77).5]" }
let bodies = [
  Body(
    name: "items with a size each",
    text: Array("[\(sizes.map { "{\"size\":\($0)}" }.joined(separator: ","))]".utf8)
  ) { root in
    root.elements.reduce(0) { sum, item in sum + (item["size"].flatMap { $0[1].number } ?? 0) }
  },
  Body(name: "itemSizes", text: Array("[\(sizes.joined(separator: ","))]".utf8)) { root in
    root.elements.reduce(0) { sum, size in sum + (size[0].number ?? 0) + (size[1].number ?? 0) }
  },
]

for body in bodies {
  var comparison = Comparison("parsing \(count) \(body.name)", units: count)
  comparison.add("jansson: tree") {
    body.text.withUnsafeBytes { text in
      Int(baseline_parse(text.baseAddress!.assumingMemoryBound(to: CChar.self), text.count))
    }
  }
  comparison.add("JSONDocument") {
    guard let document = try? JSONDocument(parsing: body.text) else { return 0 }
    return document.withRoot { $0.count }
  }
  comparison.add("JSONDocument and reading") {
    guard let document = try? JSONDocument(parsing: body.text) else { return 0 }
    return Int(document.withRoot(body.read))
  }
  comparison.run()
}
