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
  private var box: SectionMembersBox?

  /// Creates a section of items; a member that is left out is absent.
  public init(
    id: String? = nil, items: ItemSequence, header: Supplementary? = nil, footer: Supplementary? = nil,
    supplementaries: [String: [Supplementary]] = [:], metrics: SectionMetrics = .none
  ) {
    self.id = id
    self.items = items
    members = SectionMembers(
      header: header, footer: footer, supplementaries: supplementaries, metrics: metrics)
  }
}

/// An outline behind one reference, as few sections have one.
private final class OutlineBox: Sendable {
  let outline: Outline

  init(_ outline: Outline) { self.outline = outline }
}

/// Members that few sections have.
private struct SectionMembers: Sendable {
  var header: Supplementary?
  var footer: Supplementary?
  var supplementaries: [String: [Supplementary]] = [:]
  var metrics = SectionMetrics.none
  var hasBackground = false
  var indexTitle: String?

  /// Whether the section has none of them.
  var isEmpty: Bool {
    header == nil && footer == nil && supplementaries.isEmpty && metrics.isNone && !hasBackground
      && indexTitle == nil
  }
}

/// Members behind one reference.
private final class SectionMembersBox: Sendable {
  let members: SectionMembers

  init(_ members: SectionMembers) { self.members = members }
}

extension Section {
  private var members: SectionMembers {
    get { box?.members ?? SectionMembers() }
    set { box = newValue.isEmpty ? nil : SectionMembersBox(newValue) }
  }

  /// The header; nil if the section does not describe one.
  public var header: Supplementary? {
    get { box?.members.header }
    set { members.header = newValue }
  }

  /// The footer; nil if the section does not describe one.
  public var footer: Supplementary? {
    get { box?.members.footer }
    set { members.footer = newValue }
  }

  /// Supplementary views of other kinds, by the kind's name.
  public var supplementaries: [String: [Supplementary]] {
    get { box?.members.supplementaries ?? [:] }
    set { members.supplementaries = newValue }
  }

  /// The parameters of the layout that the section overrides.
  public var metrics: SectionMetrics {
    get { box?.members.metrics ?? .none }
    set { members.metrics = newValue }
  }

  /// Whether the section has a decoration behind it.
  public var hasBackground: Bool {
    get { box?.members.hasBackground ?? false }
    set { members.hasBackground = newValue }
  }

  /// The title of the section in an index of the collection (`sectionIndexTitles(for:)`); nil, the default, is none.
  public var indexTitle: String? {
    get { box?.members.indexTitle }
    set { members.indexTitle = newValue }
  }

  /// Whether both sections have the same description, whatever their ids and items.
  func hasSameDescription(as other: Section) -> Bool {
    box === other.box
      || header == other.header && footer == other.footer && supplementaries == other.supplementaries
        && metrics == other.metrics && hasBackground == other.hasBackground && indexTitle == other.indexTitle
  }
}

extension Section: Summarized {
  var totals: SectionTotals {
    SectionTotals(
      sections: 1, items: items.count, haveViews: !supplementaries.isEmpty,
      openContents: items.openContentCount, haveShowingViews: hasShowingViews,
      outlines: outline == nil ? 0 : 1, hiddenItems: outline?.hiddenCount ?? 0,
      indexTitles: indexTitle == nil ? 0 : 1)
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
  /// The number of sections with a title in the index.
  var indexTitles: Int

  static let zero = SectionTotals(
    sections: 0, items: 0, haveViews: false, openContents: 0, haveShowingViews: false, outlines: 0,
    hiddenItems: 0, indexTitles: 0)

  static func + (a: SectionTotals, b: SectionTotals) -> SectionTotals {
    SectionTotals(
      sections: a.sections + b.sections, items: a.items + b.items, haveViews: a.haveViews || b.haveViews,
      openContents: a.openContents + b.openContents,
      haveShowingViews: a.haveShowingViews || b.haveShowingViews,
      outlines: a.outlines + b.outlines, hiddenItems: a.hiddenItems + b.hiddenItems,
      indexTitles: a.indexTitles + b.indexTitles)
  }
}
