import Cancellation

/// A solved layout whose sections follow one another in the scroll direction.
///
/// Every kind but `custom` has this form. A kind supplies a `SectionBody`; strips, pinning, insets, mirroring,
/// rounding and queries are here, once.
final class StackedLayout<Body: SectionBody>: Sendable {
  let container: Container
  let axis: ScrollAxis
  /// The breadth of elements that span the layout: the container's extent across the scroll direction less its
  /// insets.
  let breadth: Double
  /// The whole layout's own header and footer.
  let leading: Strip
  let trailing: Strip
  /// The content is at least as long as this.
  private let minimumLength: Double
  let sections: SummaryTree<StackedSection<Body>>
  /// Of all sections.
  let totals: StackTotals
  /// The sections that were laid out.
  let source: SectionList

  /// - Complexity: O(1).
  init(
    container: Container, axis: ScrollAxis, leading: Strip = .none, trailing: Strip = .none,
    minimumLength: Double = 0, sections: SummaryTree<StackedSection<Body>>, of source: SectionList
  ) {
    self.container = container
    self.axis = axis
    breadth = container.breadth(across: axis)
    self.leading = leading
    self.trailing = trailing
    self.minimumLength = minimumLength
    self.sections = sections
    totals = sections.totals
    self.source = source
  }

  /// The content's extent across the scroll direction.
  private var contentBreadth: Double { max(breadth, totals.breadth) }

  private var length: Double { leading.extent + totals.length.value + trailing.extent }

  var space: ContentSpace {
    ContentSpace(
      axis: axis, grid: container.grid,
      mirrorWidth: container.direction == .rightToLeft ? contentSize.width : nil)
  }
}

extension StackedLayout: SolvedLayout {
  var isMirrored: Bool { space.mirrorWidth != nil }

  var followsVisibleRect: Bool { totals.followsVisibleRect }

  /// - Complexity: O(1).
  func elementCount(ofItems itemCount: Int) -> Int { itemCount - totals.unplacedItemCount }

  /// - Complexity: O(1).
  func stackedElementCount(ofItems itemCount: Int) -> Int {
    Body.stacksCells ? max(0, elementCount(ofItems: itemCount) - 2 * sections.leafCount) : 0
  }

  /// - Complexity: O(1).
  var coordinateBound: Double {
    let strips = abs(leading.extent) + abs(trailing.extent) + leading.length + trailing.length
    let along = totals.length.value + totals.reach.before + totals.reach.after + strips + minimumLength
    // Mirroring takes places across from the content's other side.
    let across = 2 * (contentBreadth + totals.sideReach)
    return container.grid.bound(ofCoordinatesWithin: max(along, across))
  }

  /// - Complexity: O(1).
  var contentSize: Size { axis.size(length: max(length, minimumLength), breadth: contentBreadth) }

  /// - Complexity: O(log s + log n + f) for s sections of n items, f of which are found.
  func elements(in rect: Rect?, visible: Rect?) -> ElementList {
    Body.elements(of: self, in: rect, visible: visible)
  }

  /// See `SectionBody.elements`.
  func findElements(in rect: Rect?, visible: Rect?) -> ElementList {
    findElements(in: rect, visible: visible, except: nil)
  }

  private func findElements(
    in rect: Rect?, visible: Rect?, except skipped: [Int: [Range<Int>]]?
  ) -> ElementList {
    var collector = collector(for: rect, visible: visible)
    addWholeStrip(leading, .tableHeader, at: leading.insets.before, to: &collector)
    addSections(except: skipped, to: &collector)
    addWholeStrip(
      trailing, .tableFooter, at: length - trailing.length - trailing.insets.after, to: &collector)
    return collector.list
  }

  /// - Complexity: O(s + r log n) for s sections of n items, of which r are not skipped.
  func elements(except skipped: [Int: [Range<Int>]], visible: Rect?) -> ElementList {
    findElements(in: nil, visible: visible, except: skipped)
  }

  func sharedCells(with old: any SolvedLayout, by map: UpdateMap) -> [SharedCells] {
    guard let old = old as? StackedLayout<Body>, old.container == container, old.axis == axis,
      old.space.mirrorWidth == space.mirrorWidth
    else { return [] }
    var shared: [SharedCells] = []
    let kept = map.keptItems
    sections.forEachLeaf { position in
      guard case .kept(let index) = map.origin(ofSection: position.index), index < old.sections.leafCount
      else { return true }
      let before = old.sections.leaf(at: index)
      let start = leading.extent + position.before.length.value + position.leaf.bodyStart
      let oldStart = old.leading.extent + before.before.length.value + before.leaf.bodyStart
      for rows in position.leaf.body.sharedRows(with: before.leaf.body, kept(index)) {
        // Cells that move by parts of a pixel are rounded one by one.
        let distance = start + rows.newStart - (oldStart + rows.oldStart)
        guard abs(container.grid.nearest(distance) - distance) < 1e-6 else { continue }
        shared.append(
          SharedCells(
            from: IndexPath(section: index, item: rows.old),
            to: IndexPath(section: position.index, item: rows.new), count: rows.count))
      }
      return true
    }
    return shared
  }

  /// - Complexity: O(log s + log n) for s sections of n items.
  func attributes(of element: ElementPath, visible: Rect?) -> LayoutAttributes? {
    var collector = collector(for: nil, visible: visible)
    switch element.kind {
    case .tableHeader: addWholeStrip(leading, .tableHeader, at: leading.insets.before, to: &collector)
    case .tableFooter:
      addWholeStrip(
        trailing, .tableFooter, at: length - trailing.length - trailing.insets.after, to: &collector)
    default: addElement(element, to: &collector)
    }
    let list = collector.list
    return list.count == 1 && list[0].indexPath == element.indexPath ? list[0] : nil
  }
}

extension StackedLayout {
  /// A collector for a query.
  func collector(for rect: Rect?, visible: Rect?) -> ElementCollector {
    let space = space
    return ElementCollector(
      space: space, filter: rect, pinRange: visible.map { pinRange(of: $0, in: space) },
      focus: focus(of: visible, in: space))
  }

  /// Adds the elements of all sections that meet the query's rect.
  ///
  /// - Parameter skipped: cells to leave out, in a query for everything; nil leaves out none.
  func addSections(except skipped: [Int: [Range<Int>]]? = nil, to collector: inout ElementCollector) {
    let sought = collector.sought?.stretch ?? .everything
    forEachSection(meeting: sought) { index, start, section in
      addSection(
        section, index, start, sought: sought, except: skipped.map { $0[index] ?? [] }, to: &collector)
    }
  }
}

extension StackedLayout {
  /// The stretch that pinned strips stay in: the visible rect less the container's insets.
  private func pinRange(of visible: Rect, in space: ContentSpace) -> ClosedRange<Double> {
    space.axialRect(visible.inset(by: container.insets)).stretch
  }

  /// Visits the sections that reach into `range`, with where they start.
  func forEachSection(
    meeting range: ClosedRange<Double>, _ visit: (Int, Double, StackedSection<Body>) -> Void
  ) {
    let lowerBound = range.lowerBound - leading.extent - totals.reach.after
    let first = sections.leaf(beyond: lowerBound, by: { $0.length.value })
    guard let first else { return }
    var pace = Pace()
    sections.forEachLeaf(from: first.index) { position in
      let start = leading.extent + position.before.length.value
      guard start <= range.upperBound + totals.reach.before, !pace.isOver(after: 16) else { return false }
      visit(position.index, start, position.leaf)
      return true
    }
  }

  /// Adds a section's elements in the order of the wire: header, cells, footer, decorations.
  private func addSection(
    _ section: StackedSection<Body>, _ index: Int, _ start: Double, sought: ClosedRange<Double>,
    except skipped: [Range<Int>]?, to collector: inout ElementCollector
  ) {
    let stretch = section.stretch
    let bodyStart = start + stretch.bodyStart
    let local = sought.moved(by: -bodyStart)
    collector.section = index
    collector.addStrip(of: stretch, start, kind: .header, breadth: breadth)
    collector.origin = bodyStart
    if let skipped, !skipped.isEmpty {
      section.body.addCells(except: skipped, to: &collector)
    } else {
      section.body.addCells(meeting: local, to: &collector)
    }
    collector.addStrip(of: stretch, start, kind: .footer, breadth: breadth)
    collector.origin = bodyStart
    section.body.addDecorations(meeting: local, to: &collector)
    collector.addBackground(of: stretch, start, breadth: breadth)
  }

  /// Adds one element of a section, if there is such an element.
  func addElement(_ element: ElementPath, to collector: inout ElementCollector) {
    let index = element.indexPath.section
    guard index >= 0, index < sections.leafCount else { return }
    let position = sections.leaf(at: index)
    let start = leading.extent + position.before.length.value
    let stretch = position.leaf.stretch
    collector.section = index
    collector.origin = start + stretch.bodyStart
    switch element.kind {
    case .cell:
      position.leaf.body.addCell(element.indexPath.item, to: &collector)
    case .header where stretch.edges.header.exists, .footer where stretch.edges.footer.exists:
      collector.addStrip(of: stretch, start, kind: element.kind, breadth: breadth)
    case .background where stretch.edges.background != nil:
      collector.addBackground(of: stretch, start, breadth: breadth)
    default:
      position.leaf.body.addElement(element.kind, element.indexPath.item, to: &collector)
    }
  }

  private func addWholeStrip(
    _ strip: Strip, _ kind: ElementKind, at along: Double, to collector: inout ElementCollector
  ) {
    guard strip.exists else { return }
    collector.section = 0
    collector.origin = 0
    collector.add(
      kind: collector.code(of: kind), item: 0,
      AxialRect(along: along, across: 0, length: strip.length, breadth: container.grid.nearest(breadth)),
      isEstimated: strip.isEstimated)
  }
}

extension StackedLayout {
  /// - Complexity: O(log s) for s sections.
  func beginning(ofSection section: Int) -> Rect? {
    guard section >= 0, section < sections.leafCount else { return nil }
    let start = leading.extent + sections.leaf(at: section).before.length.value
    return space.place(AxialRect(along: start, across: 0, length: 0, breadth: breadth))
  }

  /// - Complexity: O(log s) for s sections.
  func pinningViews(ofSection section: Int) -> [LayoutAttributes] {
    guard section >= 0, section < sections.leafCount else { return [] }
    let strips = sections.leaf(at: section).leaf
    return pinningStrips(
      of: self, inSection: section, hasHeader: strips.header.exists && strips.header.pins,
      hasFooter: strips.footer.exists && strips.footer.pins)
  }

  /// - Complexity: O(log s) for s sections, and the cost of finding the element in the body.
  func fittingRoom(of element: LayoutAttributes) -> FittingRoom {
    let index = element.indexPath.section
    guard index >= 0, index < sections.leafCount else { return FittingRoom() }
    let section = sections.leaf(at: index).leaf
    switch element.kind {
    case .header where section.header.exists, .footer where section.footer.exists:
      return FittingRoom(acrossOf: element.frame, along: axis)
    default:
      return section.body.fittingRoom(of: element, along: axis, in: breadth)
    }
  }
}

extension StackedLayout {
  /// Cells that do not fit, and supplementary views of kinds that the layout does not place.
  ///
  /// - Complexity: O(w log s) for s sections, w of which have warnings.
  var warnings: [LayoutWarning] {
    var warnings: [LayoutWarning] = []
    sections.forEachLeaf(where: { $0.warnings }) { position in
      guard let warning = position.leaf.body.warning else { return }
      warnings.append(warning.layoutWarning(ofSection: position.index))
    }
    source.tree.forEachLeaf(where: { $0.haveViews }) { position in
      for (kind, views) in position.leaf.supplementaries.sorted(by: { $0.key < $1.key }) {
        let left = views.count - (position.index == 0 && hasWholeStrip(kind) ? 1 : 0)
        guard left > 0 else { continue }
        warnings.append(
          LayoutWarning(
            code: .supplementaryNotPlaced, section: position.index, item: nil, count: left, kind: kind))
      }
    }
    return warnings
  }

  /// Whether the whole layout has a header or a footer of that kind, which the first section may describe.
  private func hasWholeStrip(_ kind: String) -> Bool {
    kind == ElementKind.tableHeader.name && leading.exists
      || kind == ElementKind.tableFooter.name && trailing.exists
  }
}

/// The header and footer of a section where they are naturally, with the z-index of pinned views. It is compiled once for
/// all kinds.
@inline(never)
private func pinningStrips(
  of layout: any SolvedLayout, inSection section: Int, hasHeader: Bool, hasFooter: Bool
) -> [LayoutAttributes] {
  var views: [LayoutAttributes] = []
  for (kind, isThere) in [(ElementKind.header, hasHeader), (.footer, hasFooter)] where isThere {
    let path = ElementPath(kind: kind, indexPath: IndexPath(section: section, item: 0))
    guard var view = layout.attributes(of: path, visible: nil) else { continue }
    view.appearance.zIndex = Pinning.zIndex
    views.append(view)
  }
  return views
}
