@testable import LayoutEngine

/// A compositional layout the slow, obvious way: every group solved, every frame in full.
struct ReferenceCompositional {
  let layout: CompositionalLayout
  let container: Container

  /// A view at an edge, in the coordinates of its section or layout.
  struct Edge {
    var item: BoundaryItem
    var number: Int
    var box: Box
    var isEstimated: Bool
    /// The height of the headers below which it pins.
    var below = 0.0
  }

  /// A solved section, from its own start.
  private struct Solved {
    var length = 0.0
    var start = 0.0
    var cells: [ReferenceGroup.Cell] = []
    var views: [ReferenceGroup.View] = []
    var edges: [Edge] = []
    var pins = (from: 0.0, to: 0.0)
    var decorations: [(item: DecorationItem, number: Int, box: Box)] = []
  }

  /// The scroll direction, and the one across it.
  private var m: Int { layout.scrollDirection == .vertical ? 1 : 0 }
  private var c: Int { 1 - m }

  private func pixel(_ value: Double) -> Double { ReferenceStack.pixel(value, container.scale) }

  private func pair(along: Double, across: Double) -> Pair {
    m == 1 ? Pair(across, along) : Pair(along, across)
  }

  private func less(_ size: Pair, _ insets: Insets) -> Pair {
    let rest = size - Pair(before: insets) - Pair(after: insets)
    return Pair(max(0, rest[0]), max(0, rest[1]))
  }

  /// The space for sections, and the margin at each of its sides.
  private struct Space {
    var room: Pair
    var side = 0.0
  }

  private func space(_ reference: CompositionalLayout.ContentInsetsReference) -> Space {
    var space = Space(room: Pair(container.size))
    if reference != .none { space.room = less(space.room, container.insets) }
    switch reference {
    case .layoutMargins: space.side = space.room[c] < 414 ? 16 : 20
    case .readableContent: space.side = max(0, (space.room[c] - 672) / 2)
    default: break
    }
    return space
  }

  func solve(_ sections: [Section], items: [[Item]], visible: Rect?) -> ReferenceStack.Answer {
    let frame = edges(layout.boundaryItems, in: space(layout.contentInsetsReference).room) { kind, number in
      sections.first.flatMap { supplementary(of: $0, kind, number) }
    }
    let (edgeBefore, edgeAfter) = (Pair(before: frame.room)[c], Pair(after: frame.room)[c])
    func beside(_ reference: CompositionalLayout.ContentInsetsReference) -> Space {
      var space = space(reference)
      space.room[c] = max(0, space.room[c] - edgeBefore - edgeAfter)
      return space
    }
    let insets = container.insets
    let within = m == 1 ? insets.left + insets.right : insets.top + insets.bottom
    var breadth = max(0, Pair(container.size)[c] - within)

    var at = Pair(before: frame.room)[m]
    var solved: [Solved] = []
    for (index, section) in sections.enumerated() {
      let definition = layout.sections[min(index, layout.sections.count - 1)]
      var reference = definition.contentInsetsReference
      if reference == .automatic { reference = layout.contentInsetsReference }
      let own = beside(reference)
      if definition.supplementaryContentInsetsReference != .automatic {
        reference = definition.supplementaryContentInsetsReference
      }
      let views = beside(reference)
      breadth = max(breadth, edgeBefore + max(own.room[c], views.room[c]) + edgeAfter)
      var next = solve(section, items[index], definition, own, views: views, offset: edgeBefore)
      next.start = at
      at += max(0, next.length + (index < sections.count - 1 ? layout.interSectionSpacing : 0))
      solved.append(next)
    }
    let content = pair(along: at + Pair(after: frame.room)[m], across: breadth)
    let all = place(frame, in: Box(at: Pair(), size: content))
    return answer(solved, all, content, visible)
  }

  private func supplementary(of section: Section, _ kind: String, _ number: Int) -> Supplementary? {
    if kind == "header", number == 0, let header = section.header { return header }
    if kind == "footer", number == 0, let footer = section.footer { return footer }
    let views = section.supplementaries[kind] ?? []
    return number < views.count ? views[number] : nil
  }

  private func solve(
    _ section: Section, _ items: [Item], _ definition: CompositionalSection, _ space: Space, views: Space,
    offset: Double
  ) -> Solved {
    let (room, side) = (space.room, space.side)
    var (before, after) = (Pair(before: definition.contentInsets), Pair(after: definition.contentInsets))
    let isFollowed = definition.supplementariesFollowContentInsets
    let viewsBefore = (isFollowed ? before[c] : 0) + views.side
    let viewsAfter = (isFollowed ? after[c] : 0) + views.side
    before[c] += side
    after[c] += side
    var inside = views.room
    inside[c] = max(0, views.room[c] - viewsBefore - viewsAfter)
    let frame = edges(definition.boundaryItems, in: inside) { supplementary(of: section, $0, $1) }
    let (edgeBefore, edgeAfter) = (Pair(before: frame.room), Pair(after: frame.room))
    let isOrthogonal = definition.orthogonalScrolling != .none
    let group = definition.group

    var base = Pair()
    base[m] = max(0, room[m] - before[m] - after[m])
    base[c] =
      isOrthogonal
      ? max(0, room[c] - 2 * side) : max(0, room[c] - before[c] - after[c] - edgeBefore[c] - edgeAfter[c])

    // Groups one after the other, each counted from the run's start.
    let run = isOrthogonal ? c : m
    func edge(_ d: Int) -> (LayoutSpacing, LayoutSpacing) {
      d == 0
        ? (group.edgeSpacing.leading, group.edgeSpacing.trailing)
        : (group.edgeSpacing.top, group.edgeSpacing.bottom)
    }
    let solver = ReferenceGroup(
      items: items, view: { supplementary(of: section, $0, $1) }, scale: container.scale)
    var state = ReferenceGroup.State(next: 0, end: group.isEstimated ? items.count : .max, group: 0)
    var groups: [(Double, ReferenceGroup.Solved)] = []
    var along = 0.0
    while state.next < items.count {
      let solved = solver.solve(group, in: base, &state)
      groups.append((along + edge(run).0.minimum, solved))
      along += edge(run).0.minimum + solved.size[run] + edge(run).1.minimum + definition.interGroupSpacing
      state.group += 1
    }
    let across = 1 - run
    let broadest = groups.map { $0.1.size[across] }.max() ?? 0
    let runLength = groups.isEmpty ? 0 : along - definition.interGroupSpacing
    var shift = edge(across).0.minimum
    let spare = max(0, base[across] - broadest - edge(across).0.minimum - edge(across).1.minimum)
    if !isOrthogonal, edge(across).0.isFlexible { shift += edge(across).1.isFlexible ? spare / 2 : spare }

    var solved = Solved()
    var origin = Pair()
    origin[c] = offset + edgeBefore[c] + before[c] + (isOrthogonal ? 0 : shift)
    origin[m] = edgeBefore[m] + (items.isEmpty ? 0 : before[m]) + (isOrthogonal ? shift : 0)
    for (at, group) in groups {
      var place = origin
      place[run] += at
      solved.cells += group.cells.filter { $0.item < items.count }.map {
        ReferenceGroup.Cell(item: $0.item, box: $0.box.moved(by: place), isEstimated: $0.isEstimated)
      }
      solved.views += group.views.filter { $0.firstItem < items.count }.map { view in
        var view = view
        view.box = view.box.moved(by: place)
        return view
      }
    }
    let content =
      groups.isEmpty
      ? 0 : isOrthogonal ? broadest + edge(across).0.minimum + edge(across).1.minimum : runLength
    let around = items.isEmpty ? 0 : before[m] + after[m]
    solved.length = max(0, edgeBefore[m] + around + content + edgeAfter[m])
    for edge in frame.items where m == 1 && isBeside(edge.item) && edge.item.extendsBoundary {
      guard part(edge.item) == nil, edge.size[1] > 0 else { continue }
      solved.length = max(solved.length, edgeBefore[m] + edge.size[1] + edgeAfter[m])
    }
    let outer = Box(at: pair(along: 0, across: offset), size: pair(along: solved.length, across: room[c]))
    var box = outer
    box.at[c] += viewsBefore
    box.size[c] = inside[c]
    solved.edges = place(frame, in: box)
    solved.pins = (edgeBefore[m], solved.length - edgeAfter[m])
    if !items.isEmpty {
      for item in definition.decorationItems {
        let rest = less(outer.size, item.contentInsets)
        solved.decorations.append(
          (
            item, solved.decorations.count { $0.item.kind == item.kind },
            Box(at: outer.at + Pair(before: item.contentInsets), size: Pair(pixel(rest[0]), pixel(rest[1])))
          ))
      }
    }
    return solved
  }
}

extension ReferenceCompositional {
  /// Measures boundary items, and the space that they take.
  private struct Frame {
    var room = Insets.zero
    var items: [(item: BoundaryItem, number: Int, size: Pair, isEstimated: Bool, outside: Double)] = []
  }

  private func edges(
    _ items: [BoundaryItem], in room: Pair, _ view: (String, Int) -> Supplementary?
  ) -> Frame {
    let solver = ReferenceGroup(items: [], view: { _, _ in nil }, scale: container.scale)
    var frame = Frame()
    for (index, item) in items.enumerated() {
      let number = items[..<index].count { $0.kind == item.kind }
      let known = view(item.kind, number)
      let (extents, isEstimated) = solver.size(
        item.size, room, [false, false], known?.size ?? known?.estimatedSize, nil, known?.size == nil)
      var size = Pair(pixel(extents[0].points), pixel(extents[1].points))
      if let known, known.content != nil, known.size == nil {
        for d in 0...1 where extents[d].isOpen && size[d] == 0 { size[d] = pixel(44) }
      }
      // Those before it with the same alignment lie farther out.
      let outside = frame.items.filter { $0.item.alignment == item.alignment && $0.item.extendsBoundary }
        .map { depth($0.item, $0.size) }.reduce(0, +)
      frame.items.append((item, number, size, isEstimated, item.extendsBoundary ? outside : 0))
      guard item.extendsBoundary else { continue }
      let inner = outside + depth(item, size)
      switch item.alignment {
      case .none: break
      case .top, .topLeading, .topTrailing: frame.room.top = max(frame.room.top, inner)
      case .bottom, .bottomLeading, .bottomTrailing: frame.room.bottom = max(frame.room.bottom, inner)
      case .leading: frame.room.left = max(frame.room.left, inner)
      case .trailing: frame.room.right = max(frame.room.right, inner)
      }
    }
    return frame
  }

  private func depth(_ item: BoundaryItem, _ size: Pair) -> Double {
    switch item.alignment {
    case .none: 0
    case .leading, .trailing: size[0]
    default: size[1]
    }
  }

  /// Which end of a direction an alignment names: -1, 0 in the middle, 1.
  private func side(_ alignment: BoundaryItem.Alignment, _ d: Int) -> Int {
    let name = alignment.rawValue.lowercased()
    let (first, last) = d == 0 ? ("leading", "trailing") : ("top", "bottom")
    return name.contains(first) ? -1 : name.contains(last) ? 1 : 0
  }

  private func isBeside(_ item: BoundaryItem) -> Bool {
    item.alignment == .leading || item.alignment == .trailing
  }

  /// The part of the height between header and footer that an item beside the content has.
  private func part(_ item: BoundaryItem) -> Double? {
    if isBeside(item), case .fractionalHeight(let part) = item.size.height { part } else { nil }
  }

  private func place(_ frame: Frame, in outer: Box) -> [Edge] {
    frame.items.map { item, number, size, isEstimated, outside in
      var (box, size) = (outer, size)
      let ends = Insets(top: frame.room.top, bottom: frame.room.bottom)
      let between = less(outer.size, ends)[1]
      if !item.extendsBoundary {
        box = Box(at: outer.at + Pair(before: frame.room), size: less(outer.size, frame.room))
      } else if isBeside(item) {
        box = Box(at: outer.at + Pair(before: ends), size: less(outer.size, ends))
      }
      if let part = part(item) { size[1] = pixel(between * (item.extendsBoundary ? min(1, part) : part)) }
      let isCorner = side(item.alignment, 0) != 0 && side(item.alignment, 1) != 0
      var at = Pair(item.absoluteOffset.x, item.absoluteOffset.y)
      for d in 0...1 {
        // Corners make room above and below.
        let shift = d == 0 && isCorner ? 0 : outside
        let free = side(item.alignment, d) == 0 ? box.size[d] : max(0, box.size[d] - shift)
        switch side(item.alignment, d) {
        case -1: at[d] += box.at[d] + shift
        case 0: at[d] += box.at[d] + (free - size[d]) / 2
        default: at[d] += box.at[d] + free - size[d]
        }
      }
      let headers = frame.items.filter {
        side($0.item.alignment, 1) < 0 && $0.item.pinToVisibleBounds && $0.item.extendsBoundary
      }
      return Edge(
        item: item, number: number, box: Box(at: at, size: size), isEstimated: isEstimated,
        below: m == 1 && isBeside(item) ? headers.map { $0.size[1] }.max() ?? 0 : 0)
    }
  }
}

extension ReferenceCompositional {
  private func answer(
    _ solved: [Solved], _ all: [Edge], _ content: Pair, _ visible: Rect?
  ) -> ReferenceStack.Answer {
    var answer = ReferenceStack.Answer(
      contentSize: Size(width: content[0], height: content[1]), elements: [], frames: [])
    let window = visible.map { pinWindow($0, content) }
    func add(
      _ kind: String, _ section: Int, _ item: Int, _ box: Box, _ isEstimated: Bool, isPinned: Bool = false,
      pins: PinnedEdge? = nil, _ appearance: Appearance
    ) {
      answer.elements.append(
        ReferenceStack.Element(
          kind: kind, section: section, item: item, along: box.at[m], length: box.size[m],
          breadth: box.size[c],
          isEstimated: isEstimated, isPinned: isPinned, pins: pins, appearance: appearance))
      let x = container.direction == .leftToRight ? box.at[0] : content[0] - box.at[0] - box.size[0]
      answer.frames.append(Rect(x: x, y: box.at[1], width: box.size[0], height: box.size[1]))
    }
    func add(_ edge: Edge, _ section: Int, _ start: Double, _ pins: (from: Double, to: Double)) {
      guard edge.box.size[0] > 0, edge.box.size[1] > 0 else { return }
      var box = edge.box
      box.at[m] += start
      let natural = box.at[m]
      let isAtEnd = side(edge.item.alignment, m) > 0
      if edge.item.pinToVisibleBounds, let window {
        if isAtEnd {
          box.at[m] = min(natural, max(window.end - box.size[m], start + pins.from))
        } else {
          box.at[m] = max(natural, min(window.start + edge.below, start + pins.to - box.size[m]))
        }
      }
      add(
        edge.item.kind, section, edge.number, box, edge.isEstimated,
        isPinned: abs(box.at[m] - natural) > 1e-9,
        pins: edge.item.pinToVisibleBounds ? (isAtEnd ? .end : .start) : nil,
        Appearance(zIndex: edge.item.zIndex ?? (abs(box.at[m] - natural) > 1e-9 ? 10 : 1)))
    }

    let whole = (from: 0.0, to: max(0, content[m]))
    for edge in all where side(edge.item.alignment, m) <= 0 { add(edge, 0, 0, whole) }
    for (index, section) in solved.enumerated() {
      func supplementaries(_ isTaken: (String) -> Bool) {
        let kinds = Set(section.edges.map(\.item.kind) + section.views.map(\.kind)).filter(isTaken).sorted()
        for kind in kinds {
          for edge in section.edges where edge.item.kind == kind {
            add(edge, index, section.start, section.pins)
          }
          for view in section.views.filter({ $0.kind == kind }).sorted(by: { $0.number < $1.number }) {
            let box = view.box.moved(by: pair(along: section.start, across: 0))
            add(kind, index, view.number, box, view.isEstimated, Appearance(zIndex: view.zIndex))
          }
        }
      }
      supplementaries { $0 == "header" }
      supplementaries { $0 != "header" && $0 != "footer" }
      for cell in section.cells {
        let box = cell.box.moved(by: pair(along: section.start, across: 0))
        add("cell", index, cell.item, box, cell.isEstimated, .plain)
      }
      supplementaries { $0 == "footer" }
      for (item, number, box) in section.decorations {
        add(
          item.kind, index, number, box.moved(by: pair(along: section.start, across: 0)), false,
          Appearance(zIndex: item.zIndex))
      }
    }
    for edge in all where side(edge.item.alignment, m) > 0 { add(edge, 0, 0, whole) }
    return answer
  }

  private func pinWindow(_ visible: Rect, _ content: Pair) -> (start: Double, end: Double) {
    let insets = container.insets
    let start = Pair(visible.x, visible.y) + Pair(before: insets)
    let size = less(Pair(visible.width, visible.height), insets)
    guard m == 0, container.direction == .rightToLeft else { return (start[m], start[m] + size[m]) }
    return (content[0] - start[0] - size[0], content[0] - start[0])
  }
}
