import Constraints
import Harness

// Solving the constraints of a cell again after its content changed, beside Kiwi on the same constraints. Kiwi changes
// the lengths that differ from the content before; `CellSolver` begins from the compiled template each time.

let cell = try TwelveViews()
let cells = 2000

for change in TwelveViews.Change.allCases {
  let contents = cell.contents(cells, changing: change)
  var comparison = Comparison("a cell of 12 views, \(change.rawValue) changed", units: cells)
  for (name, editing) in [
    ("Kiwi, values suggested", KiwiCell.Editing.suggestions), ("Kiwi, constraints replaced", .replacement),
  ] {
    guard var kiwi = KiwiCell(cell.template, width: 375, editing) else {
      print("Kiwi is not built: Benchmarks/kiwi/build")
      break
    }
    comparison.add(name) { Int(contents.reduce(0) { $0 + kiwi.height(for: $1) }.rounded()) }
  }
  var solver = try CellSolver(cell.template, cell.fitting)
  comparison.add("CellSolver") {
    Int(contents.reduce(0) { $0 + ((try? solver.solve($1))?.size.height ?? .nan) }.rounded())
  }
  comparison.run()
}
try check()

/// Prints the largest difference between the solutions of both, over all lengths.
@MainActor func check() throws {
  guard var kiwi = KiwiCell(cell.template, width: 375, .suggestions) else { return }
  var solver = try CellSolver(cell.template, cell.fitting)
  var largest = 0.0
  for content in cell.contents(cells, changing: .everything) {
    _ = kiwi.height(for: content)
    let solution = try solver.solve(content)
    let lengths = solution.frames.flatMap { [$0.x, $0.y, $0.width, $0.height] }
    for (one, other) in zip(lengths + [solution.size.width, solution.size.height], kiwi.unknowns) {
      largest = max(largest, abs(one - other))
    }
  }
  print("largest difference of a length between both, in points: \(largest)")
}
