/// A section: its items, its supplementary views, and the layout parameters that it overrides.
public struct Section: Sendable {
  public var id: String?
  public var items: ItemSequence
  public var header: Supplementary?
  public var footer: Supplementary?
  /// Supplementary views of other kinds, by the kind's name.
  public var supplementaries: [String: [Supplementary]]
  /// The parameters of the layout that the section overrides.
  public var metrics: SectionMetrics
  /// Whether the section has a decoration behind it.
  public var hasBackground = false

  public init(
    id: String? = nil, items: ItemSequence, header: Supplementary? = nil, footer: Supplementary? = nil,
    supplementaries: [String: [Supplementary]] = [:], metrics: SectionMetrics = .none
  ) {
    self.id = id
    self.items = items
    self.header = header
    self.footer = footer
    self.supplementaries = supplementaries
    self.metrics = metrics
  }
}

extension Section {
  /// Whether both sections have the same description, whatever their ids and items.
  func hasSameDescription(as other: Section) -> Bool {
    header == other.header && footer == other.footer && supplementaries == other.supplementaries
      && metrics == other.metrics && hasBackground == other.hasBackground
  }
}

extension Section: Summarized {
  var totals: SectionTotals {
    SectionTotals(
      sections: 1, items: items.count, haveViews: !supplementaries.isEmpty,
      openContents: items.openContentCount, haveShowingViews: hasShowingViews)
  }
}

/// The number of sections and of their items, as a tree sums them up.
struct SectionTotals: Summary {
  var sections: Int
  var items: Int
  /// Whether any section has supplementary views of kinds other than header and footer.
  var haveViews: Bool
  /// The number of items that have content and no size.
  var openContents: Int
  /// Whether any section has a header, a footer or another view with content.
  var haveShowingViews: Bool

  static let zero = SectionTotals(
    sections: 0, items: 0, haveViews: false, openContents: 0, haveShowingViews: false)

  static func + (a: SectionTotals, b: SectionTotals) -> SectionTotals {
    SectionTotals(
      sections: a.sections + b.sections, items: a.items + b.items, haveViews: a.haveViews || b.haveViews,
      openContents: a.openContents + b.openContents,
      haveShowingViews: a.haveShowingViews || b.haveShowingViews)
  }
}
