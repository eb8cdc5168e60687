extension GroupRun {
  /// The templates and the budget that the sections of a layout share while they are solved.
  struct Workshop {
    /// Full groups, by the values that they depend on.
    var templates: [Key: Template] = [:]
    /// How many members may yet be measured.
    var budget: Int

    /// The values besides its definition that a full group depends on.
    struct Key: Hashable {
      /// By its number in the layout.
      var definition: Int
      var size: Size
    }

    /// Some lines are filled twice, to fit pixels or the sizes of content; groups inside each other multiply that. This
    /// is far more than any viewport needs, and bounds the cost of a hostile definition.
    init(itemCount: Int) {
      budget = 5_000_000 + 20 * itemCount
    }
  }

  /// A definition's full group, where its content decides nothing: every group of the section is like it.
  struct Template: Sendable {
    var group: SolvedGroup
    /// How many nested groups with views of each kind it has.
    var nestedNumbers: [String: Int]

    /// - Parameter count: how many items there are for it; nil fills it.
    /// - Throws: `GroupTooLarge`.
    init(
      _ definition: LayoutGroup, items count: Int? = nil, in room: Room, on grid: PixelGrid,
      budget: inout Int
    ) throws(GroupTooLarge) {
      var solver = GroupSolver(grid: grid, sizes: NoSizes(count: count ?? .max), budget: budget)
      group = try solver.solve(definition, in: room)
      nestedNumbers = solver.nestedNumbers
      budget = solver.budget
    }
  }

  /// How groups follow one another.
  struct Rule {
    var axis: ScrollAxis
    var spacing: Double
    /// What each group keeps free before and after itself.
    var edgeSpacing: LayoutEdgeSpacing

    fileprivate var before: Double { edgeSpacing.before(along: axis).minimum }
    fileprivate var after: Double { edgeSpacing.after(along: axis).minimum }

    /// From the start of a group of that length to the start of the next, which never lies before it.
    fileprivate func advance(_ length: Double) -> Double { max(0, before + length + after + spacing) }
  }

  /// Groups like the template.
  ///
  /// - Parameter tail: the last group, where content decides an extent.
  /// - Complexity: O(c) for the c cells of a group.
  init(_ template: SolvedGroup, nestedNumbers: [String: Int], tail: SolvedGroup?, itemCount: Int, rule: Rule)
  {
    axis = rule.axis
    let own = axis.length(of: template.size)
    let alike = AlikeGroups(
      group: template, tail: tail, itemCount: template.cells.isEmpty ? 0 : itemCount, start: rule.before,
      pitch: rule.advance(own), nestedNumbers: nestedNumbers)
    content = .alike(alike)
    self.itemCount = alike.itemCount
    var extents = GroupExtents(axis: axis)
    if alike.count > 0 {
      if alike.count > 1 || tail == nil { extents.include(GroupMeasure(template), advance: alike.pitch) }
      let last = tail ?? template
      extents.include(GroupMeasure(last), advance: rule.advance(axis.length(of: last.size)))
      length = alike.offset(alike.count - 1) + axis.length(of: last.size) + rule.after
    } else {
      length = 0
    }
    breadth = extents.breadth
    overhang = extents.along
    sideOverhang = extents.across
    notes = alike.count > 0 ? template.notes : []
    viewCount = alike.count * template.views.count
  }

  /// Groups as the items of the section fill them.
  ///
  /// - Throws: `GroupTooLarge`.
  /// - Complexity: O(n) for n items.
  init(
    _ section: Section, definition: LayoutGroup, in room: Room, on grid: PixelGrid, rule: Rule,
    budget: inout Int
  ) throws(GroupTooLarge) {
    axis = rule.axis
    var solver = GroupSolver(grid: grid, sizes: SectionSizes(of: section, from: 0), budget: budget)
    var row = GroupRow(
      groups: VariedGroups(section: section, definition: definition, room: room, grid: grid), rule: rule)
    if let flat = FlatGroup(definition, in: room, solver) {
      while solver.sizes.hasNext, row.take(try solver.measure(flat), solver) {}
    } else {
      while solver.sizes.hasNext {
        solver.groupNumber = row.groups.count
        guard row.take(GroupMeasure(try solver.solve(definition, in: room)), solver) else { break }
      }
    }
    budget = solver.budget
    content = .varied(row.groups)
    itemCount = solver.sizes.hasNext ? 0 : section.items.count
    length = row.end
    breadth = row.extents.breadth
    overhang = row.extents.along
    sideOverhang = row.extents.across
    notes = row.notes
    viewCount = row.viewCount
  }
}

/// Groups that differ, put one after the other.
private struct GroupRow {
  private(set) var groups: VariedGroups
  private(set) var extents: GroupExtents
  private(set) var end = 0.0
  private(set) var notes: SolvedGroup.Notes = []
  private(set) var viewCount = 0
  private let axis: ScrollAxis
  private let after: Double
  /// The distance from the end of a group to the start of the next.
  private let gap: Double
  private var offset: Double

  init(groups: VariedGroups, rule: GroupRun.Rule) {
    self.groups = groups
    axis = rule.axis
    extents = GroupExtents(axis: axis)
    offset = rule.before
    after = rule.after
    gap = rule.before + rule.after + rule.spacing
  }

  /// Takes the next group, unless it has no item: a definition without members takes none.
  mutating func take(_ group: GroupMeasure, _ solver: borrowing GroupSolver<SectionSizes>) -> Bool {
    guard group.cellCount > 0 else { return false }
    let own = axis.length(of: group.size)
    groups.append(
      at: offset, length: own, endItem: solver.sizes.position, nestedNumbers: solver.nestedNumbers)
    end = offset + own + after
    let advance = max(0, own + gap)
    offset += advance
    extents.include(group, advance: advance)
    notes.formUnion(group.notes)
    viewCount += group.viewCount
    return true
  }
}

/// How far groups and their items reach.
private struct GroupExtents {
  let axis: ScrollAxis
  private(set) var breadth = 0.0
  /// Out of the stretch that each group has before the next begins.
  private(set) var along = (before: 0.0, after: 0.0)
  /// Out of each group to its sides.
  private(set) var across = (before: 0.0, after: 0.0)

  init(axis: ScrollAxis) { self.axis = axis }

  mutating func include(_ group: GroupMeasure, advance: Double) {
    let bounds = axis.axialRect(group.bounds)
    breadth = max(breadth, axis.breadth(of: group.size))
    along.before = max(along.before, -bounds.along)
    along.after = max(along.after, bounds.end - min(advance, axis.length(of: group.size)))
    across.before = max(across.before, -bounds.across)
    across.after = max(across.after, bounds.across + bounds.breadth - axis.breadth(of: group.size))
  }
}
