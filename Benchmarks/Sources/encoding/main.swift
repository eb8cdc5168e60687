import CBaselines
import Harness
import JSON

/// Returns the length of the elements' JSON text, written as the server writes it.
func encode(_ frames: [Double]) -> Int {
  var json = JSONWriter(capacity: 1 << 16)
  json.beginArray()
  for item in 0..<(frames.count / 4) {
    json.raw(#"{"category":"cell","indexPath":["#)
    json.number(0)
    json.number(item)
    json.raw(#"],"frame":{"x":"#)
    json.number(frames[4 * item])
    json.raw(#","y":"#)
    json.number(frames[4 * item + 1])
    json.raw(#","width":"#)
    json.number(frames[4 * item + 2])
    json.raw(#","height":"#)
    json.number(frames[4 * item + 3])
    json.raw("}}")
  }
  json.endArray()
  return json.finish().count
}

let count = 100_000
for scale in [2.0, 3.0] {
  let frames = flowFrames(count: count, scale: scale)
  let tree = baseline_build_cells(frames, count)
  var comparison = Comparison("encoding \(count) cells at scale \(Int(scale))", units: count)
  comparison.add("jansson: dump an existing tree") { baseline_dump(tree) }
  comparison.add("jansson: build and dump") {
    let built = baseline_build_cells(frames, count)
    defer { baseline_release(built) }
    return baseline_dump(built)
  }
  comparison.add("JSONWriter") { encode(frames) }
  comparison.run()
  baseline_release(tree)
}
