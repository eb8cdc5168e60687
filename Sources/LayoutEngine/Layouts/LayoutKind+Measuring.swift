/// What measuring needs to know of a layout kind.
extension LayoutKind {
  /// The direction in which the content grows; a layout by formulas of the client's may grow in both.
  public var scrollAxis: ScrollAxis {
    switch self {
    case .flow(let layout): layout.scrollDirection
    case .grid(let layout): layout.scrollDirection
    case .stack(let layout): layout.scrollDirection
    case .circle(let layout): layout.scrollDirection
    case .spiral(let layout): layout.scrollDirection
    case .coverFlow(let layout): layout.scrollDirection
    case .carousel(let layout): layout.scrollDirection
    case .compositional(let layout): layout.scrollDirection
    case .list, .waterfall, .justified, .magazine, .custom: .vertical
    }
  }

  /// What content is measured for in a container: its breadth, how the layout shares that out, the size of text.
  public func measuredBreadth(in container: Container) -> MeasuredBreadth {
    let category = container.contentSizeCategory
    return MeasuredBreadth(
      points: container.breadth(across: scrollAxis),
      arrangement: category == .large ? arrangement : "\(arrangement) \(category)")
  }

  /// How the layout shares a breadth out among items, as far as its parameters alone tell.
  private var arrangement: String {
    switch self {
    case .flow: "flow"
    case .list: "list"
    case .grid(let layout): "grid \(layout.metrics.columns) \(layout.metrics.columnSpacing)"
    case .waterfall(let layout):
      "waterfall \(layout.metrics.columnCount) \(layout.metrics.minimumColumnSpacing)"
    case .justified: "justified"
    case .magazine: "magazine"
    case .stack: "stack"
    case .circle: "circle"
    case .spiral: "spiral"
    case .coverFlow: "coverFlow"
    case .carousel: "carousel"
    case .compositional: "compositional"
    case .custom: "custom"
    }
  }

  /// Whether the size of an item decides where those behind it are.
  public var itemsPushOthers: Bool {
    switch self {
    case .flow, .list, .grid, .waterfall, .justified, .magazine, .compositional: true
    case .stack, .circle, .spiral, .coverFlow, .carousel, .custom: false
    }
  }

  /// Whether what is measured decides what the layout expects of the rest
  /// (`UICollectionViewFlowLayout.automaticSize`, `UITableView.automaticDimension`).
  public var learnsEstimates: Bool {
    switch self {
    case .flow(let layout): layout.estimatedItemSize == .automatic
    case .list(let layout): layout.metrics.rowHeight == .automatic && layout.metrics.estimatedRowHeight == nil
    default: false
    }
  }

  /// The layout with an estimate in place of one that it learns; itself where it learns none.
  ///
  /// - Parameter size: nil where nothing has been learned yet.
  public func expecting(_ size: Size?) -> LayoutKind {
    guard learnsEstimates, let size else { return self }
    switch self {
    case .flow(var layout):
      // An estimate of zero would turn self-sizing off.
      if size != .zero { layout.estimatedItemSize = .size(size) }
      return .flow(layout)
    case .list(var layout):
      if size.height > 0 { layout.metrics.estimatedRowHeight = size.height }
      return .list(layout)
    default: return self
    }
  }

  /// Which items of a section may have a size that is only estimated.
  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems {
    switch self {
    case .flow(let layout):
      layout.estimatedItemSize == .none || layout.estimatedItemSize == .size(.zero) ? .withEstimate : .all
    case .list(let layout):
      layout.unsizedRow(layout.metrics.overridden(by: section.metrics)).isEstimated ? .all : .withEstimate
    case .grid(let layout):
      layout.metrics.overridden(by: section.metrics).lineExtent == .automatic ? .all : .none
    case .waterfall: .withEstimate
    case .justified: .regardlessOfContent
    case .magazine: .all
    case .compositional(let layout):
      layout.sections.isEmpty || !layout.sections[layout.definition(of: index)].group.isEstimated
        ? .none : .all
    case .stack, .circle, .spiral, .coverFlow, .carousel, .custom: .none
    }
  }
}

/// What content is measured for: what a row of a list, half of it in a grid of two columns, a column of three have.
public struct MeasuredBreadth: Hashable, Sendable {
  /// The container's extent across the scroll direction less its insets, whatever its scale.
  public var points: Double
  /// Tells apart what makes other sizes of the same points: layouts that share them out otherwise, since what was
  /// measured for a row of a list says nothing of a cell of a grid, and text of another size category. The category is
  /// named where it is not `large`.
  public var arrangement: String

  public init(points: Double, arrangement: String) {
    self.points = points
    self.arrangement = arrangement
  }
}
