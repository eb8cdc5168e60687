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
  compareMagazine(MagazineItems(count: count), rounds: rounds)
  compareJustified(data, rounds: rounds)
  compareGrid(data, rounds: rounds)
  compareSpans(count: count, rounds: rounds)
  compareWaterfall(data, rounds: rounds)
  compareCustom(data, CustomFormulaSet.grid, baseline_custom_grid, rounds: rounds)
  compareCustom(data, CustomFormulaSet.wave, baseline_custom_wave, rounds: rounds)
  compareFormulas(data, rounds: rounds)
}
compareCounted()
compareCountedFormulas()
compareCompositional()

func compareFlow(_ data: VariedSizes, scale: Double?, rounds: Int) {
  let layout = LayoutKind.flow(FlowLayout())
  let container = Container(size: Size(width: room, height: 667), scale: scale)
  var starts = [UInt32](repeating: 0, count: data.count + 1)
  var offsets = [Double](repeating: 0, count: data.count + 1)
  let title = "flow, \(data.count) varied sizes, \(scale.map { "scale \(Int($0))" } ?? "no scale")"

  var breaking = Comparison("\(title): lines broken", units: data.count, rounds: rounds)
  breaking.add("C loop") { baseline_flow_break(data.numbers, data.count, room, 10, 10, &starts, &offsets) }
  breaking.add("prepare") { Int(layout.solve(data.sections, in: container).contentSize.height) }
  breaking.run()

  var placing = Comparison("\(title): every frame", units: data.count, rounds: rounds)
  placing.add("C loop") {
    baseline_flow_frames(data.numbers, data.count, room, 10, 10, scale ?? 0)
  }
  placing.add("prepare, elements(in: nil)") {
    layout.solve(data.sections, in: container).elements(in: nil, visible: nil).count
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
    layout.solve(data.sections, in: container).elements(in: nil, visible: nil).count
  }
  placing.run()
}

func compareJustified(_ data: VariedSizes, rounds: Int) {
  var parameters = JustifiedLayout()
  parameters.metrics.targetRowHeight = 80
  parameters.metrics.containerPadding = .zero
  let layout = LayoutKind.justified(parameters)
  let container = Container(size: Size(width: room, height: 667))
  var starts = [UInt32](repeating: 0, count: data.count + 1)
  var offsets = [Double](repeating: 0, count: data.count + 1)
  let title = "justified, \(data.count) varied sizes"

  var breaking = Comparison("\(title): rows broken", units: data.count, rounds: rounds)
  breaking.add("C loop") {
    baseline_justified_break(data.numbers, data.count, room, 10, 10, 80, 0.25, &starts, &offsets)
  }
  breaking.add("prepare") { Int(layout.solve(data.sections, in: container).contentSize.height) }
  breaking.run()

  var placing = Comparison("\(title): every frame", units: data.count, rounds: rounds)
  placing.add("flow") {
    LayoutKind.flow(FlowLayout()).solve(data.sections, in: container).elements(in: nil, visible: nil).count
  }
  placing.add("prepare, elements(in: nil)") {
    layout.solve(data.sections, in: container).elements(in: nil, visible: nil).count
  }
  placing.run()
}

func compareWaterfall(_ data: VariedSizes, rounds: Int) {
  let container = Container(size: Size(width: room, height: 667), scale: 2)
  var offsets = [Double](repeating: 0, count: data.count)
  var numbers = [UInt16](repeating: 0, count: data.count)
  let title = "waterfall, \(data.count) varied sizes, 3 columns, scale 2: columns packed"

  var packing = Comparison(title, units: data.count, rounds: rounds)
  packing.add("C loop") {
    baseline_waterfall_pack(data.numbers, data.count, 118, 10, 2, 3, &offsets, &numbers)
  }
  for name in ["balanced", "sticky", "balanced in 20 columns"] {
    var layout = WaterfallLayout()
    layout.metrics.columnCount = name.contains("20") ? 20 : 3
    layout.columnAssignment = name == "sticky" ? .sticky : .balanced
    let kind = LayoutKind.waterfall(layout)
    packing.add("prepare, \(name)") {
      Int(kind.solve(data.sections, in: container).contentSize.height)
    }
    packing.add("prepare, \(name), elements(in: nil)") {
      kind.solve(data.sections, in: container).elements(in: nil, visible: nil).count
    }
    let solved = kind.solve(data.sections, in: container)
    let middle = Rect(x: 0, y: solved.contentSize.height / 2, width: room, height: 667)
    packing.add("a screen's elements, \(name), times 100") {
      (0..<100).reduce(0) { sum, _ in sum + solved.elements(in: middle, visible: nil).count }
    }
  }
  packing.run()
}

/// Compares sections with item counts only; the time should not depend on the count.
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
        return found + layout.solve(sections, in: container).elements(in: screen, visible: nil).count
      }
    }
  }
  comparison.run()
}
