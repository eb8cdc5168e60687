import CBaselines
import Harness
import LayoutEngine

/// Compares rows as high as their highest item, where each item takes one cell.
func compareGrid(_ data: VariedSizes, rounds: Int) {
  let container = Container(size: Size(width: room, height: 667), scale: 2)
  var layout = GridLayout()
  layout.metrics.columns = .count(3)
  layout.metrics.lineExtent = .automatic
  let grid = LayoutKind.grid(layout)
  var offsets = [Double](repeating: 0, count: data.count / 3 + 2)

  let title = "grid, \(data.count) varied heights, 3 columns, automatic rows, scale 2"
  var comparison = Comparison(title, units: data.count, rounds: rounds)
  comparison.add("C loop") { baseline_grid_lines(data.numbers, data.count, 3, 10, 2, &offsets) }
  comparison.add("prepare") { Int(grid.solve(data.sections, in: container).contentSize.height) }
  comparison.add("prepare, elements(in: nil)") {
    grid.solve(data.sections, in: container).elements(in: nil, visible: nil).count
  }
  comparison.add("flow: prepare, elements(in: nil)") {
    LayoutKind.flow(FlowLayout()).solve(data.sections, in: container).elements(in: nil, visible: nil)
      .count
  }
  comparison.run()
}

/// Compares items that span one or two columns and rows; two in three take one cell.
func compareSpans(count: Int, rounds: Int) {
  let container = Container(size: Size(width: room, height: 667), scale: 2)
  var widths: [UInt8] = []
  var heights: [UInt8] = []
  var builder = ItemSequenceBuilder()
  for index in 0..<count {
    widths.append(index * 7 % 6 < 1 ? 2 : 1)
    heights.append(index * 5 % 7 < 1 ? 2 : 1)
    var item = Item(size: Size(width: 50, height: 30 + Double(index * 53 % 71) * 0.61))
    item.span = GridSpan(columns: Int(widths[index]), rows: Int(heights[index]))
    builder.append(item)
  }
  let sections = SectionList([Section(items: builder.finish())])
  var places = [UInt64](repeating: 0, count: count)

  var comparison = Comparison("grid, \(count) items that span, 6 columns", units: count, rounds: rounds)
  comparison.add("C loop, sparse") { baseline_grid_pack(widths, heights, count, 6, &places) }
  for packing in [GridMetrics.Packing.sparse, .dense] {
    for extent in [GridMetrics.LineExtent.points(50), .automatic] {
      var layout = GridLayout()
      layout.metrics.columns = .count(6)
      layout.metrics.packing = packing
      layout.metrics.lineExtent = extent
      let grid = LayoutKind.grid(layout)
      let name = "\(packing), \(extent == .automatic ? "automatic" : "fixed") rows"
      comparison.add("prepare, \(name)") {
        Int(grid.solve(sections, in: container).contentSize.height)
      }
      comparison.add("… and elements(in: nil)") {
        grid.solve(sections, in: container).elements(in: nil, visible: nil).count
      }
    }
  }
  comparison.run()
}
