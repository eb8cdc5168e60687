@testable import LayoutEngine

/// Two numbers: 0 runs from the leading edge to the trailing one, 1 from the top down.
typealias Pair = SIMD2<Double>

extension Pair {
  init(_ size: Size) { self.init(size.width, size.height) }

  /// The leading and top insets.
  init(before insets: Insets) { self.init(insets.left, insets.top) }

  /// The trailing and bottom insets.
  init(after insets: Insets) { self.init(insets.right, insets.bottom) }
}

struct Box {
  var at: Pair
  var size: Pair

  func moved(by distance: Pair) -> Box { Box(at: at + distance, size: size) }
}

/// One group the slow, obvious way: every frame in full, lines filled member by member and summed afresh.
struct ReferenceGroup {
  struct Cell {
    var item: Int
    var box: Box
    var isEstimated: Bool
  }

  struct View {
    var kind: String
    var number: Int
    var box: Box
    var zIndex: Int
    var isEstimated: Bool
    /// The first item of the group or item that it is attached to.
    var firstItem: Int
  }

  struct Solved {
    var size = Pair()
    var cells: [Cell] = []
    var views: [View] = []

    mutating func take(_ other: Solved, at place: Pair) {
      cells += other.cells.map {
        Cell(item: $0.item, box: $0.box.moved(by: place), isEstimated: $0.isEstimated)
      }
      views += other.views.map { view in
        var view = view
        view.box = view.box.moved(by: place)
        return view
      }
    }
  }

  /// How far filling has come.
  struct State {
    var next: Int
    /// Items there are; definitions without estimates fill groups without asking.
    var end: Int
    var group: Int
    /// Nested groups with views, by kind.
    var nested: [String: Int] = [:]
  }

  struct Extent {
    var points: Double
    /// As the definition says, before its group was snapped; nil is `points`.
    var unsnapped: Double?
    var isOpen = false
    var isFractionOfOpen = false
  }

  let items: [Item]
  let view: (String, Int) -> Supplementary?
  let scale: Double?

  private func pixel(_ value: Double) -> Double { ReferenceStack.pixel(value, scale) }

  /// - Parameter fit: the room before it was snapped, where that is more.
  private func extent(_ dimension: LayoutDimension, _ room: Pair, fit: Pair, _ open: [Bool]) -> Extent {
    switch dimension {
    case .absolute(let points): Extent(points: points)
    case .estimated(let points), .uniformAcrossSiblings(let points): Extent(points: points, isOpen: true)
    case .fractionalWidth(let part):
      Extent(points: part * room[0], unsnapped: part * fit[0], isFractionOfOpen: open[0])
    case .fractionalHeight(let part):
      Extent(points: part * room[1], unsnapped: part * fit[1], isFractionOfOpen: open[1])
    }
  }

  func solve(
    _ group: LayoutGroup, in room: Pair, fit: Pair? = nil, open: [Bool] = [false, false],
    forced: [Double?] = [nil, nil], forcedFit: Double = 0, _ state: inout State, isNested: Bool = false
  ) -> Solved {
    let wanted = [group.size.width, group.size.height]
    var (size, full) = (Pair(), Pair())
    var isOpen = [false, false]
    for d in 0...1 {
      let own = extent(wanted[d], room, fit: fit ?? room, open)
      size[d] = forced[d] ?? pixel(own.points)
      full[d] = max(size[d], forced[d] == nil ? own.unsnapped ?? own.points : forcedFit)
      isOpen[d] = forced[d] == nil && own.isOpen
    }
    let before = Pair(before: group.contentInsets)
    let after = Pair(after: group.contentInsets)
    func inside(_ size: Pair) -> Pair {
      Pair(max(0, size[0] - before[0] - after[0]), max(0, size[1] - before[1] - after[1]))
    }
    let inner = inside(size)
    let innerFit = inside(full)

    let content: Solved
    switch group.arrangement {
    case .custom(let frames): content = custom(frames, &state)
    case .line(let axis, let members):
      content = line(
        members, nil, axis == .vertical ? 1 : 0, group.interItemSpacing, inner, innerFit, isOpen, &state)
    case .repeating(let axis, let member, let count):
      content = line(
        [member], count, axis == .vertical ? 1 : 0, group.interItemSpacing, inner, innerFit, isOpen, &state)
    }
    for d in 0...1 where isOpen[d] { size[d] = max(0, pixel(content.size[d] + before[d] + after[d])) }
    var solved = Solved(size: size)
    solved.take(content, at: before)
    guard let first = solved.cells.first else { return solved }
    let host = Box(at: before, size: inside(size))
    for view in group.supplementaryItems {
      var number = state.group
      if isNested {
        number = state.nested[view.kind, default: 0]
        state.nested[view.kind] = number + 1
      }
      solved.views.append(attached(view, to: host, number, first.item))
    }
    return solved
  }

  private func custom(_ frames: [Rect], _ state: inout State) -> Solved {
    var solved = Solved()
    for frame in frames where state.next < state.end {
      let box = Box(at: Pair(frame.x, frame.y), size: Pair(pixel(frame.width), pixel(frame.height)))
      solved.cells.append(Cell(item: state.next, box: box, isEstimated: false))
      for d in 0...1 { solved.size[d] = max(solved.size[d], box.at[d] + box.size[d]) }
      state.next += 1
    }
    return solved
  }

  private func attached(_ view: AnchoredItem, to host: Box, _ number: Int, _ first: Int) -> View {
    let known = self.view(view.kind, number)
    let (size, isEstimated) = size(
      view.size, host.size, [false, false], known?.size ?? known?.estimatedSize, nil, known?.size == nil)
    let snapped = Pair(pixel(size[0].points), pixel(size[1].points))
    func anchor(_ anchor: LayoutAnchor) -> (Pair, Pair) {
      let offset: Pair
      switch anchor.offset {
      case .absolute(let point): offset = Pair(point.x, point.y)
      case .fractional(let point): offset = Pair(point.x, point.y) * snapped
      }
      return (Pair(part(anchor.horizontal), part(anchor.vertical)), offset)
    }
    let (onHost, hostOffset) = anchor(view.containerAnchor)
    var (onView, viewOffset) = (onHost, Pair())
    if let own = view.itemAnchor { (onView, viewOffset) = anchor(own) }
    let at = host.at + onHost * host.size + hostOffset - onView * snapped - viewOffset
    return View(
      kind: view.kind, number: number, box: Box(at: at, size: snapped), zIndex: view.zIndex,
      isEstimated: isEstimated, firstItem: first)
  }

  private func part(_ place: LayoutAnchor.Place) -> Double {
    switch place {
    case .start: 0
    case .middle: 0.5
    case .end: 1
    }
  }

  /// Extents, where the content decides those that the definition leaves open.
  func size(
    _ wanted: LayoutSize, _ room: Pair, _ open: [Bool], _ content: Size?, _ ratio: Double?, _ isEstimate: Bool
  ) -> ([Extent], isEstimated: Bool) {
    var width = extent(wanted.width, room, fit: room, open)
    var height = extent(wanted.height, room, fit: room, open)
    if let content {
      if width.isOpen { width.points = content.width }
      if height.isOpen { height.points = content.height }
    } else if let ratio {
      if width.isOpen, !height.isOpen { width.points = height.points * ratio }
      if height.isOpen { height.points = width.points / ratio }
    }
    let isUnknown = isEstimate || (content == nil && ratio == nil)
    return ([width, height], (width.isOpen || height.isOpen) && isUnknown)
  }
}

extension ReferenceGroup {
  /// A member of a line, measured.
  private struct Member {
    var item: LayoutItem?
    var solved = Solved()
    var number = 0
    var isEstimated = false
    var exact: Double
    var size: Pair
    var isUniform = [false, false]
    var isFraction = [false, false]
    var edges: LayoutEdgeSpacing

    func spacing(_ d: Int) -> (LayoutSpacing, LayoutSpacing) {
      d == 0 ? (edges.leading, edges.trailing) : (edges.top, edges.bottom)
    }

    func free(_ d: Int) -> Double { spacing(d).0.minimum + spacing(d).1.minimum }
  }

  private func line(
    _ members: [LayoutGroup.Member], _ count: Int?, _ a: Int, _ spacing: LayoutSpacing, _ inner: Pair,
    _ innerFit: Pair, _ innerOpen: [Bool], _ state: inout State
  ) -> Solved {
    let start = state
    let b = 1 - a
    var (room, fit, open) = (inner, innerFit, innerOpen)
    let gap = spacing.minimum
    func total(_ line: [Member], _ own: (Member) -> Double) -> Double {
      line.map { own($0) + $0.free(a) }.reduce(0, +) + gap * Double(max(0, line.count - 1))
    }
    func breadth(_ line: [Member]) -> Double? { line.map { $0.size[b] + $0.free(b) }.max() }

    var line = fill(members, count, a, gap, room, fit, open, down: false, &state)
    if open[b], line.contains(where: { $0.isFraction[b] }),
      let others = breadth(line.filter { !$0.isFraction[b] })
    {
      room[b] = others
      fit[b] = others
      open[b] = false
      state = start
      line = fill(members, count, a, gap, room, fit, open, down: false, &state)
    }
    let noise = 1 + 1e-9
    if scale != nil, !open[a], total(line, { $0.size[a] }) > room[a] * noise,
      total(line, { $0.exact }) <= fit[a] * noise
    {
      state = start
      line = fill(members, count, a, gap, room, fit, open, down: true, &state)
    }

    var solved = Solved()
    solved.size[a] = open[a] ? total(line) { $0.size[a] } : room[a]
    solved.size[b] = open[b] ? breadth(line) ?? 0 : room[b]
    var flexible = spacing.isFlexible ? max(0, line.count - 1) : 0
    for member in line {
      flexible += (member.spacing(a).0.isFlexible ? 1 : 0) + (member.spacing(a).1.isFlexible ? 1 : 0)
    }
    let slack = max(0, solved.size[a] - total(line) { $0.size[a] })
    func points(_ spacing: LayoutSpacing) -> Double {
      spacing.minimum + (spacing.isFlexible ? slack / Double(flexible) : 0)
    }
    var along = 0.0
    for member in line {
      along += points(member.spacing(a).0)
      var at = Pair()
      at[a] = along
      let (before, after) = member.spacing(b)
      let spare = max(0, solved.size[b] - member.size[b] - member.free(b))
      at[b] = before.minimum
      if before.isFlexible { at[b] += after.isFlexible ? spare / 2 : spare }
      put(member, at, in: &solved)
      along += member.size[a] + points(member.spacing(a).1) + points(spacing)
    }
    return solved
  }

  private func put(_ member: Member, _ at: Pair, in solved: inout Solved) {
    guard let item = member.item else { return solved.take(member.solved, at: at) }
    var before = Pair(before: item.contentInsets)
    var after = Pair(after: item.contentInsets)
    if item.size.width.isEstimated { (before[0], after[0]) = (0, 0) }
    if item.size.height.isEstimated { (before[1], after[1]) = (0, 0) }
    var box = Box(at: at + before, size: member.size - before - after)
    for d in 0...1 { box.size[d] = pixel(max(0, box.size[d])) }
    solved.cells.append(Cell(item: member.number, box: box, isEstimated: member.isEstimated))
    for view in item.supplementaryItems {
      solved.views.append(attached(view, to: box, member.number, member.number))
    }
  }

  private func fill(
    _ members: [LayoutGroup.Member], _ count: Int?, _ a: Int, _ gap: Double, _ room: Pair, _ fit: Pair,
    _ open: [Bool], down: Bool, _ state: inout State
  ) -> [Member] {
    var (base, full) = (room, fit)
    var share: Extent?
    if let count, !open[a] {
      let edges = Member(exact: 0, size: Pair(), edges: members[0].edgeSpacing).free(a)
      let taken = gap * Double(count - 1) + edges * Double(count)
      base[a] = max(0, room[a] - taken)
      full[a] = max(0, fit[a] - taken)
      share = Extent(points: base[a] / Double(count), unsnapped: full[a] / Double(count))
    }
    var line: [Member] = []
    var lastRound = -1.0
    func total(_ line: [Member]) -> Double {
      let longest = line.filter { $0.isUniform[a] }.map(\.exact).max() ?? 0
      return line.map { ($0.isUniform[a] ? longest : $0.exact) + $0.free(a) }.reduce(0, +)
        + gap * Double(max(0, line.count - 1))
    }
    while state.next < state.end, line.count < count ?? (open[a] ? members.count : Int.max) {
      if count == nil, line.count % members.count == 0 {
        if total(line) <= lastRound { break }
        lastRound = total(line)
      }
      var after = state
      let member = measure(
        members[line.count % members.count], base, full, open, share, a, down: down, &after)
      if count == nil, !open[a], !line.isEmpty, total(line + [member]) > fit[a] * (1 + 1e-9) { break }
      line.append(member)
      state = after
    }
    for d in 0...1 {
      let uniform = line.filter { $0.isUniform[d] }
      for index in line.indices where line[index].isUniform[d] {
        line[index].size[d] = uniform.map { $0.size[d] }.max()!
        if d == a { line[index].exact = uniform.map(\.exact).max()! }
      }
    }
    return line
  }

  private func measure(
    _ member: LayoutGroup.Member, _ base: Pair, _ full: Pair, _ open: [Bool], _ share: Extent?, _ a: Int,
    down: Bool, _ state: inout State
  ) -> Member {
    func snap(_ value: Double) -> Double {
      guard down, let scale else { return pixel(value) }
      return (value * scale + 1e-9).rounded(.down) / scale
    }
    switch member {
    case .item(let item):
      let known = state.next < items.count ? items[state.next] : Item()
      let isEstimate = known.size == nil && (known.aspectRatio == nil || known.content != nil)
      let content = known.size ?? (known.aspectRatio == nil ? known.estimatedSize : nil)
      var asked = item.size
      if let share, a == 0 { asked.width = .absolute(share.points) }
      if let share, a == 1 { asked.height = .absolute(share.points) }
      let (extents, isEstimated) = size(asked, base, open, content, known.aspectRatio, isEstimate)
      let exact = share?.points ?? extents[a].points
      var sizes = Pair(pixel(extents[0].points), pixel(extents[1].points))
      sizes[a] = snap(exact)
      let wanted = [item.size.width, item.size.height]
      var measured = Member(
        item: item, number: state.next, isEstimated: isEstimated, exact: exact, size: sizes,
        isUniform: wanted.map(\.isUniform), isFraction: extents.map(\.isFractionOfOpen),
        edges: item.edgeSpacing)
      if share != nil { measured.isUniform[a] = false }
      state.next += 1
      return measured
    case .group(let group):
      let wanted = [group.size.width, group.size.height].map { extent($0, base, fit: full, open) }
      let given = share ?? wanted[a]
      let exact = given.isOpen ? nil : given.points
      var forced: [Double?] = [nil, nil]
      forced[a] = exact.map(snap)
      let solved = solve(
        group, in: base, fit: full, open: open, forced: forced, forcedFit: given.unsnapped ?? given.points,
        &state, isNested: true)
      return Member(
        solved: solved, exact: exact ?? solved.size[a], size: solved.size,
        isFraction: wanted.map(\.isFractionOfOpen), edges: group.edgeSpacing)
    }
  }
}
