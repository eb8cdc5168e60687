/// Where the numbers are that a cell's content gives: five for each view.
enum CellParameters {
  static func width(_ view: Int) -> Int { 5 * view }
  static func height(_ view: Int) -> Int { 5 * view + 1 }
  static func firstBaseline(_ view: Int) -> Int { 5 * view + 2 }
  static func lastBaseline(_ view: Int) -> Int { 5 * view + 3 }
  /// How much wider the view is than the ratio of the template's own content has it; known once it is solved.
  static func excess(_ view: Int) -> Int { 5 * view + 4 }

  /// The numbers of some views, in that order; 0 where a view has no size of its own.
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
