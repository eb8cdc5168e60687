extension CompositionalLayout: CollectionLayout {
  /// - Throws: where a group would hold more items than any screen shows.
  /// - Complexity: O(s) for s sections, and O(n) for n items whose content decides their sizes.
  func prepare(
    _ sections: SectionList, in container: Container
  ) throws(LayoutFailure) -> CompositionalSolution {
    let axis = scrollDirection
    let grid = container.grid
    let whole = CompositionalRoom(container, axis: axis, reference: contentInsetsReference)
    let edges = BoundaryItems(boundaryItems, in: whole.size, on: grid) { kind, index in
      sections.count > 0 ? sections[0].supplementary(kind, index)?.openSize ?? .unknown : .unknown
    }
    let room = CompositionalRoom(whole, less: edges.room.across(axis))
    let bodies = try solve(sections, in: room, on: grid)
    let stacked = bodies.enumerated().map { index, body in
      StackedSection(
        header: .none,
        insets: AxialInsets(
          before: 0, after: index < bodies.count - 1 ? interSectionSpacing : 0, leading: 0, trailing: 0),
        body: body, footer: .none)
    }
    let stack = StackedLayout(
      container: container, axis: axis, leading: .gap(edges.room.before(axis)),
      trailing: .gap(edges.room.after(axis)), sections: ContiguousArray(stacked),
      warnings: warnings(of: bodies, from: sections))
    return CompositionalSolution(
      stack: stack, axis: axis,
      boundary: edges.placed(
        in: Rect(x: 0, y: 0, width: stack.contentSize.width, height: stack.contentSize.height), axis: axis),
      pinLimits: 0...max(0, axis.length(of: stack.contentSize)))
  }

  private func solve(
    _ sections: SectionList, in room: CompositionalRoom, on grid: PixelGrid
  ) throws(LayoutFailure) -> ContiguousArray<CompositionalBody> {
    var templates: [GroupRoom: GroupRun.Template] = [:]
    var bodies = ContiguousArray<CompositionalBody>()
    bodies.reserveCapacity(sections.count)
    var failure: LayoutFailure?
    sections.tree.forEachLeaf { position in
      let number = definition(of: position.index)
      do throws(GroupTooLarge) {
        bodies.append(
          try CompositionalBody(
            position.leaf, as: self.sections[number], number: number, in: room, axis: scrollDirection,
            on: grid, templates: &templates))
        return true
      } catch {
        failure = LayoutFailure(
          parameter: ["sections", "\(number)", "group"], indexPath: nil,
          detail: error.detail)
        return false
      }
    }
    if let failure { throw failure }
    return bodies
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
