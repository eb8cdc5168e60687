import API
import JSON
import TestSupport
import Testing

/// Returns the body of a request for measurements.
func measurement(
  _ items: JSONTree, templates: JSONTree? = nil, width: JSONTree? = 100, _ more: [String: JSONTree] = [:]
) -> JSONTree {
  var body: JSONTree = .object(more)
  body["items"] = items
  if let templates { body["templates"] = templates }
  if let width { body["width"] = width }
  return body
}

/// A measurer with the fonts that all tests share.
func measuringSolver(_ limits: RequestLimits = RequestLimits()) -> MeasurementSolver {
  MeasurementSolver(limits: limits, measurer: ContentMeasurer(cells: SharedCells.cells))
}

enum SharedCells {
  static let cells = CellSizing()
}

/// Returns the response to a body of `POST /v1/measurements`.
func measured(_ body: JSONTree) throws -> JSONTree {
  let bytes = try measuringSolver().solve(Array(body.description.utf8)).withUnsafeBytes { Array($0) }
  record(bytes, from: "/v1/measurements")
  return try JSONTree(parsing: bytes)
}

/// Returns the widths and heights in the response to a body.
func sizes(_ body: JSONTree) throws -> [[Double]] {
  let sizes = try #require(try measured(body)["sizes"]?.elements)
  return sizes.map { [$0["width"]?.number ?? .nan, $0["height"]?.number ?? .nan] }
}

/// Returns the error for a body; nil if it is valid.
func measuringRefusal(of body: [UInt8], _ limits: RequestLimits = RequestLimits()) -> Problem? {
  do throws(Problem) {
    _ = try measuringSolver(limits).solve(body)
    return nil
  } catch {
    return error
  }
}

func measuringRefusal(of body: JSONTree) -> Problem? { measuringRefusal(of: Array(body.description.utf8)) }

/// Returns the error for a template that an item uses as `t`.
func refusal(ofTemplate template: JSONTree) -> Problem? {
  measuringRefusal(of: measurement([["template": "t"]], templates: ["t": template]))
}

/// Returns the error for constraints between a text `title`, an image `photo` and a box `dot`, with a metric `gap`.
func refusal(ofConstraints constraints: JSONTree) -> Problem? {
  refusal(ofTemplate: [
    "views": [
      "title": ["type": "text"], "photo": ["type": "image"], "dot": ["type": "box", "size": [8, 8]],
    ],
    "metrics": ["gap": 8], "constraints": constraints,
  ])
}

/// A font whose letters are all 10 points wide, on lines of 20 points.
let squared: [String: JSONTree] = [
  "font": ["family": "DejaVu Sans Mono", "size": .number(10 * 2048 / 1233)], "lineHeight": 20,
  "lineBreakMode": "charWrapping",
]

func isNear(_ a: [Double], _ b: [Double], within tolerance: Double = 0.05) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}
