/// The indices of a cell's unknowns: four for each view, then the superview's two, then those of proportional stacks.
struct CellUnknowns: Hashable, Sendable {
  let views: Int
  /// For each unknown after those of the superview, whether it is never below 0.
  private var extras: [Bool] = []

  init(views: Int) { self.views = views }

  /// Adds an unknown and returns its index.
  mutating func addExtra(isNonnegative: Bool) -> Int {
    extras.append(isNonnegative)
    return count - 1
  }

  func left(_ view: Int) -> Int { 4 * view }
  func top(_ view: Int) -> Int { 4 * view + 1 }
  func width(_ view: Int) -> Int { 4 * view + 2 }
  func height(_ view: Int) -> Int { 4 * view + 3 }
  var superviewWidth: Int { 4 * views }
  var superviewHeight: Int { 4 * views + 1 }
  var count: Int { 4 * views + 2 + extras.count }

  /// Returns whether an unknown is never below 0: a size, or one that was added as such.
  func isNonnegative(_ index: Int) -> Bool {
    let extra = index - 4 * views - 2
    return extra >= 0 ? extras[extra] : index >= 4 * views || index % 4 >= 2
  }
}

/// The indices of the numbers that depend on a cell's content: six for each view.
enum CellParameters {
  static func width(_ view: Int) -> Int { 6 * view }
  static func height(_ view: Int) -> Int { 6 * view + 1 }
  static func firstBaseline(_ view: Int) -> Int { 6 * view + 2 }
  static func lastBaseline(_ view: Int) -> Int { 6 * view + 3 }
  /// The difference between the view's width and the one by the aspect ratio of the prototype, in points.
  /// Known once the cell is solved.
  static func excess(_ view: Int) -> Int { 6 * view + 4 }
  /// The same for the size that a proportional stack gives the view.
  static func proportionExcess(_ view: Int) -> Int { 6 * view + 5 }

  /// Returns the numbers of some views, in that order; 0 for a view without an intrinsic size.
  static func values(of metrics: [ViewMetrics]) -> ContiguousArray<Double> {
    var values = ContiguousArray<Double>()
    values.reserveCapacity(6 * metrics.count)
    for view in metrics {
      values.append(view.width ?? 0)
      values.append(view.height ?? 0)
      values.append(view.firstBaseline)
      values.append(view.lastBaseline)
      values.append(0)
      values.append(0)
    }
    return values
  }
}
