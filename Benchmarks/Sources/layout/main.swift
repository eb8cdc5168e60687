import CBaselines
import Harness
import LayoutEngine

let room = 375.0

for count in [1000, 100_000, 1_000_000] {
  let data = VariedSizes(count: count)
  let rounds = count > 100_000 ? 7 : 15
  compareFlow(data, scale: nil, rounds: rounds)
  compareFlow(data, scale: 2, rounds: rounds)
  compareList(data, scale: 2, rounds: rounds)
}
compareCounted()
compareCompositional()

func compareFlow(_ data: VariedSizes, scale: Double?, rounds: Int) {
  let layout = LayoutKind.flow(FlowLayout())
  let container = Container(size: Size(width: room, height: 667), scale: scale)
  var starts = [UInt32](repeating: 0, count: data.count + 1)
  var offsets = [Double](repeating: 0, count: data.count + 1)
  let title = "flow, \(data.count) varied sizes, \(scale.map { "scale \(Int($0))" } ?? "no scale")"

  var breaking = Comparison("\(title): lines broken", units: data.count, rounds: rounds)
  breaking.add("C loop") { baseline_flow_break(data.numbers, data.count, room, 10, 10, &starts, &offsets) }
  breaking.add("prepare") { Int(try! layout.prepare(data.sections, in: container).contentSize.height) }
  breaking.run()

  var placing = Comparison("\(title): every frame", units: data.count, rounds: rounds)
  placing.add("C loop") {
    baseline_flow_frames(data.numbers, data.count, room, 10, 10, scale ?? 0)
  }
  placing.add("prepare, elements(in: nil)") {
    try! layout.prepare(data.sections, in: container).elements(in: nil, visible: nil).count
  }
  placing.run()
}

func compareList(_ data: VariedSizes, scale: Double, rounds: Int) {
  let layout = LayoutKind.list(ListLayout())
  let container = Container(size: Size(width: room, height: 667), scale: scale)
  let title = "list, \(data.count) varied heights, scale \(Int(scale)): every frame"
  var placing = Comparison(title, units: data.count, rounds: rounds)
  placing.add("C loop") { baseline_list_frames(data.numbers, data.count, room, scale) }
  placing.add("prepare, elements(in: nil)") {
    try! layout.prepare(data.sections, in: container).elements(in: nil, visible: nil).count
  }
  placing.run()
}

/// Sections that only count their items take the same time whatever the count.
func compareCounted() {
  let container = Container(size: Size(width: room, height: 667), scale: 2)
  let layout = LayoutKind.flow(FlowLayout())
  let screen = Rect(x: 0, y: 3000, width: room, height: 667)
  var comparison = Comparison(
    "flow, items only counted: prepare and a screen of frames, 1000 times", units: 1000)
  for count in [1000, 10_000_000] {
    comparison.add("\(count) items") {
      (0..<1000).reduce(0) { found, _ in
        let sections = SectionList([Section(items: ItemSequence(count: count))])
        return try! found + layout.prepare(sections, in: container).elements(in: screen, visible: nil).count
      }
    }
  }
  comparison.run()
}
