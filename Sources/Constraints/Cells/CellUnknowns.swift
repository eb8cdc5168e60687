/// The indices of a cell's unknowns: four for each view, then the superview's two.
struct CellUnknowns: Hashable, Sendable {
  let views: Int

  func left(_ view: Int) -> Int { 4 * view }
  func top(_ view: Int) -> Int { 4 * view + 1 }
  func width(_ view: Int) -> Int { 4 * view + 2 }
  func height(_ view: Int) -> Int { 4 * view + 3 }
  var superviewWidth: Int { 4 * views }
  var superviewHeight: Int { 4 * views + 1 }
  var count: Int { 4 * views + 2 }

  /// Returns whether an unknown is a size, which is never below 0.
  func isSize(_ index: Int) -> Bool { index >= 4 * views || index % 4 >= 2 }
}

/// The indices of the numbers that depend on a cell's content: five for each view.
enum CellParameters {
  static func width(_ view: Int) -> Int { 5 * view }
  static func height(_ view: Int) -> Int { 5 * view + 1 }
  static func firstBaseline(_ view: Int) -> Int { 5 * view + 2 }
  static func lastBaseline(_ view: Int) -> Int { 5 * view + 3 }
  /// The difference between the view's width and the one by the aspect ratio of the prototype, in points.
  /// Known once the cell is solved.
  static func excess(_ view: Int) -> Int { 5 * view + 4 }

  /// Returns the numbers of some views, in that order; 0 for a view without an intrinsic size.
  static func values(of metrics: [ViewMetrics]) -> ContiguousArray<Double> {
    var values = ContiguousArray<Double>()
    values.reserveCapacity(5 * metrics.count)
    for view in metrics {
      values.append(view.width ?? 0)
      values.append(view.height ?? 0)
      values.append(view.firstBaseline)
      values.append(view.lastBaseline)
      values.append(0)
    }
    return values
  }
}
