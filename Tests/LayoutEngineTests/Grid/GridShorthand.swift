@testable import LayoutEngine

extension GridLayout {
  /// A grid of so many columns without spacing, in which a test changes the parameters that it tests.
  init(_ columns: Int, spacing: Double = 0, _ change: (inout GridLayout) -> Void = { _ in }) {
    self.init()
    metrics.columns = .count(columns)
    metrics.columnSpacing = spacing
    metrics.rowSpacing = spacing
    change(&self)
  }

  func solve(_ sections: Section..., in container: Container) -> any SolvedLayout {
    prepare(SectionList(ContiguousArray(sections)), in: container)
  }
}

extension GridMetrics {
  init(_ change: (inout GridMetrics) -> Void) {
    self.init()
    change(&self)
  }
}

extension Item {
  /// An item over so many columns and lines.
  init(_ columns: Int, _ rows: Int, height: Double? = nil) {
    self.init(size: height.map { Size(width: 0, height: $0) })
    span = GridSpan(columns: columns, rows: rows)
  }
}

extension Rect {
  init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(x: x, y: y, width: width, height: height)
  }
}
