extension CompositionalBody {
  /// Solves a section.
  ///
  /// - Parameters:
  ///   - number: the definition's, in the layout.
  ///   - workshop: what the sections of a layout share.
  /// - Throws: `GroupTooLarge`.
  /// - Complexity: O(1) where the definition leaves nothing to its content, else O(n) for n items.
  init(
    _ section: Section, as definition: CompositionalSection, number: Int, in room: CompositionalRoom,
    axis: ScrollAxis, on grid: PixelGrid, workshop: inout GroupRun.Workshop
  ) throws(GroupTooLarge) {
    self.section = section
    self.definition = definition
    self.axis = axis
    let isOrthogonal = definition.orthogonalScrolling != .none
    let isEmpty = section.items.count == 0
    let insets = definition.contentInsets + room.margins

    let edges = BoundaryItems(
      definition.boundaryItems, in: room.size.less(insets.across(axis)), along: axis, on: grid,
      views: section.supplementary)
    let inner = isEmpty ? edges.room + insets.across(axis) : edges.room + insets

    // Across an orthogonal section, fractions are fractions of the whole container; the inset only offsets.
    // Boundary items take their room from the sides alone: along the scroll direction content grows.
    let taken = insets.along(axis) + (isOrthogonal ? room.margins : (edges.room + insets).across(axis))
    let space = room.size.less(taken)
    let groupRoom = Room(size: space, limit: axis.size(length: .infinity, breadth: axis.breadth(of: space)))
    groups = try GroupRun(
      section, definition, number, in: groupRoom, on: grid, axis: isOrthogonal ? axis.other : axis,
      workshop: &workshop)

    let spacing = definition.group.edgeSpacing
    let broadest = groups.breadth + (groups.count > 0 ? spacing.minimum(along: axis.other) : 0)
    let deepest = groups.breadth + (groups.count > 0 ? spacing.minimum(along: axis) : 0)
    let content = isOrthogonal ? deepest : groups.length
    let breadthOfRoom = axis.breadth(of: space)
    isTooBroad = !isOrthogonal && broadest > breadthOfRoom * (1 + 1e-9) + grid.hairline
    let sides = room.sides.axial(axis)
    breadth = sides.leading + axis.breadth(of: room.size) + sides.trailing
    length = max(0, inner.total(along: axis) + content)
    let outer = axis.rect(
      AxialRect(along: 0, across: sides.leading, length: length, breadth: axis.breadth(of: room.size)))
    groupsOrigin =
      axis.rect(
        AxialRect(
          along: inner.before(axis) + (isOrthogonal ? spacing.before(along: axis).minimum : 0),
          across: sides.leading + inner.before(axis.other)
            + (isOrthogonal ? 0 : spacing.offset(of: groups.breadth, in: breadthOfRoom, along: axis.other)),
          length: 0, breadth: 0)
      ).origin
    boundary = edges.placed(in: outer.inset(by: insets.across(axis)), axis: axis)
    pinLimits = edges.room.before(axis)...max(edges.room.before(axis), length - edges.room.after(axis))
    let still = (edges.room + room.margins).axial(axis)
    scroller =
      sides.leading
      + still.leading...max(
        sides.leading + still.leading, sides.leading + axis.breadth(of: room.size) - still.trailing)
    decorations = isEmpty ? [] : definition.decorationItems.placed(in: outer, on: grid)
    (leadingOverhang, overlap) = CompositionalBody.overhang(
      of: groups, from: groupsOrigin, boundary.map(\.frame) + decorations.map(\.frame), length: length,
      axis: axis)
    warning = nil
  }

  /// How far elements reach out of the section's stretch, before and after it.
  private static func overhang(
    of groups: GroupRun, from origin: Point, _ others: [Rect], length: Double, axis: ScrollAxis
  ) -> (before: Double, after: Double) {
    var overhang = (before: 0.0, after: 0.0)
    func include(_ start: Double, _ end: Double) {
      overhang.before = max(overhang.before, -start)
      overhang.after = max(overhang.after, end - length)
    }
    if groups.count > 0 {
      let isOrthogonal = groups.axis != axis
      let start = axis == .vertical ? origin.y : origin.x
      let reach = isOrthogonal ? groups.sideOverhang : groups.overhang
      include(start - reach.before, start + (isOrthogonal ? groups.breadth : groups.length) + reach.after)
    }
    for rect in others.map(axis.axialRect) { include(rect.along, rect.end) }
    return overhang
  }
}

extension GroupRun {
  fileprivate init(
    _ section: Section, _ definition: CompositionalSection, _ number: Int, in room: Room,
    on grid: PixelGrid, axis: ScrollAxis, workshop: inout Workshop
  ) throws(GroupTooLarge) {
    let group = definition.group
    let rule = Rule(axis: axis, spacing: definition.interGroupSpacing, edgeSpacing: group.edgeSpacing)
    let isEstimated = group.isEstimated
    if !isEstimated || section.hasNothingToMeasure(for: group) {
      let template = try Self.template(group, number, in: room, on: grid, &workshop)
      let count = section.items.count
      var tail: SolvedGroup?
      let left = count == 0 ? 0 : (count - 1) % max(1, template.group.cells.count) + 1
      if isEstimated, left > 0 {
        tail = try Template(group, items: left, in: room, on: grid, budget: &workshop.budget).group
      }
      // Fewer items than fill a group can leave it another breadth, in which they take more groups.
      if tail.map({ $0.cells.count == left }) ?? true {
        self.init(
          template.group, nestedNumbers: template.nestedNumbers, tail: tail, itemCount: count, rule: rule)
        return
      }
    }
    self = try GroupRun(
      section, definition: group, in: room, on: grid, rule: rule, budget: &workshop.budget)
  }

  /// A full group of a definition, solved once.
  private static func template(
    _ group: LayoutGroup, _ number: Int, in room: Room, on grid: PixelGrid, _ workshop: inout Workshop
  ) throws(GroupTooLarge) -> Template {
    let key = Workshop.Key(definition: number, size: room.size)
    if let known = workshop.templates[key] { return known }
    let template = try Template(group, in: room, on: grid, budget: &workshop.budget)
    workshop.templates[key] = template
    return template
  }
}

extension Section {
  /// Whether no item, and no view that the group's definition attaches, has a size or an estimate of its own.
  fileprivate func hasNothingToMeasure(for group: LayoutGroup) -> Bool {
    guard supplementaries.isEmpty else { return false }
    if header != nil || footer != nil {
      let kinds = group.attachedKinds
      if kinds.contains(ElementKind.header.name) || kinds.contains(ElementKind.footer.name) { return false }
    }
    return !items.traits.contains(.sized)
  }
}

extension [DecorationItem] {
  /// Behind a section whose stretch is `outer`.
  fileprivate func placed(in outer: Rect, on grid: PixelGrid) -> [CompositionalBody.PlacedDecoration] {
    var numbers: [String: Int] = [:]
    return map { item in
      let index = numbers[item.kind, default: 0]
      numbers[item.kind] = index + 1
      var frame = outer.inset(by: item.contentInsets)
      frame.width = grid.nearest(frame.width)
      frame.height = grid.nearest(frame.height)
      return CompositionalBody.PlacedDecoration(
        kind: ElementKind(category: .decoration, name: item.kind), index: index, frame: frame,
        zIndex: item.zIndex)
    }
  }
}

extension Insets {
  /// Those at the two sides across the axis.
  func across(_ axis: ScrollAxis) -> Insets {
    axis == .vertical ? Insets(left: left, right: right) : Insets(top: top, bottom: bottom)
  }

  /// Those at the start and the end of the axis.
  func along(_ axis: ScrollAxis) -> Insets { across(axis.other) }

  func axial(_ axis: ScrollAxis) -> AxialInsets { axis.axialInsets(self) }

  func before(_ axis: ScrollAxis) -> Double { axis == .vertical ? top : left }

  func after(_ axis: ScrollAxis) -> Double { axis == .vertical ? bottom : right }

  fileprivate func total(along axis: ScrollAxis) -> Double { before(axis) + after(axis) }
}
