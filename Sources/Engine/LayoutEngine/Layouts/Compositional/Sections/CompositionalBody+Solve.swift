extension CompositionalBody {
  /// Solves a section: divides its space, solves its groups, and places the boundary items and decorations around them.
  ///
  /// - Parameters:
  ///   - number: the definition's, in the layout.
  ///   - viewRoom: the space of boundary items.
  ///   - workshop: the state that the sections of a layout share.
  /// - Throws: `GroupTooLarge`.
  /// - Complexity: O(1) where the definition leaves nothing to its content, else O(n) for n items.
  init(
    _ section: Section, as definition: CompositionalSection, number: Int, in room: CompositionalRoom,
    views viewRoom: CompositionalRoom, axis: ScrollAxis, on grid: PixelGrid, workshop: inout GroupRun.Workshop
  ) throws(GroupTooLarge) {
    self.section = section
    self.definition = definition
    self.axis = axis
    let space = SectionSpace(section, definition, in: room, views: viewRoom, along: axis, on: grid)
    groups = try GroupRun(
      section, definition, number, in: space.ofGroups, on: grid, axis: space.groupAxis, workshop: &workshop)

    length = space.length(of: groups)
    breadth = space.breadth
    isTooBroad = space.isTooBroad(groups, on: grid)
    groupsOrigin = space.origin(of: groups)
    let outer = space.outer(length: length)
    boundary = space.edges.placed(in: space.ofViews(length: length), axis: axis, on: grid)
    decorations = space.isEmpty ? [] : definition.decorationItems.placed(in: outer, on: grid)
    pinLimits = space.pinLimits(length: length)
    scroller = space.scroller
    (leadingOverhang, overlap) = CompositionalBody.overhang(
      of: groups, from: groupsOrigin, boundary.map { $0.frame } + decorations.map { $0.frame },
      length: length,
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

/// The space of a section, and how its insets and its boundary items divide it.
private struct SectionSpace {
  let axis: ScrollAxis
  let isEmpty: Bool
  let isOrthogonal: Bool
  /// Of the definition, and the margins of the room.
  private let insets: Insets
  /// The same of boundary items, at the sides.
  private let viewInsets: Insets
  let edges: BoundaryItems
  /// The space that the fractions of groups refer to.
  let ofGroups: Room
  private let room: CompositionalRoom
  private let viewRoom: CompositionalRoom
  /// Around the groups.
  private let inner: Insets
  /// Around each group.
  private let spacing: LayoutEdgeSpacing

  init(
    _ section: Section, _ definition: CompositionalSection, in room: CompositionalRoom,
    views viewRoom: CompositionalRoom, along axis: ScrollAxis, on grid: PixelGrid
  ) {
    self.axis = axis
    self.room = room
    self.viewRoom = viewRoom
    isEmpty = section.items.count == 0
    isOrthogonal = definition.orthogonalScrolling != .none
    spacing = definition.group.edgeSpacing
    insets = definition.contentInsets + room.margins
    viewInsets = (definition.insetsOfViews + viewRoom.margins).across(axis)
    edges = BoundaryItems(
      definition.boundaryItems, in: viewRoom.size.less(viewInsets), along: axis, on: grid,
      views: section.supplementary)
    inner = isEmpty ? edges.room + insets.across(axis) : edges.room + insets

    // Across an orthogonal section, fractions are fractions of the whole container; the inset only offsets.
    // Boundary items take their room from the sides alone: along the scroll direction content grows.
    let taken = insets.along(axis) + (isOrthogonal ? room.margins : (edges.room + insets).across(axis))
    let space = room.size.less(taken)
    ofGroups = Room(size: space, limit: axis.size(length: .infinity, breadth: axis.breadth(of: space)))
  }

  var groupAxis: ScrollAxis { isOrthogonal ? axis.other : axis }

  private var sides: AxialInsets { room.sides.axial(axis) }

  /// The extent of the section across the scroll direction.
  var breadth: Double {
    sides.leading + max(axis.breadth(of: room.size), axis.breadth(of: viewRoom.size)) + sides.trailing
  }

  /// The extent of the section along the scroll direction.
  func length(of groups: GroupRun) -> Double {
    let deepest = groups.breadth + (groups.count > 0 ? spacing.minimum(along: axis) : 0)
    let own = inner.total(along: axis) + (isOrthogonal ? deepest : groups.length)
    guard axis == .vertical, edges.heightBeside > 0 else { return max(0, own) }
    // Items beside the content keep clear of those above and below.
    return max(0, own, edges.room.total(along: axis) + edges.heightBeside)
  }

  /// Whether the groups are broader than their space; those of an orthogonal section scroll.
  func isTooBroad(_ groups: GroupRun, on grid: PixelGrid) -> Bool {
    let broadest = groups.breadth + (groups.count > 0 ? spacing.minimum(along: axis.other) : 0)
    return !isOrthogonal && broadest > axis.breadth(of: ofGroups.size) * (1 + 1e-9) + grid.hairline
  }

  /// Where the groups begin.
  func origin(of groups: GroupRun) -> Point {
    let breadth = axis.breadth(of: ofGroups.size)
    return axis.rect(
      AxialRect(
        along: inner.before(axis) + (isOrthogonal ? spacing.before(along: axis).minimum : 0),
        across: sides.leading + inner.before(axis.other)
          + (isOrthogonal ? 0 : spacing.offset(of: groups.breadth, in: breadth, along: axis.other)),
        length: 0, breadth: 0)
    ).origin
  }

  /// The section's rect, without the sides.
  func outer(length: Double) -> Rect { outer(length: length, in: room) }

  /// The rect at whose edges boundary items stand.
  func ofViews(length: Double) -> Rect { outer(length: length, in: viewRoom).inset(by: viewInsets) }

  private func outer(length: Double, in room: CompositionalRoom) -> Rect {
    axis.rect(
      AxialRect(along: 0, across: sides.leading, length: length, breadth: axis.breadth(of: room.size)))
  }

  /// The stretch that pinned boundary items leave to the content.
  func pinLimits(length: Double) -> ClosedRange<Double> {
    let start = edges.room.before(axis)
    return ClosedRange(ordered: start, max(start, length - edges.room.after(axis)))
  }

  /// The stretch in which the groups of an orthogonal section scroll.
  var scroller: ClosedRange<Double> {
    let still = (edges.room + room.margins).axial(axis)
    let start = sides.leading + still.leading
    return ClosedRange(
      ordered: start, max(start, sides.leading + axis.breadth(of: room.size) - still.trailing))
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
