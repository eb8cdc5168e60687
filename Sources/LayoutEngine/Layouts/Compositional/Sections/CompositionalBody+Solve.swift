extension CompositionalBody {
  /// Solves a section.
  ///
  /// - Parameters:
  ///   - number: the definition's, in the layout.
  ///   - templates: full groups that sections of the same definition share, by their room.
  /// - Throws: `GroupTooLarge`.
  /// - Complexity: O(1) where the definition leaves nothing to its content, else O(n) for n items.
  init(
    _ section: Section, as definition: CompositionalSection, number: Int, in room: CompositionalRoom,
    axis: ScrollAxis, on grid: PixelGrid, templates: inout [GroupRoom: GroupRun.Template]
  ) throws(GroupTooLarge) {
    self.section = section
    self.definition = definition
    self.axis = axis
    let isOrthogonal = definition.orthogonalScrolling != .none
    let isEmpty = section.items.count == 0
    let insets = definition.contentInsets + room.margins

    let edges = BoundaryItems(
      definition.boundaryItems, in: room.size.less(insets.across(axis)), on: grid
    ) { kind, index in section.supplementary(kind, index)?.openSize ?? .unknown }
    let inner = isEmpty ? edges.room + insets.across(axis) : edges.room + insets

    // Across an orthogonal section, fractions are fractions of the whole container; the inset only offsets.
    let groupRoom = Room(
      size: isOrthogonal
        ? room.size.less(inner.along(axis)).less(room.margins) : room.size.less(inner))
    groups = try GroupRun(
      section, definition, number, in: groupRoom, on: grid, axis: isOrthogonal ? axis.other : axis,
      templates: &templates)

    let content = isOrthogonal ? groups.breadth : groups.length
    breadth = axis.breadth(of: room.size)
    length = inner.total(along: axis) + content
    let outer = axis.rect(AxialRect(along: 0, across: 0, length: length, breadth: breadth))
    groupsOrigin = Point(x: inner.left, y: inner.top).shifted(
      by: isOrthogonal
        ? 0 : definition.group.edgeSpacing.offset(of: groups.breadth, in: axis.breadth(of: groupRoom.size), axis),
      across: axis)
    boundary = edges.placed(in: outer.inset(by: insets.across(axis)), axis: axis)
    pinLimits = edges.room.before(axis)...max(edges.room.before(axis), length - edges.room.after(axis))
    let sides = (edges.room + room.margins).axial(axis)
    scroller = sides.leading...max(sides.leading, breadth - sides.trailing)
    decorations = isEmpty ? [] : definition.decorationItems.placed(in: outer, on: grid)
    (leadingOverhang, overlap) = CompositionalBody.overhang(
      groups: groups, isOrthogonal: isOrthogonal, boundary: boundary, length: length, axis: axis)
    warning = nil
  }

  /// How far elements reach out of the section's stretch, before and after it.
  private static func overhang(
    groups: GroupRun, isOrthogonal: Bool, boundary: [PlacedBoundaryItem], length: Double, axis: ScrollAxis
  ) -> (before: Double, after: Double) {
    var overhang = isOrthogonal ? groups.sideOverhang : groups.overhang
    for item in boundary {
      let rect = axis.axialRect(item.frame)
      overhang.before = max(overhang.before, -rect.along)
      overhang.after = max(overhang.after, rect.end - length)
    }
    return overhang
  }
}

/// What a full group depends on beside its definition.
struct GroupRoom: Hashable, Sendable {
  /// By its number in the layout.
  var definition: Int
  var size: Size
}

extension GroupRun {
  fileprivate init(
    _ section: Section, _ definition: CompositionalSection, _ number: Int, in room: Room,
    on grid: PixelGrid, axis: ScrollAxis, templates: inout [GroupRoom: Template]
  ) throws(GroupTooLarge) {
    let group = definition.group
    let rule = Rule(axis: axis, spacing: definition.interGroupSpacing, edgeSpacing: group.edgeSpacing)
    guard !group.isEstimated || section.hasNothingToMeasure else {
      self = try GroupRun(section, definition: group, in: room, on: grid, rule: rule)
      return
    }
    let key = GroupRoom(definition: number, size: room.size)
    let template: Template
    if let known = templates[key] {
      template = known
    } else {
      template = try Template(group, in: room, on: grid)
      templates[key] = template
    }
    self.init(template, itemCount: section.items.count, rule: rule)
  }
}

extension Section {
  /// Whether all items are alike and no supplementary view has a size of its own.
  fileprivate var hasNothingToMeasure: Bool {
    supplementaries.isEmpty && items.chunks.leafCount <= 1
      && (items.chunks.leafCount == 0 || items.chunks.leaf(at: 0).leaf.isRun)
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

extension LayoutEdgeSpacing {
  /// How far a group stands from the side of the room that it has across the scroll direction.
  fileprivate func offset(of breadth: Double, in room: Double, _ axis: ScrollAxis) -> Double {
    let leading = before(along: axis.other)
    let trailing = after(along: axis.other)
    let slack = max(0, room - breadth - leading.minimum - trailing.minimum)
    guard leading.isFlexible else { return leading.minimum }
    return leading.minimum + (trailing.isFlexible ? slack / 2 : slack)
  }
}

extension ScrollAxis {
  var other: ScrollAxis { self == .vertical ? .horizontal : .vertical }
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

extension Point {
  fileprivate func shifted(by distance: Double, across axis: ScrollAxis) -> Point {
    axis == .vertical ? Point(x: x + distance, y: y) : Point(x: x, y: y + distance)
  }
}
