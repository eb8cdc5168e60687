extension GroupSolver {
  /// How the lengths of a line's members meet the pixels.
  private enum Snapping {
    case nearest
    /// Where the nearest pixels would not fit.
    case down
  }

  /// Where filling a line began.
  private struct Checkpoint {
    var position: Int
    var nestedNumbers: [String: Int]
    var cellCount: Int
    var viewCount: Int
  }

  private var checkpoint: Checkpoint {
    Checkpoint(
      position: sizes.position, nestedNumbers: nestedNumbers, cellCount: cellCount, viewCount: viewCount)
  }

  /// Fills a row or a column and places its members.
  ///
  /// - Parameters:
  ///   - count: how often the one member repeats, each with an equal share of the room; nil places members
  ///     in turn until one no longer fits, or once each where the content decides how long the line is.
  mutating func line(
    _ members: [LayoutGroup.Member], count: Int?, along axis: ScrollAxis, spacing: LayoutSpacing,
    in room: Room
  ) throws(GroupTooLarge) -> SolvedGroup {
    let start = checkpoint
    var room = room
    var notes: SolvedGroup.Notes = []
    var line = GroupLine(axis: axis, spacing: spacing)
    try fill(&line, members, count, room, .nearest)

    if room.isOpen(across: axis), line.members.contains(where: { $0.isFractionAcross }) {
      // The others decide the breadth; without others, the estimate stands.
      if let breadth = line.breadth(where: { !$0.isFractionAcross }) {
        room = room.with(breadth, across: axis)
        rewind(to: start)
        try fill(&line, members, count, room, .nearest)
      } else {
        notes.insert(.fractionOfEstimate)
      }
    }
    let length = room.length(along: axis)
    let limit = LineFilling.limit(axis.length(of: room.fit))
    if grid.isActive, !room.isOpen(along: axis), line.snappedLength > LineFilling.limit(length),
      line.exactLength <= limit
    {
      rewind(to: start)
      try fill(&line, members, count, room, .down)
    }
    if !room.isOpen(along: axis), line.exactLength > limit { notes.insert(.memberTooLarge) }
    if line.members.contains(where: { $0.isFractionAlong }) { notes.insert(.fractionOfEstimate) }

    let breadth = room.isOpen(across: axis) ? line.breadth() ?? 0 : axis.breadth(of: room.size)
    if let broadest = line.breadth(), broadest > breadth + breadth * 1e-9 + grid.hairline {
      notes.insert(.memberTooLarge)
    }
    let solvedLength = room.isOpen(along: axis) ? line.snappedLength : length
    var solved = try place(line, length: solvedLength, breadth: breadth)
    solved.size = axis.size(length: solvedLength, breadth: breadth)
    solved.notes.formUnion(notes)
    return solved
  }

  private mutating func rewind(to start: Checkpoint) {
    sizes.position = start.position
    nestedNumbers = start.nestedNumbers
    cellCount = start.cellCount
    viewCount = start.viewCount
  }

  /// Takes members as long as there are items for them and room.
  private mutating func fill(
    _ line: inout GroupLine, _ members: [LayoutGroup.Member], _ count: Int?, _ room: Room,
    _ snapping: Snapping
  ) throws(GroupTooLarge) {
    line.members.removeAll(keepingCapacity: true)
    let axis = line.axis
    let isOpen = room.isOpen(along: axis)
    var filling = LineFilling(
      members.count, count: count, length: isOpen ? nil : axis.length(of: room.fit),
      spacing: line.spacing.minimum)
    let base = members.isEmpty ? room : room.base(repeating: count, members[0], line.spacing, along: axis)
    let share = isOpen ? nil : count.map { base.share(of: $0, along: axis) }
    while line.members.count < filling.most, sizes.hasNext {
      let place = line.members.count
      if place % members.count == 0, !filling.beginRound() { break }
      let before = checkpoint
      let member = try measure(members[place % members.count], in: base, share: share, axis, snapping)
      let isTaken = filling.take(
        member.exactLength, edges: member.edgeSpacing.minimum(along: axis), isUniform: member.isUniformAlong,
        isFirst: place == 0)
      if !isTaken {
        rewind(to: before)
        break
      }
      line.members.append(member)
    }
    line.equalize()
  }

  /// Resolves the size of one member, and solves it where it is a group.
  private mutating func measure(
    _ member: LayoutGroup.Member, in base: Room, share: ResolvedExtent?, _ axis: ScrollAxis,
    _ snapping: Snapping
  ) throws(GroupTooLarge) -> GroupLine.Member {
    switch member {
    case .item(let item):
      try count()
      let number = sizes.position
      let size = size(
        share.map { item.size.with(.absolute($0.points), along: axis) } ?? item.size, in: base,
        content: sizes.next()
      )
      let along = size.extent(along: axis)
      let across = size.extent(across: axis)
      return GroupLine.Member(
        content: .cell(item, item: number, isEstimated: size.isEstimated, open: size.open(in: base)),
        exactLength: along.points, length: snap(along.points, snapping),
        breadth: grid.nearest(across.points), edgeSpacing: item.edgeSpacing,
        isUniformAlong: share == nil && item.size.dimension(along: axis).isUniform,
        isUniformAcross: item.size.dimension(across: axis).isUniform,
        isFractionAcross: across.isFractionOfOpen, isFractionAlong: along.isFractionOfOpen)
    case .group(let group):
      try work()
      let extent = share ?? resolve(group.size.dimension(along: axis), in: base)
      let forced =
        extent.isOpen
        ? nil : ForcedLength(snap(extent.points, snapping), fit: extent.fit, along: axis)
      let solved = try solve(group, in: base, forced: forced, isNested: true)
      let across = resolve(group.size.dimension(across: axis), in: base)
      let length = axis.length(of: solved.size)
      return GroupLine.Member(
        content: .group(solved), exactLength: extent.isOpen ? length : extent.points, length: length,
        breadth: axis.breadth(of: solved.size), edgeSpacing: group.edgeSpacing,
        isUniformAlong: false, isUniformAcross: false, isFractionAcross: across.isFractionOfOpen,
        isFractionAlong: extent.isFractionOfOpen)
    }
  }

  private func snap(_ points: Double, _ snapping: Snapping) -> Double {
    switch snapping {
    case .nearest: grid.nearest(points)
    case .down: grid.floor(points)
    }
  }

  /// Turns a filled line into cells and views in their places.
  private mutating func place(_ line: GroupLine, length: Double, breadth: Double) throws(GroupTooLarge)
    -> SolvedGroup
  {
    var solved = SolvedGroup(size: .zero)
    solved.cells.reserveCapacity(line.members.count)
    let origins = line.origins(length: length, breadth: breadth)
    for (member, origin) in zip(line.members, origins) {
      switch member.content {
      case .group(let group):
        solved.append(group, at: origin)
      case .cell(let item, let number, let isEstimated, let open):
        let size = member.size(along: line.axis)
        let frame = Rect(x: origin.x, y: origin.y, width: size.width, height: size.height)
        if item.insetsAreIgnored { solved.notes.insert(.insetsOfEstimate) }
        var cell = SolvedGroup.Cell(
          frame: frame.inset(by: item.heededInsets), isEstimated: isEstimated, open: open)
        cell.frame.width = grid.nearest(cell.frame.width)
        cell.frame.height = grid.nearest(cell.frame.height)
        solved.cells.append(cell)
        try attachViews(of: item, number: number, to: &solved)
      }
    }
    return solved
  }
}
