/// Where a cell's unknowns are: four for each view, and the superview's two behind them.
struct CellUnknowns: Hashable, Sendable {
  let views: Int

  func left(_ view: Int) -> Int { 4 * view }
  func top(_ view: Int) -> Int { 4 * view + 1 }
  func width(_ view: Int) -> Int { 4 * view + 2 }
  func height(_ view: Int) -> Int { 4 * view + 3 }
  var superviewWidth: Int { 4 * views }
  var superviewHeight: Int { 4 * views + 1 }
  var count: Int { 4 * views + 2 }

  /// Whether an unknown is a size, which is never below 0.
  func isSize(_ index: Int) -> Bool { index >= 4 * views || index % 4 >= 2 }
}
