import API
import Harness
import JSON
import LayoutEngine

// How the cost of an operation grows with the number of items: the exponent of the size, 1 for a cost in proportion, and
// 0 for a cost that does not depend on it.

/// Sizes from a thousand to ten million items.
let counts = [1000, 10_000, 100_000, 1_000_000, 10_000_000]

func heading(_ title: String, _ counts: [Int]) {
  let columns = counts.map { padded("\($0)", to: 13) }.joined()
  print(
    "\n\(title)\n  " + padded("", to: 39) + padded("growth", to: 9) + padded("constant", to: 12) + columns)
}

/// What the engine does with a collection of one layout.
func measureEngine(_ name: String, _ layout: LayoutKind, _ states: [(count: Int, sections: SectionList)]) {
  var preparing = Measurement("\(name): prepare")
  var changing = Measurement("\(name): insert an item")
  var reloading = Measurement("\(name): reload an item")
  var querying = Measurement("\(name): elements in a rect")
  for (count, sections) in states {
    let solved = try! layout.prepare(sections, in: container)
    let middle = solved.contentSize.height / 2
    let rect = Rect(x: 0, y: middle, width: 375, height: 667)
    let path = IndexPath(section: 0, item: count / 2)
    let item = Item(size: Size(width: 60, height: 41))
    func change(_ update: BatchUpdate) -> Int {
      let updated = try! sections.applying([update])
      let after = try! layout.prepare(updated, from: solved, in: container)
      return UpdateDiff.between(
        DiffSide(layout: solved, container: container, bounds: rect),
        and: DiffSide(layout: after, container: container, bounds: rect), by: updated.map, visibleOnly: true
      ).changes.count
    }
    preparing.measure(count) { Int(try! layout.prepare(sections, in: container).contentSize.height) }
    changing.measure(count) { change(BatchUpdate(.insertItems(at: [path], [item]))) }
    reloading.measure(count) { change(BatchUpdate(.reloadItems(at: [path], [item]))) }
    querying.measure(count) { solved.elements(in: rect, visible: rect).count }
  }
  for measurement in [preparing, changing, reloading, querying] { measurement.report() }
}

/// The changes on screen between two states whose items have ids.
func measureDiff(
  _ name: String, _ layout: LayoutKind, _ states: [(count: Int, before: SectionList, after: SectionList)]
) {
  var diffing = Measurement("\(name): diff of two states")
  for (count, before, after) in states {
    let solved = try! layout.prepare(before, in: container)
    let rect = Rect(x: 0, y: solved.contentSize.height / 2, width: 375, height: 667)
    diffing.measure(count) {
      let updated = try! before.applying(before.difference(to: after))
      let next = try! layout.prepare(updated, from: solved, in: container)
      return UpdateDiff.between(
        DiffSide(layout: solved, container: container, bounds: rect),
        and: DiffSide(layout: next, container: container, bounds: rect), by: updated.map, visibleOnly: true
      ).changes.count
    }
  }
  diffing.report()
}

/// The way from the bytes of a request to a layout, and from the layout to the bytes of a response.
func measureRequests(_ name: String, _ layout: String, _ counts: [Int]) {
  var reading = Measurement("\(name): read and lay out a request")
  var writing = Measurement("\(name): write the response")
  for count in counts {
    let sizes = (0..<count).map { "\(40 + $0 * 37 % 83),\(30 + $0 * 53 % 71)" }.joined(separator: ",")
    let body = Array(
      """
      {"container":{"width":375,"height":667,"scale":2},"layout":{\(layout)},"sections":[{"itemSizes":[\(sizes)]}]}
      """.utf8)
    let solver = LayoutSolver()
    let solved = try! solver.solve(body)
    reading.measure(count) {
      _ = try! solver.solve(body)
      return 1
    }
    writing.measure(count) { try! solved.bytes(as: .objects).count }
  }
  reading.report()
  writing.report()
}

heading("Layouts of items with sizes (ns)", counts)
do {
  let states = counts.map { (count: $0, sections: sections($0)) }
  for (name, layout) in kinds { measureEngine(name, layout, states) }
}

// Ids take the memory that ten million items would need.
let identified = Array(counts.dropLast())
heading("States of items with ids, of which 4 in 1,000 change (ns)", identified)
do {
  let states = identified.map { (count: $0, before: sections($0, .all), after: sections($0, .changed)) }
  for (name, layout) in kinds { measureDiff(name, layout, states) }
}

heading("Requests and responses (ns)", identified)
for (name, layout) in [
  ("list", #""kind":"list""#), ("flow", #""kind":"flow""#), ("grid", #""kind":"grid","columns":4"#),
  ("waterfall", #""kind":"waterfall""#),
  (
    "compositional",
    #""kind":"compositional","sections":[{"group":{"size":{"height":90},"items":[{}],"count":4}}]"#
  ),
] { measureRequests(name, layout, identified) }
print("\npeak memory \(peakMemory() >> 20) MB, checksum \(checksum)")
