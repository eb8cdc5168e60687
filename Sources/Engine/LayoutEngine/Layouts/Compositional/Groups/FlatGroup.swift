/// The extents and counts of a group, without its cells and views.
struct GroupMeasure {
  var size: Size
  /// A box around everything in the group, in its coordinates; it may be larger than need be.
  var bounds: Rect
  var cellCount: Int
  var viewCount: Int
  var notes: SolvedGroup.Notes

  init(_ group: SolvedGroup) {
    size = group.size
    bounds = group.bounds
    cellCount = group.cells.count
    viewCount = group.views.count
    notes = group.notes
  }

  init(size: Size, bounds: Rect, cellCount: Int, notes: SolvedGroup.Notes) {
    self.size = size
    self.bounds = bounds
    self.cellCount = cellCount
    viewCount = 0
    self.notes = notes
  }
}

/// A row or a column of nothing but items, without views: most groups whose content decides are of this form.
///
/// It is measured without being placed, so that a pass over many items allocates nothing.
struct FlatGroup {
  /// The definition of an item, in plain numbers.
  struct Item {
    var size: LayoutSize
    /// The least space around it along and across the line.
    var along: Double
    var across: Double
    /// How far insets push its cell out of its frame at most: negative insets, or insets larger than the frame.
    var outset: Double
    var notes: SolvedGroup.Notes
  }

  let axis: ScrollAxis
  let spacing: Double
  let contentInsets: Insets
  /// The group's extents; those that are open are for its content to decide.
  let width: ResolvedExtent
  let height: ResolvedExtent
  let inner: Room
  /// The size to which the items' fractions refer.
  let base: Room
  let items: ContiguousArray<Item>
  /// How often the one item repeats.
  let count: Int?

  /// The group in that form, or nil where it is of another, or where its extents depend on each other.
  init?<Sizes>(_ group: LayoutGroup, in room: Room, _ solver: GroupSolver<Sizes>) {
    switch group.arrangement {
    case .line(let axis, _): (self.axis, count) = (axis, nil)
    case .repeating(let axis, _, let count): (self.axis, self.count) = (axis, count)
    case .custom: return nil
    }
    let members = group.members
    guard !members.isEmpty, group.supplementaryItems.isEmpty, group.interItemSpacing.minimum >= 0 else {
      return nil
    }
    spacing = group.interItemSpacing.minimum
    contentInsets = group.contentInsets
    (width, height, inner) = solver.extents(of: group, in: room, forced: nil)
    let isOpen = inner.isOpen(along: axis)
    base = inner.base(repeating: count, members[0], group.interItemSpacing, along: axis)
    let share = isOpen ? nil : count.map { [base, axis] in base.share(of: $0, along: axis).points }
    var items = ContiguousArray<Item>()
    for member in members {
      guard case .item(let item) = member, item.supplementaryItems.isEmpty else { return nil }
      let size = share.map { [axis] in item.size.with(.absolute($0), along: axis) } ?? item.size
      guard !size.width.isUniform, !size.height.isUniform, item.edgeSpacing.isNeverNegative,
        !solver.resolve(size.width, in: base).isFractionOfOpen,
        !solver.resolve(size.height, in: base).isFractionOfOpen
      else { return nil }
      let insets = item.heededInsets
      items.append(
        Item(
          size: size, along: item.edgeSpacing.minimum(along: axis),
          across: item.edgeSpacing.minimum(along: axis.other),
          outset: max(abs(insets.top), abs(insets.left), abs(insets.bottom), abs(insets.right)),
          notes: item.insetsAreIgnored ? .insetsOfEstimate : []))
    }
    self.items = items
  }
}

extension GroupSolver {
  /// The measure of the next group of that form, which takes the items that fill it.
  ///
  /// `LineFilling` decides how many, here as in `line`.
  ///
  /// - Complexity: O(n) for the n items that it holds.
  mutating func measure(_ flat: FlatGroup) throws(GroupTooLarge) -> GroupMeasure {
    let axis = flat.axis
    let isOpen = flat.inner.isOpen(along: axis)
    let length = flat.inner.length(along: axis)
    var filling = LineFilling(
      flat.items.count, count: flat.count, length: isOpen ? nil : axis.length(of: flat.inner.fit),
      spacing: flat.spacing)
    var exactLength = 0.0
    var snapped = 0.0
    var broadest = 0.0
    var outset = 0.0
    var count = 0
    var place = 0
    var notes: SolvedGroup.Notes = []
    while count < filling.most, sizes.hasNext {
      if place == flat.items.count { place = 0 }
      if place == 0, !filling.beginRound() { break }
      let before = sizes.position
      let item = flat.items[place]
      let size = size(item.size, in: flat.base, content: sizes.next())
      let exact = size.extent(along: axis).points
      if !filling.take(exact, edges: item.along, isUniform: false, isFirst: count == 0) {
        sizes.position = before
        break
      }
      exactLength = filling.length
      snapped += grid.nearest(exact) + item.along + (count > 0 ? flat.spacing : 0)
      broadest = max(broadest, grid.nearest(size.extent(across: axis).points) + item.across)
      outset = max(outset, item.outset)
      notes.formUnion(item.notes)
      count += 1
      place += 1
      if count > GroupTooLarge.limit { throw .tooManyItems }
    }
    try work(count)

    let breadth = flat.inner.isOpen(across: axis) ? broadest : axis.breadth(of: flat.inner.size)
    if exactLength > filling.limit || broadest > breadth + breadth * 1e-9 + grid.hairline {
      notes.insert(.memberTooLarge)
    }
    let content = axis.size(length: isOpen ? snapped : length, breadth: breadth)
    let size = self.size(of: content, with: flat.contentInsets, width: flat.width, height: flat.height)
    let reach = axis.size(length: max(length, snapped), breadth: max(breadth, broadest))
    let room = Rect(
      x: flat.contentInsets.left - outset, y: flat.contentInsets.top - outset,
      // Rounding may widen cells by half a pixel.
      width: reach.width + 2 * outset + grid.hairline, height: reach.height + 2 * outset + grid.hairline)
    return GroupMeasure(
      size: size, bounds: room.union(Rect(x: 0, y: 0, width: size.width, height: size.height)),
      cellCount: count, notes: notes)
  }
}

extension LayoutEdgeSpacing {
  fileprivate var isNeverNegative: Bool {
    min(leading.minimum, top.minimum, trailing.minimum, bottom.minimum) >= 0
  }
}
