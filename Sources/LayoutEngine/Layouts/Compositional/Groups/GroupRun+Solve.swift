extension GroupRun {
  /// A definition's full group, where its content decides nothing: every group of the section is like it.
  struct Template: Sendable {
    var group: SolvedGroup
    /// How many nested groups with views of each kind it has.
    var nestedNumbers: [String: Int]

    /// - Throws: `GroupTooLarge`.
    init(_ definition: LayoutGroup, in room: Room, on grid: PixelGrid) throws(GroupTooLarge) {
      var solver = GroupSolver(grid: grid, sizes: NoSizes(), budget: GroupSolver<NoSizes>.budget(itemCount: 0))
      group = try solver.solve(definition, in: room)
      nestedNumbers = solver.nestedNumbers
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
  /// - Complexity: O(c) for the c cells of a group.
  init(_ template: Template, itemCount: Int, rule: Rule) {
    axis = rule.axis
    self.itemCount = itemCount
    let group = template.group
    let own = axis.length(of: group.size)
    let pitch = rule.advance(own)
    content = .alike(group, pitch: pitch, nestedNumbers: template.nestedNumbers)
    let groups = itemCount == 0 ? 0 : (itemCount - 1) / max(1, group.cells.count) + 1
    length = groups == 0 ? 0 : Double(groups - 1) * pitch + own
    breadth = groups == 0 ? 0 : axis.breadth(of: group.size)
    var reach = GroupReach(axis: axis)
    if groups > 0 { reach.include(group) }
    overhang = reach.along
    sideOverhang = reach.across
    notes = group.notes
  }

  /// Groups as the items of the section fill them.
  ///
  /// - Throws: `GroupTooLarge`.
  /// - Complexity: O(n) for n items.
  init(
    _ section: Section, definition: LayoutGroup, in room: Room, on grid: PixelGrid, rule: Rule
  ) throws(GroupTooLarge) {
    axis = rule.axis
    itemCount = section.items.count
    var groups = VariedGroups(section: section, definition: definition, room: room, grid: grid)
    var solver = GroupSolver(
      grid: grid, sizes: SectionSizes(of: section, from: 0),
      budget: GroupSolver<SectionSizes>.budget(itemCount: itemCount))
    var reach = GroupReach(axis: axis)
    var offset = 0.0
    var end = 0.0
    var broadest = 0.0
    var notes: SolvedGroup.Notes = []
    while solver.sizes.hasNext {
      solver.groupNumber = groups.count
      let group = try solver.solve(definition, in: room)
      let own = axis.length(of: group.size)
      // A definition without a place for an item takes none.
      guard !group.cells.isEmpty else { break }
      groups.append(at: offset, endItem: solver.sizes.position, nestedNumbers: solver.nestedNumbers)
      end = offset + own
      offset += rule.advance(own)
      broadest = max(broadest, axis.breadth(of: group.size))
      reach.include(group)
      notes.formUnion(group.notes)
    }
    content = .varied(groups)
    length = end
    breadth = broadest
    overhang = reach.along
    sideOverhang = reach.across
    self.notes = notes
  }
}

/// How far elements reach out of their groups.
private struct GroupReach {
  let axis: ScrollAxis
  var along = (before: 0.0, after: 0.0)
  var across = (before: 0.0, after: 0.0)

  init(axis: ScrollAxis) { self.axis = axis }

  mutating func include(_ group: SolvedGroup) {
    let bounds = axis.axialRect(group.bounds)
    along.before = max(along.before, -bounds.along)
    along.after = max(along.after, bounds.end - axis.length(of: group.size))
    across.before = max(across.before, -bounds.across)
    across.after = max(across.after, bounds.across + bounds.breadth - axis.breadth(of: group.size))
  }
}
