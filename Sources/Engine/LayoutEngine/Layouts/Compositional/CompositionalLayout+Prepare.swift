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
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems {
    sections.isEmpty || !sections[definition(of: index)].group.isEstimated ? .none : .all
  }

  /// - Throws: where a definition cannot be laid out, or its views are too many to store.
  /// - Complexity: O(s) for s sections, and O(n) for n items whose content decides their sizes.
  func prepare(
    _ sections: SectionList, in container: Container
  ) throws(LayoutError) -> CompositionalSolution {
    guard !self.sections.isEmpty else {
      throw LayoutError(
        parameter: ["sections"], indexPath: nil, detail: "there is no section definition")
    }
    let (edges, room) = edges(of: sections, in: container)
    try checkKinds()
    try checkEdgeViews(of: sections)
    var workshop = GroupRun.Workshop(itemCount: sections.itemCount)
    let budget = workshop.budget
    var solved = ContiguousArray<StackedSection<CompositionalBody>>()
    solved.reserveCapacity(sections.count)
    var failure: LayoutError?
    var pace = Pace()
    sections.tree.forEachLeaf { position in
      do throws(LayoutError) {
        if pace.isOver(after: 16) { throw .cancelled }
        let isLast = position.index == sections.count - 1
        var section = StackedSection(
          header: .none,
          insets: AxialInsets(
            before: 0, after: isLast ? 0 : interSectionSpacing, leading: 0, trailing: 0),
          body: try solve(position.leaf, position.index, in: room, on: container.grid, &workshop),
          footer: .none)
        if let last = solved.last { section.share(with: last) }
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
  ///   sizes. All sections are solved if some are inserted, deleted or moved, or the first is replaced: definitions go
  ///   by a section's number, and the items at the layout's edges by the first section.
  func prepare(
    _ updated: SectionList.Updated, from old: CompositionalSolution, in container: Container
  ) throws(LayoutError) -> CompositionalSolution {
    let sections = updated.sections
    let slots = updated.map.sections
    guard slots.vacated.isEmpty, slots.taken.isEmpty, !updated.replacedSections.contains(0) else {
      return try prepare(sections, in: container)
    }
    let (edges, room) = edges(of: sections, in: container)
    var workshop = GroupRun.Workshop(itemCount: sections.itemCount)
    // No less than all sections together would take, so that a layout does not follow where none could be made.
    workshop.budget -= old.measured
    let budget = workshop.budget
    var failed = budget < 0
    func solve(_ section: Section, _ index: Int) -> StackedSection<CompositionalBody> {
      var solved = old.stack.sections.leaf(at: index).leaf
      do throws(LayoutError) {
        if !failed {
          solved.body = try self.solve(section, index, in: room, on: container.grid, &workshop)
        }
      } catch {
        failed = true
      }
      return solved
    }
    let solved = updated.follow(old.stack.sections) {
      solve($0, $1)
    } changing: { section, _, _, index in
      solve(section, index)
    }
    if failed { return try prepare(sections, in: container) }
    return try solution(
      solved, of: sections, edges, in: container, measured: old.measured + budget - workshop.budget)
  }

  /// The boundary items at the edges of all sections, and the space that they leave the sections.
  private func edges(
    of sections: SectionList, in container: Container
  ) -> (BoundaryItems, CompositionalRoom) {
    let whole = CompositionalRoom(container, axis: scrollDirection, reference: contentInsetsReference)
    let edges = BoundaryItems(
      boundaryItems, in: whole.size, along: scrollDirection, on: container.grid
    ) { kind, index in
      sections.count > 0 ? sections[0].supplementary(kind, index) : nil
    }
    return (edges, CompositionalRoom(whole, less: edges.room.across(scrollDirection)))
  }

  private func solution(
    _ solved: SummaryTree<StackedSection<CompositionalBody>>, of sections: SectionList,
    _ edges: BoundaryItems,
    in container: Container, measured: Int
  ) throws(LayoutError) -> CompositionalSolution {
    try checkAttachedViews(of: solved)
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

  private func solve(
    _ section: Section, _ index: Int, in room: CompositionalRoom, on grid: PixelGrid,
    _ workshop: inout GroupRun.Workshop
  ) throws(LayoutError) -> CompositionalBody {
    let number = definition(of: index)
    do throws(GroupTooLarge) {
      let body = try CompositionalBody(
        section, as: sections[number], number: number, in: room, axis: scrollDirection, on: grid,
        workshop: &workshop)
      if body.reachesTooFar { throw .tooFar }
      return body
    } catch {
      throw LayoutError(
        parameter: ["sections", "\(number)", "group"], indexPath: nil, detail: error.detail)
    }
  }

  /// Views at edges and decorations are stored for each section: this bounds the memory that a short request can claim.
  private func checkEdgeViews(of sections: SectionList) throws(LayoutError) {
    let counts = self.sections.map { $0.boundaryItems.count + $0.decorationItems.count }
    var views = 0
    for section in 0..<sections.count { views += counts[definition(of: section)] }
    guard views > Self.edgeViewLimit else { return }
    throw LayoutError(
      parameter: ["sections"], indexPath: nil,
      detail: "all sections have \(views) boundary and decoration items, more than \(Self.edgeViewLimit)")
  }

  private static let edgeViewLimit = 4_000_000

  /// An element names its kind by an index of 16 bits.
  private func checkKinds() throws(LayoutError) {
    var kinds = Set(boundaryItems.map { $0.kind })
    for definition in sections {
      kinds.formUnion(definition.viewKinds)
      kinds.formUnion(definition.decorationItems.map { $0.kind })
    }
    guard kinds.count > ElementList.kindLimit else { return }
    throw LayoutError(
      parameter: ["sections"], indexPath: nil,
      detail: "the layout has views of \(kinds.count) kinds, more than \(ElementList.kindLimit)")
  }

  /// Views of items and groups are placed when they are asked for; a query can ask for all.
  private func checkAttachedViews(
    of solved: SummaryTree<StackedSection<CompositionalBody>>
  ) throws(LayoutError) {
    var views = 0.0
    solved.forEachLeaf {
      views += Double($0.leaf.body.groups.viewCount)
      return true
    }
    guard views > Self.attachedViewLimit else { return }
    throw LayoutError(
      parameter: ["sections"], indexPath: nil,
      detail: "items and groups have more than \(Int(Self.attachedViewLimit)) supplementary items in all")
  }

  private static let attachedViewLimit = 10_000_000.0
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
