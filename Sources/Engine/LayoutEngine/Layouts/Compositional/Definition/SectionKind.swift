/// Another kind of layout that lays out one section of a compositional layout, with its parameters.
///
/// Lists are those of `NSCollectionLayoutSection.list(using:layoutEnvironment:)`; the others go on where UIKit ends.
public indirect enum SectionKind: Hashable, Sendable {
  case list(ListLayout)
  /// Scrolls as the compositional layout does, whatever its own direction.
  case grid(GridLayout)
  case waterfall(WaterfallLayout)
  /// Scrolls as the compositional layout does, whatever its own direction.
  case flow(FlowLayout)
}

extension SectionKind {
  /// The names of the kinds, as in JSON.
  package static let names = [
    ListMetrics.kind, GridMetrics.kind, WaterfallMetrics.kind, FlowMetrics.kind,
  ]

  /// The parameters of a kind that a section has: those that do not concern a whole layout.
  package static func parameters(of kind: LayoutKind) -> ParameterTable {
    var table = kind.parameters
    table.fields.removeAll {
      [
        "scrollDirection", "tableHeader", "tableFooter", "minimumContentHeight", "lengthsScaleWith",
      ].contains($0.name)
    }
    return table
  }

  /// The kind with the parameters of a whole layout; nil if sections cannot be of that kind.
  package init?(_ layout: LayoutKind) {
    if let list: ListLayout = layout.layout() {
      self = .list(list)
    } else if let grid: GridLayout = layout.layout() {
      self = .grid(grid)
    } else if let waterfall: WaterfallLayout = layout.layout() {
      self = .waterfall(waterfall)
    } else if let flow: FlowLayout = layout.layout() {
      self = .flow(flow)
    } else {
      return nil
    }
  }

  /// Its name, as in JSON.
  var name: String {
    switch self {
    case .list: ListMetrics.kind
    case .grid: GridMetrics.kind
    case .waterfall: WaterfallMetrics.kind
    case .flow: FlowMetrics.kind
    }
  }

  /// Whether it can scroll in a direction; rows and columns of cells run down.
  func scrolls(_ axis: ScrollAxis) -> Bool {
    switch self {
    case .list, .waterfall: axis == .vertical
    case .grid, .flow: true
    }
  }

  /// How it divides a breadth among items.
  var arrangement: String {
    switch self {
    case .list(let layout): layout.arrangement
    case .grid(let layout): layout.arrangement
    case .waterfall(let layout): layout.arrangement
    case .flow(let layout): layout.arrangement
    }
  }

  /// Whether items keep the columns of a waterfall.
  var keepsColumns: Bool {
    if case .waterfall(let layout) = self { layout.keepsColumns } else { false }
  }

  /// Which items of a section may have a size that is only estimated.
  func estimatedItems(of section: Section) -> EstimatedItems {
    let section = section.withoutMetrics
    return switch self {
    case .list(let layout): layout.estimatedItems(of: section, at: 0)
    case .grid(let layout): layout.estimatedItems(of: section, at: 0)
    case .waterfall(let layout): layout.estimatedItems(of: section, at: 0)
    case .flow(let layout): layout.estimatedItems(of: section, at: 0)
    }
  }
}
