extension SectionList {
  /// The sections with an outline, in order.
  ///
  /// - Complexity: O(s) for s sections; O(1) if none has an outline.
  package var outlinedSections: [Int] {
    guard hasOutlines else { return [] }
    var found: [Int] = []
    var index = 0
    forEachSection { section in
      if section.outline != nil { found.append(index) }
      index += 1
    }
    return found
  }

  /// Whether a section has an outline.
  ///
  /// - Complexity: O(1).
  package var hasOutlines: Bool { tree.totals.outlines > 0 }

  /// The number of items in all sections, those that outlines hide too.
  ///
  /// - Complexity: O(1).
  public var storedItemCount: Int { tree.totals.items + tree.totals.hiddenItems }

  /// The sections of the items with some ids, of those that an outline has.
  ///
  /// - Complexity: O(s + (k + h) log n) for k ids and s sections, whose outlines have n items, of which h are in sections
  ///   with fewer than k.
  package func homes(inOutlines ids: Set<String>) -> [String: Int] {
    var homes: [String: Int] = [:]
    guard !ids.isEmpty else { return homes }
    for section in outlinedSections {
      self[section].outline?.forEachItem(among: ids) { homes[$0] = section }
    }
    return homes
  }

  /// The sections of the items with some ids.
  ///
  /// - Complexity: that of finding the ids in outlines, and then of finding the others together.
  func homes(of ids: Set<String>) -> [String: Found<Int>] {
    var homes = homes(inOutlines: ids).mapValues { Found.one($0) }
    let others = ids.filter { homes[$0] == nil }
    guard !others.isEmpty else { return homes }
    let ordered = Array(others)
    for (id, found) in zip(ordered, paths(ofItems: ordered)) {
      switch found {
      case .nothing: break
      case .one(let path): homes[id] = .one(path.section)
      case .several: homes[id] = .several
      }
    }
    return homes
  }

  /// How many items are below those that a batch names, as the outlines are before it, and in sections that may get an
  /// outline; at least so many that the batch is too large, if they are very many.
  ///
  /// - Complexity: O(k log n) for k such items of n, and that of finding the ids.
  package func reach(of edits: [OutlineEdit]) -> Int {
    let homes = homes(inOutlines: Set(edits.flatMap { $0.action.roots.ids }))
    let most = 1_000_000 + 2 * min(storedItemCount, 100_000_000)
    var reached = 0
    for edit in edits {
      let (ids, entersCollapsed) = edit.action.roots
      for id in ids where reached < most {
        guard let section = homes[id] else { continue }
        reached +=
          self[section].outline?.descendants(of: id) { entersCollapsed || $0.isExpanded }.count ?? 0
      }
    }
    let parents = Set(edits.compactMap { $0.action.newParent })
    let flat = Set(
      self.homes(of: parents).values.compactMap { home in
        if case .one(let section) = home, self[section].outline == nil { section } else { nil }
      })
    for section in flat where reached < most { reached += self[section].items.count }
    return reached
  }

  /// Returns the operations on shown items that a batch of edits amounts to, and the outlines after it by section.
  ///
  /// - Throws: `OutlineError` for the first edit that cannot be made.
  /// - Complexity: O(k log n) for k items that the batch names, shows, hides or deletes with their descendants, of n, and
  ///   that of finding the ids, all together; O(d log n) more for a move or an insertion at level d. A section that gets an
  ///   outline costs O(m log m) for its m items.
  package func editing(
    _ edits: [OutlineEdit]
  ) throws(OutlineError) -> (updates: [BatchUpdate], outlines: [Int: Outline]) {
    var batch = OutlineBatch(self, for: edits)
    try batch.make(edits)
    var updates: [BatchUpdate] = []
    var outlines: [Int: Outline] = [:]
    for (section, editing) in batch.editings.sorted(by: { $0.key < $1.key }) {
      var editing = editing
      updates += editing.updates()
      outlines[section] = editing.outline
    }
    return (updates, outlines)
  }

  /// Applies the operations that a batch of edits amounts to.
  ///
  /// - Complexity: that of applying the operations.
  package func applying(
    _ updates: [BatchUpdate], outlines: [Int: Outline]
  ) throws(BatchError) -> Updated {
    var updated = try applying(updates)
    updated.sections = updated.sections.with(outlines: outlines)
    return updated
  }

  /// The list with other outlines of some sections.
  func with(outlines: [Int: Outline]) -> SectionList {
    var sections = self
    for (index, outline) in outlines {
      var section = sections[index]
      section.outline = outline
      sections = sections.replacing(index, with: section)
    }
    return sections
  }
}

extension OutlineEdit.Action {
  /// The item under which the edit brings others.
  fileprivate var newParent: String? {
    switch self {
    case .insert(_, .into(let id, _)), .move(_, .into(let id, _)): id
    default: nil
    }
  }

  /// The items below which the edit changes others, and whether those below collapsed ones too.
  fileprivate var roots: (ids: [String], entersCollapsed: Bool) {
    switch self {
    case .expand(let ids, let withDescendants), .collapse(let ids, let withDescendants):
      (ids, withDescendants)
    case .move(let id, _): ([id], false)
    case .delete(let ids): (ids, true)
    case .insert, .describe: ([], false)
    }
  }
}
