import Cancellation

/// Solves groups: resolves dimensions, fills lines, attaches views.
///
/// `solve` is the outline; `GroupSolver+Line` fills rows and columns, `GroupLine` places what fills them.
struct GroupSolver<Sizes: GroupSizes> {
  let grid: PixelGrid
  var sizes: Sizes
  /// The number of the group that is solved next, in its section.
  var groupNumber = 0
  /// How many nested groups with views of each kind came before.
  var nestedNumbers: [String: Int] = [:]
  /// How many cells the outermost group has so far, and how many views are attached in it.
  var cellCount = 0
  var viewCount = 0
  /// How many members may yet be measured.
  private(set) var budget: Int
  private var pace = Pace()

  /// - Parameter budget: how many members may be measured in all.
  init(grid: PixelGrid, sizes: Sizes, budget: Int) {
    self.grid = grid
    self.sizes = sizes
    self.budget = budget
  }

  /// Lays out one group.
  ///
  /// - Parameters:
  ///   - room: the size that the group's fractions refer to.
  ///   - forced: the group's extent in one direction, in place of its own, snapped.
  /// - Throws: `GroupTooLarge`.
  /// - Complexity: O(n) for the n items that it holds.
  mutating func solve(
    _ group: LayoutGroup, in room: Room, forced: ForcedLength? = nil, isNested: Bool = false
  ) throws(GroupTooLarge) -> SolvedGroup {
    if !isNested { (cellCount, viewCount) = (0, 0) }
    let (width, height, inner) = extents(of: group, in: room, forced: forced)

    var solved: SolvedGroup
    switch group.arrangement {
    case .line(let axis, let members):
      solved = try line(members, count: nil, along: axis, spacing: group.interItemSpacing, in: inner)
    case .repeating(let axis, let member, let count):
      solved = try line([member], count: count, along: axis, spacing: group.interItemSpacing, in: inner)
    case .custom(let frames):
      solved = try custom(frames)
    }
    if width.isFractionOfOpen || height.isFractionOfOpen { solved.notes.insert(.fractionOfEstimate) }

    let content = solved
    solved = SolvedGroup(
      size: size(of: content.size, with: group.contentInsets, width: width, height: height))
    solved.append(content, at: Point(x: group.contentInsets.left, y: group.contentInsets.top))
    try attachViews(of: group, to: &solved, isNested: isNested)
    return solved
  }

  /// Items at frames of their own.
  private mutating func custom(_ frames: [Rect]) throws(GroupTooLarge) -> SolvedGroup {
    var solved = SolvedGroup(size: .zero)
    for frame in frames where sizes.hasNext {
      _ = sizes.next()
      try count()
      let snapped = Rect(
        x: frame.x, y: frame.y, width: grid.nearest(frame.width), height: grid.nearest(frame.height))
      solved.cells.append(SolvedGroup.Cell(frame: snapped, isEstimated: false, open: .none))
      solved.size.width = max(solved.size.width, snapped.maxX)
      solved.size.height = max(solved.size.height, snapped.maxY)
    }
    return solved
  }

  /// Counts one more cell of the outermost group.
  mutating func count() throws(GroupTooLarge) {
    cellCount += 1
    if cellCount > GroupTooLarge.limit { throw .tooManyItems }
    try work()
  }

  /// Counts one more attached view of the outermost group.
  mutating func countView() throws(GroupTooLarge) {
    viewCount += 1
    if viewCount > GroupTooLarge.limit { throw .tooManyViews }
  }

  /// Counts measured members.
  mutating func work(_ count: Int = 1) throws(GroupTooLarge) {
    budget -= count
    if budget < 0 { throw .tooMuchWork }
    if pace.isOver(after: 4 * count) { throw .cancelled }
  }
}

/// A group exceeds a limit that no real layout comes near.
enum GroupTooLarge: Error {
  case tooManyItems
  case tooManyViews
  case tooMuchWork
  case tooFar
  /// The computation should stop.
  case cancelled

  /// How many items a group may hold, and how many views may be attached to it and to them.
  static let limit = 100_000

  /// The problem, in a sentence for the client.
  var detail: String {
    switch self {
    case .tooManyItems: "one group holds more than \(Self.limit) items"
    case .cancelled: LayoutError.cancelled.detail
    case .tooFar: "it reaches beyond 2^53 points"
    case .tooManyViews: "one group has more than \(Self.limit) supplementary items"
    case .tooMuchWork: "its groups lie too deep inside each other to be solved"
    }
  }
}

/// The size to which fractions refer, and which of its extents the content still decides.
struct Room {
  var size: Size
  var isOpenWidth = false
  var isOpenHeight = false
  /// How far content may take the extents that it decides.
  var limit: Size
  /// What lines may fill: the size before it was snapped, where that is larger. So members that fit by the definition
  /// still do where the pixels round their group down.
  var fit: Size

  /// - Parameters:
  ///   - limit: nil is the size.
  ///   - fit: nil is the size.
  init(
    size: Size, isOpenWidth: Bool = false, isOpenHeight: Bool = false, limit: Size? = nil, fit: Size? = nil
  ) {
    self.size = size
    self.isOpenWidth = isOpenWidth
    self.isOpenHeight = isOpenHeight
    self.limit = limit ?? size
    self.fit = fit ?? size
  }

  func length(along axis: ScrollAxis) -> Double { axis.length(of: size) }

  func isOpen(along axis: ScrollAxis) -> Bool { axis == .vertical ? isOpenHeight : isOpenWidth }

  func isOpen(across axis: ScrollAxis) -> Bool { axis == .vertical ? isOpenWidth : isOpenHeight }

  /// The room with another extent in one direction, no longer open there.
  ///
  /// - Parameter fit: what lines may fill of it; nil is the extent.
  func with(_ points: Double, fit: Double? = nil, along axis: ScrollAxis) -> Room {
    var room = self
    switch axis {
    case .vertical:
      room.size.height = points
      room.fit.height = fit ?? points
      room.isOpenHeight = false
    case .horizontal:
      room.size.width = points
      room.fit.width = fit ?? points
      room.isOpenWidth = false
    }
    return room
  }

  func with(_ points: Double, across axis: ScrollAxis) -> Room {
    with(points, along: axis == .vertical ? .horizontal : .vertical)
  }
}

/// An extent that a line gives its member, snapped.
struct ForcedLength {
  var width: ResolvedExtent?
  var height: ResolvedExtent?

  /// - Parameter fit: the room that its own members may fill.
  init(_ points: Double, fit: Double, along axis: ScrollAxis) {
    let extent = ResolvedExtent(points: points, fit: max(points, fit))
    width = axis == .horizontal ? extent : nil
    height = axis == .vertical ? extent : nil
  }
}

extension Size {
  func less(_ insets: Insets) -> Size {
    Size(
      width: max(0, width - insets.left - insets.right), height: max(0, height - insets.top - insets.bottom))
  }
}
