/// A section: its items, its supplementary views, and the layout parameters that it overrides.
public struct Section: Sendable {
  /// The id, by which differences find the section in another state; nil if the client gave none.
  public var id: String?
  /// The items in their order.
  public var items: ItemSequence
  /// The tree of the items; nil for items without parents.
  package var outline: Outline? {
    get { tree?.outline }
    set { tree = newValue.map { OutlineBox($0) } }
  }
  private var tree: OutlineBox?
  /// Everything else; nil for a section that has nothing else, as most of many do.
  private var members: SectionMembers?

  /// Creates a section of items; a member that is left out is absent.
  public init(
    id: String? = nil, items: ItemSequence, header: Supplementary? = nil, footer: Supplementary? = nil,
    supplementaries: [String: [Supplementary]] = [:], metrics: SectionMetrics = .none
  ) {
    self.id = id
    self.items = items
    if header != nil || footer != nil || !supplementaries.isEmpty || !metrics.isNone {
      members = SectionMembers(
        header: header, footer: footer, supplementaries: supplementaries, metrics: metrics)
    }
  }
}

/// An outline behind one reference, as few sections have one.
private final class OutlineBox: Sendable {
  let outline: Outline

  init(_ outline: Outline) { self.outline = outline }
}

/// Members that few sections have, behind one reference.
private final class SectionMembers: Sendable {
  let header: Supplementary?
  let footer: Supplementary?
  let supplementaries: [String: [Supplementary]]
  let metrics: SectionMetrics
  let hasBackground: Bool

  init(
    header: Supplementary? = nil, footer: Supplementary? = nil,
    supplementaries: [String: [Supplementary]] = [:], metrics: SectionMetrics = .none,
    hasBackground: Bool = false
  ) {
    self.header = header
    self.footer = footer
    self.supplementaries = supplementaries
    self.metrics = metrics
    self.hasBackground = hasBackground
  }
}

extension Section {
  /// The header; nil if the section does not describe one.
  public var header: Supplementary? {
    get { members?.header }
    set { setMembers(newValue, footer, supplementaries, metrics, hasBackground) }
  }

  /// The footer; nil if the section does not describe one.
  public var footer: Supplementary? {
    get { members?.footer }
    set { setMembers(header, newValue, supplementaries, metrics, hasBackground) }
  }

  /// Supplementary views of other kinds, by the kind's name.
  public var supplementaries: [String: [Supplementary]] {
    get { members?.supplementaries ?? [:] }
    set { setMembers(header, footer, newValue, metrics, hasBackground) }
  }

  /// The parameters of the layout that the section overrides.
  public var metrics: SectionMetrics {
    get { members?.metrics ?? .none }
    set { setMembers(header, footer, supplementaries, newValue, hasBackground) }
  }

  /// Whether the section has a decoration behind it.
  public var hasBackground: Bool {
    get { members?.hasBackground ?? false }
    set { setMembers(header, footer, supplementaries, metrics, newValue) }
  }

  private mutating func setMembers(
    _ header: Supplementary?, _ footer: Supplementary?, _ supplementaries: [String: [Supplementary]],
    _ metrics: SectionMetrics, _ hasBackground: Bool
  ) {
    let isPlain =
      header == nil && footer == nil && supplementaries.isEmpty && metrics.isNone && !hasBackground
    members =
      isPlain
      ? nil
      : SectionMembers(
        header: header, footer: footer, supplementaries: supplementaries, metrics: metrics,
        hasBackground: hasBackground)
  }

  /// Whether both sections have the same description, whatever their ids and items.
  func hasSameDescription(as other: Section) -> Bool {
    members === other.members
      || header == other.header && footer == other.footer && supplementaries == other.supplementaries
        && metrics == other.metrics && hasBackground == other.hasBackground
  }
}

extension Section: Summarized {
  var totals: SectionTotals {
    SectionTotals(
      sections: 1, items: items.count, haveViews: !supplementaries.isEmpty,
      openContents: items.openContentCount, haveShowingViews: hasShowingViews,
      outlines: outline == nil ? 0 : 1, hiddenItems: outline?.hiddenCount ?? 0)
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
  /// The number of sections with an outline.
  var outlines: Int
  /// The number of items that outlines hide.
  var hiddenItems: Int

  static let zero = SectionTotals(
    sections: 0, items: 0, haveViews: false, openContents: 0, haveShowingViews: false, outlines: 0,
    hiddenItems: 0)

  static func + (a: SectionTotals, b: SectionTotals) -> SectionTotals {
    SectionTotals(
      sections: a.sections + b.sections, items: a.items + b.items, haveViews: a.haveViews || b.haveViews,
      openContents: a.openContents + b.openContents,
      haveShowingViews: a.haveShowingViews || b.haveShowingViews,
      outlines: a.outlines + b.outlines, hiddenItems: a.hiddenItems + b.hiddenItems)
  }
}
