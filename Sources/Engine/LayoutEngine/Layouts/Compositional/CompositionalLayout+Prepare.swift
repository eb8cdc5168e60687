import Cancellation

extension CompositionalLayout: CollectionLayout {
  typealias Metrics = NoMetrics

  static let kind = "compositional"

  static let cost = LayoutCost(section: 2000, item: 96, work: 4, laysOutAnew: true)

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.structure("scrollDirection")
    visitor.structure("interSectionSpacing")
    visitor.structure("contentInsetsReference")
    visitor.structure("boundarySupplementaryItems")
    visitor.structure("sections")
    visitor.structure("alternatives")
    visitor.structure("lengthsScaleWith")
  }

  /// A row of a list is no cell of a grid; groups are what their definitions make of them.
  var arrangement: String {
    let arrangements = kinds.map { $0.arrangement }
    return arrangements.isEmpty ? Self.kind : "\(Self.kind) of \(arrangements.joined(separator: ", "))"
  }

  /// With alternatives it names the chosen one: insets may leave equal breadths to containers that choose differently.
  func arrangement(in container: Container) -> String {
    guard !alternatives.isEmpty else { return arrangement }
    let chosen = chosen(for: container)
    return "\(chosen.arrangement) at \(chosen.path.joined(separator: "/"))"
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems {
    var most = EstimatedItems.none
    _ = hasDefinition(of: index) { definition in
      let own = definition.kind?.estimatedItems(of: section) ?? (definition.group.isEstimated ? .all : .none)
      if own != .none { most = own }
      return own == .all
    }
    return most
  }

  /// - Throws: where a definition cannot be laid out, or its views are too many to store.
  /// - Complexity: O(s) for s sections, and O(n) for n items whose content decides their sizes; for a section of another
  ///   kind, that of the kind.
  func prepare(
    _ sections: SectionList, in container: Container
  ) throws(LayoutError) -> CompositionalSolution {
    guard alternatives.isEmpty, !scalesLengths(in: container) else {
      return try chosen(for: container).scaled(in: container).prepare(sections, in: container)
    }
    guard !self.sections.isEmpty else {
      throw LayoutError(parameter: path, indexPath: nil, detail: "there is no section definition")
    }
    let (edges, rooms) = edges(of: sections, in: container)
    try checkKinds()
    try checkEdgeViews(of: sections)
    var workshop = GroupRun.Workshop(itemCount: sections.itemCount)
    let budget = workshop.budget
    let drawings = self.sections.map { $0.visibleItems.flatMap { VisibleItemsDrawing($0, in: container) } }
    var solved = ContiguousArray<StackedSection<CompositionalContent>>()
    solved.reserveCapacity(sections.count)
    var failure: LayoutError?
    var pace = Pace()
    sections.tree.forEachLeaf { position in
      do throws(LayoutError) {
        if pace.isOver(after: 16) { throw .cancelled }
        var section = try solve(position.leaf, position.index, of: sections.count, in: rooms, &workshop)
        if let last = solved.last { section.share(with: last) }
        section.body.drawing = drawings[definition(of: position.index)]
        solved.append(section)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return try solution(
      SummaryTree(solved), of: sections, edges, in: container, measured: budget - workshop.budget)
  }

  /// - Throws: where a definition cannot be laid out, or its views are too many to store.
  /// - Complexity: O(s) for s sections, and O(n) for n items of sections that changed, where content decides their
  ///   sizes; for sections of other kinds, that of a change in the kind. All sections are solved if some are inserted,
  ///   deleted or moved, or the first is replaced: definitions go by a section's number, and the items at the layout's
  ///   edges by the first section.
  func prepare(
    _ updated: SectionList.Updated, from old: CompositionalSolution, in container: Container
  ) throws(LayoutError) -> CompositionalSolution {
    guard alternatives.isEmpty, !scalesLengths(in: container) else {
      return try chosen(for: container).scaled(in: container).prepare(updated, from: old, in: container)
    }
    let sections = updated.sections
    let slots = updated.map.sections
    guard slots.vacated.isEmpty, slots.taken.isEmpty, !updated.replacedSections.contains(0) else {
      return try prepare(sections, in: container)
    }
    let (edges, rooms) = edges(of: sections, in: container)
    var workshop = GroupRun.Workshop(itemCount: sections.itemCount)
    // No less than all sections together would take, so that a layout does not follow where none could be made.
    workshop.budget -= old.measured
    let budget = workshop.budget
    var failed = budget < 0
    func solve(_ section: Section, _ index: Int) -> StackedSection<CompositionalContent> {
      do throws(LayoutError) {
        if !failed { return try self.solve(section, index, of: sections.count, in: rooms, &workshop) }
      } catch {
        failed = true
      }
      return old.stack.sections.leaf(at: index).leaf
    }
    /// A section has the definition that it had, and is drawn by it.
    func drawn(
      _ section: StackedSection<CompositionalContent>, _ index: Int
    ) -> StackedSection<CompositionalContent> {
      var section = section
      section.body.drawing = old.stack.sections.leaf(at: index).leaf.body.drawing
      return section
    }
    let solved = updated.follow(old.stack.sections) {
      drawn(solve($0, $1), $1)
    } changing: { section, before, edits, index in
      let definition = self.sections[definition(of: index)]
      guard let kind = definition.kind else { return drawn(solve(section, index), index) }
      return drawn(kind.solved(section, reusing: before, edits, in: rooms.space(of: definition)), index)
    }
    if failed { return try prepare(sections, in: container) }
    return try solution(
      solved, of: sections, edges, in: container, measured: old.measured + budget - workshop.budget)
  }

  /// The boundary items at the edges of all sections, and the space that they leave the sections.
  private func edges(
    of sections: SectionList, in container: Container
  ) -> (BoundaryItems, CompositionalRooms) {
    let whole = CompositionalRoom(container, axis: scrollDirection, reference: contentInsetsReference)
    let edges = BoundaryItems(
      boundaryItems, in: whole.size, along: scrollDirection, on: container.grid
    ) { kind, index in
      sections.count > 0 ? sections[0].supplementary(kind, index) : nil
    }
    return (
      edges,
      CompositionalRooms(
        container: container, axis: scrollDirection, reference: contentInsetsReference,
        sides: edges.room.across(scrollDirection))
    )
  }

  private func solution(
    _ solved: SummaryTree<StackedSection<CompositionalContent>>, of sections: SectionList,
    _ edges: BoundaryItems,
    in container: Container, measured: Int
  ) throws(LayoutError) -> CompositionalSolution {
    try checkAttachedViews(of: solved)
    try checkDrawings(of: solved, sections)
    let axis = scrollDirection
    let stack = StackedLayout(
      container: container, axis: axis, leading: .gap(edges.room.before(axis)),
      trailing: .gap(edges.room.after(axis)), sections: solved, of: sections)
    return CompositionalSolution(
      layout: self, stack: stack,
      boundary: edges.placed(
        in: Rect(x: 0, y: 0, width: stack.contentSize.width, height: stack.contentSize.height), axis: axis,
        on: container.grid),
      pinLimits: ClosedRange(ordered: 0, max(0, axis.length(of: stack.contentSize))), measured: measured)
  }

  /// A section laid out by its definition, with the spacing to the next.
  ///
  /// - Parameter count: the number of sections.
  private func solve(
    _ section: Section, _ index: Int, of count: Int, in rooms: CompositionalRooms,
    _ workshop: inout GroupRun.Workshop
  ) throws(LayoutError) -> StackedSection<CompositionalContent> {
    let number = definition(of: index)
    let definition = sections[number]
    let spacing = index == count - 1 ? 0 : interSectionSpacing
    if let kind = definition.kind {
      return kind.solved(section, in: rooms.space(of: definition), spacing: spacing)
    }
    do throws(GroupTooLarge) {
      let body = try CompositionalBody(
        section, as: definition, number: number, in: rooms.room(of: definition),
        views: rooms.viewRoom(of: definition), axis: scrollDirection, on: rooms.container.grid,
        workshop: &workshop)
      if body.reachesTooFar { throw .tooFar }
      return StackedSection(
        header: .none, insets: AxialInsets(before: 0, after: spacing, leading: 0, trailing: 0),
        body: CompositionalContent(body), footer: .none)
    } catch {
      throw LayoutError(
        parameter: path + ["\(number)", "group"], indexPath: nil, detail: error.detail)
    }
  }

  /// Views at edges and decorations are stored for each section: this bounds the memory that a short request can claim.
  private func checkEdgeViews(of sections: SectionList) throws(LayoutError) {
    let counts = self.sections.map { $0.boundaryItems.count + $0.decorationItems.count }
    var views = 0
    for section in 0..<sections.count { views += counts[definition(of: section)] }
    guard views > Self.edgeViewLimit else { return }
    throw LayoutError(
      parameter: path, indexPath: nil,
      detail: "all sections have \(views) boundary and decoration items, more than \(Self.edgeViewLimit)")
  }

  private static let edgeViewLimit = 4_000_000

  /// An element names its kind by an index of 16 bits, and rows run down.
  private func checkKinds() throws(LayoutError) {
    for (number, definition) in sections.enumerated() {
      guard let kind = definition.kind, !kind.scrolls(scrollDirection) else { continue }
      throw LayoutError(
        parameter: path + ["\(number)", kind.name], indexPath: nil,
        detail: "a \(kind.name) scrolls vertically, and the layout scrolls horizontally")
    }
    var kinds = Set(boundaryItems.map { $0.kind })
    for definition in sections {
      kinds.formUnion(definition.viewKinds)
      kinds.formUnion(definition.decorationItems.map { $0.kind })
    }
    guard kinds.count > ElementList.kindLimit else { return }
    throw LayoutError(
      parameter: path, indexPath: nil,
      detail: "the layout has views of \(kinds.count) kinds, more than \(ElementList.kindLimit)")
  }

  /// Views of items and groups are placed when they are asked for; a query can ask for all.
  private func checkAttachedViews(
    of solved: SummaryTree<StackedSection<CompositionalContent>>
  ) throws(LayoutError) {
    var views = 0.0
    solved.forEachLeaf {
      if let body = $0.leaf.body.groups { views += Double(body.groups.viewCount) }
      return true
    }
    guard views > Self.attachedViewLimit else { return }
    throw LayoutError(
      parameter: path, indexPath: nil,
      detail: "items and groups have more than \(Int(Self.attachedViewLimit)) supplementary items in all")
  }

  private static let attachedViewLimit = 10_000_000.0

  /// Items are drawn when they are asked for; a query can ask for all.
  private func checkDrawings(
    of solved: SummaryTree<StackedSection<CompositionalContent>>, _ sections: SectionList
  ) throws(LayoutError) {
    guard self.sections.contains(where: { $0.visibleItems != nil }) else { return }
    var steps = 0.0
    sections.tree.forEachLeaf { position in
      let drawing = solved.leaf(at: position.index).leaf.body.drawing
      steps += Double(drawing?.cost ?? 0) * Double(position.leaf.items.count)
      return true
    }
    guard steps > CustomLayout.stepLimit else { return }
    throw LayoutError(
      parameter: path, indexPath: nil,
      detail:
        "the expressions of visible items take more than \(Int(CustomLayout.stepLimit)) steps for all items"
    )
  }
}

extension CompositionalBody {
  /// Whether it places anything where coordinates no longer count every point.
  fileprivate var reachesTooFar: Bool {
    let limit = Coordinate.limit
    return max(groups.length, groups.breadth, leadingOverhang, overlap) > limit
      || max(groups.sideOverhang.before, groups.sideOverhang.after) > limit
  }
}

extension CompositionalRoom {
  /// The room without the space of the items at its sides.
  init(_ room: CompositionalRoom, less sides: Insets) {
    self = room
    size = room.size.less(sides)
    self.sides = sides
  }
}

extension Strip {
  /// Room without an element in it.
  static func gap(_ length: Double) -> Strip {
    Strip(
      length: 0, isEstimated: false, insets: AxialInsets(before: length, after: 0, leading: 0, trailing: 0))
  }
}

extension LayoutKind {
  /// A compositional layout.
  public static func compositional(_ layout: CompositionalLayout) -> LayoutKind { LayoutKind(layout) }
}
