extension CompositionalLayout: CollectionLayout {
  /// - Throws: where a definition cannot be laid out, or its views are more than can be kept.
  /// - Complexity: O(s) for s sections, and O(n) for n items whose content decides their sizes.
  func prepare(
    _ sections: SectionList, in container: Container
  ) throws(LayoutFailure) -> CompositionalSolution {
    guard !self.sections.isEmpty else {
      throw LayoutFailure(
        parameter: ["sections"], indexPath: nil, detail: "there is no section definition")
    }
    let axis = scrollDirection
    let grid = container.grid
    let whole = CompositionalRoom(container, axis: axis, reference: contentInsetsReference)
    let edges = BoundaryItems(boundaryItems, in: whole.size, on: grid) { kind, index in
      sections.count > 0 ? sections[0].supplementary(kind, index)?.openSize ?? .unknown : .unknown
    }
    let room = CompositionalRoom(whole, less: edges.room.across(axis))
    try checkEdgeViews(of: sections)
    let bodies = try solve(sections, in: room, on: grid)
    try checkAttachedViews(of: bodies)
    let stacked = bodies.enumerated().map { index, body in
      StackedSection(
        header: .none,
        insets: AxialInsets(
          before: 0, after: index < bodies.count - 1 ? interSectionSpacing : 0, leading: 0, trailing: 0),
        body: body, footer: .none)
    }
    let stack = StackedLayout(
      container: container, axis: axis, leading: .gap(edges.room.before(axis)),
      trailing: .gap(edges.room.after(axis)), sections: SummaryTree(ContiguousArray(stacked)), of: sections)
    return CompositionalSolution(
      layout: self, stack: stack,
      boundary: edges.placed(
        in: Rect(x: 0, y: 0, width: stack.contentSize.width, height: stack.contentSize.height), axis: axis),
      pinLimits: 0...max(0, axis.length(of: stack.contentSize)))
  }

  private func solve(
    _ sections: SectionList, in room: CompositionalRoom, on grid: PixelGrid
  ) throws(LayoutFailure) -> ContiguousArray<CompositionalBody> {
    var workshop = GroupRun.Workshop(itemCount: sections.itemCount)
    var bodies = ContiguousArray<CompositionalBody>()
    bodies.reserveCapacity(sections.count)
    var failure: LayoutFailure?
    sections.tree.forEachLeaf { position in
      let number = definition(of: position.index)
      do throws(GroupTooLarge) {
        bodies.append(
          try CompositionalBody(
            position.leaf, as: self.sections[number], number: number, in: room, axis: scrollDirection,
            on: grid, workshop: &workshop))
        if bodies.last!.reachesTooFar { throw .tooFar }
        return true
      } catch {
        failure = LayoutFailure(
          parameter: ["sections", "\(number)", "group"], indexPath: nil, detail: error.detail)
        return false
      }
    }
    if let failure { throw failure }
    return bodies
  }

  /// Views at edges and decorations are kept section by section: bounds what few words can ask for.
  private func checkEdgeViews(of sections: SectionList) throws(LayoutFailure) {
    var views = 0
    for section in 0..<sections.count {
      let definition = self.sections[definition(of: section)]
      views += definition.boundaryItems.count + definition.decorationItems.count
    }
    guard views > Self.edgeViewLimit else { return }
    throw LayoutFailure(
      parameter: ["sections"], indexPath: nil,
      detail: "all sections have \(views) boundary and decoration items, more than \(Self.edgeViewLimit)")
  }

  private static let edgeViewLimit = 4_000_000

  /// Views of items and groups are placed when they are asked for; a query can ask for all.
  private func checkAttachedViews(of bodies: ContiguousArray<CompositionalBody>) throws(LayoutFailure) {
    var views = 0.0
    for body in bodies { views += Double(body.groups.viewCount) }
    guard views > Self.attachedViewLimit else { return }
    throw LayoutFailure(
      parameter: ["sections"], indexPath: nil,
      detail: "items and groups have more than \(Int(Self.attachedViewLimit)) supplementary items in all")
  }

  private static let attachedViewLimit = 10_000_000.0
}

extension CompositionalBody {
  /// Whether it places anything where coordinates no longer count every point.
  fileprivate var reachesTooFar: Bool {
    let limit = CompositionalLayout.coordinateLimit
    return max(groups.length, groups.breadth, leadingOverhang, overlap) > limit
      || max(groups.sideOverhang.before, groups.sideOverhang.after) > limit
  }
}

extension CompositionalRoom {
  /// The room less what stands at its sides.
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
