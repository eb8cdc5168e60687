import Diagnostics

/// Makes a batch of edits in the outlines of a collection.
struct OutlineBatch {
  private let sections: SectionList
  /// The sections of the items that the batch names, before it.
  private let homes: [String: Found<Int>]
  /// The sections of the items that the batch has inserted so far.
  private var newHomes: [String: Int] = [:]
  /// The sections that the batch has named so far.
  private(set) var editings: [Int: OutlineEditing] = [:]
  /// The edit that is being made.
  private var operation = 0
  /// How often the edits so far have come to an item.
  private var visits = 0
  /// How often the edits of a batch may come to an item: one after the other they may come to all of them each time.
  private let mostVisits: Int

  init(_ sections: SectionList, for edits: [OutlineEdit]) {
    self.sections = sections
    homes = sections.homes(of: Set(edits.flatMap { $0.action.names }))
    mostVisits = 1_000_000 + 8 * min(sections.storedItemCount, 100_000_000)
  }

  mutating func make(_ edits: [OutlineEdit]) throws(OutlineError) {
    for (index, edit) in edits.enumerated() {
      operation = index
      try make(edit)
    }
  }

  private mutating func make(_ edit: OutlineEdit) throws(OutlineError) {
    let animation = edit.animation
    switch edit.action {
    case .expand(let ids, let withDescendants):
      for id in ids {
        let section = try section(of: id)
        editings[section]?.expand(id, withDescendants: withDescendants, animation)
        try countVisits(in: section)
      }
    case .collapse(let ids, let withDescendants):
      for id in ids {
        let section = try section(of: id)
        editings[section]?.collapse(id, withDescendants: withDescendants, animation)
        try countVisits(in: section)
      }
    case .insert(let items, let place):
      try check(items)
      let (section, parent, next) = try resolve(place)
      editings[section]?.insert(items, under: parent, before: next, animation)
      for new in items { if let id = new.item.id { newHomes[id] = section } }
    case .move(let id, let place): try move(id, to: place, animation)
    case .delete(let ids):
      var sections: [Int] = []
      for id in ids { sections.append(try section(of: id)) }
      // A descendant of another one of the list is gone by then.
      for (id, section) in zip(ids, sections) where editings[section]?.outline.contains(id) == true {
        editings[section]?.delete(id, animation)
        try countVisits(in: section)
      }
    case .describe(let ids, let items, let reloads):
      for (index, id) in ids.enumerated() {
        let item = items.flatMap { index < $0.count ? $0[index] : nil }
        if let item, item.id != id { throw error("a new description of item \(quoted(id)) has its id too") }
        try checkLevel(of: item)
        editings[try section(of: id)]?.describe(id, as: item, reloads: reloads)
      }
    }
  }

  private mutating func move(
    _ id: String, to place: OutlinePlace, _ animation: BatchUpdate.Animation
  ) throws(OutlineError) {
    let own = try section(of: id)
    let (section, parent, next) = try resolve(place)
    guard section == own else {
      throw error("item \(quoted(id)) cannot move from the outline of section \(own) to section \(section)")
    }
    if next == id, case .before = place { throw error("an item cannot move next to itself") }
    if case .after(id) = place { throw error("an item cannot move next to itself") }
    if let parent, editings[section]?.isInside(parent, id) == true {
      throw error("item \(quoted(id)) cannot move under itself or one of its descendants")
    }
    editings[section]?.move(id, to: place, animation)
    try countVisits(in: section)
  }

  /// The section of a place, the parent there and the child behind it.
  private mutating func resolve(
    _ place: OutlinePlace
  ) throws(OutlineError) -> (section: Int, parent: String?, next: String?) {
    let section: Int
    switch place {
    case .before(let id), .after(let id): section = try self.section(of: id)
    case .into(let id, _): section = try self.section(of: id, makesOutlines: true)
    case .top(let number, _): section = try begin(number, makesOutlines: false)
    }
    guard let (parent, next) = editings[section]?.outline.resolve(place) else {
      throw error("the place is not there")
    }
    return (section, parent, next)
  }

  /// Returns the section in whose outline an item is.
  ///
  /// - Parameter makesOutlines: whether a section without an outline gets one.
  /// - Complexity: O(log n) for n items.
  private mutating func section(
    of id: String, makesOutlines: Bool = false
  ) throws(OutlineError) -> Int {
    if let section = newHomes[id], editings[section]?.outline.contains(id) == true { return section }
    guard case .one(let section) = homes[id] else {
      throw error("no item has the id \(quoted(id)) before the update")
    }
    guard let editing = editings[section] else { return try begin(section, makesOutlines: makesOutlines) }
    guard editing.outline.contains(id) else {
      throw error("another operation of the batch deletes item \(quoted(id))")
    }
    return section
  }

  /// Begins to edit the outline of a section, and returns its number.
  private mutating func begin(_ section: Int, makesOutlines: Bool) throws(OutlineError) -> Int {
    if editings[section] != nil { return section }
    let value = sections[section]
    var outline = value.outline
    if outline == nil {
      guard makesOutlines else {
        throw error(
          "section \(section) has no outline: no item of it has had a parent or \"isExpanded\"; change its items "
            + "by a request of their own")
      }
      outline = Outline(flat: value.items)
    }
    guard let outline else {
      throw error(
        "section \(section) cannot get an outline: an item of it has no id, or that of another item, or an "
          + "\"indentationLevel\"")
    }
    editings[section] = OutlineEditing(outline, of: section, in: sections)
    return section
  }

  /// Checks new items: ids that no other item has, and no levels of their own.
  private func check(_ items: [OutlineItem]) throws(OutlineError) {
    var ids: Set<String> = []
    for new in items {
      guard let id = new.item.id else { throw error("an item of an outline has an id") }
      try checkLevel(of: new.item)
      guard ids.insert(id).inserted else {
        throw error("the operation gives another item the id \(quoted(id))")
      }
      let isNew = newHomes[id].map { editings[$0]?.outline.contains(id) != true } ?? true
      guard homes[id] == nil, isNew else {
        throw error("the collection has an item with the id \(quoted(id))")
      }
    }
  }

  private func checkLevel(of item: Item?) throws(OutlineError) {
    if item?.indentationLevel != nil {
      throw error("an item of an outline has the level of its place, and no \"indentationLevel\"")
    }
  }

  private mutating func countVisits(in section: Int) throws(OutlineError) {
    visits += editings[section]?.takeVisits() ?? 0
    guard visits <= mostVisits else {
      throw error("the batch shows, hides or moves the same items too often; divide it")
    }
  }

  private func quoted(_ id: String) -> String { "\"\(id.shortened(to: 60))\"" }

  private func error(_ detail: String) -> OutlineError { OutlineError(operation, detail) }
}

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
  ///   that of finding the ids, all together; O(d log n) more for a move or an insertion at level d. A section that gets an outline
  ///   costs O(m log m) for its m items.
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

  /// Rejects a batch by index paths that changes the items of an outline, or gives a new item the id of a hidden one.
  ///
  /// - Complexity: O(1) if no section has an outline; else that of finding the ids of new items in outlines.
  package func checkOutlines(_ updates: [BatchUpdate], _ updated: Updated) throws(OutlineError) {
    guard hasOutlines || updated.sections.hasOutlines else { return }
    try updated.sections.checkHiddenIDs(updates)
    for (section, _) in updated.itemEdits where self[section].outline != nil {
      throw OutlineError(
        updates.firstIndex {
          $0.action.changesItems(ofOld: section, new: updated.map.newSection(of: section))
        }
          ?? 0,
        "section \(section) has an outline: name its items by \"ids\" and \"id\", and places by \"before\", \"after\" "
          + "and \"into\"")
    }
    for section in updated.replacedSections {
      let value = updated.sections[section]
      guard let outline = value.outline, outline.shownCount != value.items.count else { continue }
      throw OutlineError(
        updates.firstIndex { $0.action.changesItems(ofOld: nil, new: section) } ?? 0,
        "section \(section) has an outline: give it its items with the section")
    }
  }
}

extension SectionList {
  /// Rejects a batch, which has led to these sections, if it gives an id to a hidden item and to another one.
  private func checkHiddenIDs(_ updates: [BatchUpdate]) throws(OutlineError) {
    let news = updates.map { $0.action.newIDs }
    let ids = Set(news.flatMap { $0.shown + $0.hidden })
    guard !ids.isEmpty else { return }
    var hiddenCounts: [String: Int] = [:]
    for section in outlinedSections {
      guard let outline = self[section].outline else { continue }
      outline.forEachItem(among: ids) { if outline.isHidden($0) { hiddenCounts[$0, default: 0] += 1 } }
    }
    let hidden = news.flatMap { $0.hidden }
    let shown = Set(zip(hidden, paths(ofItems: hidden)).filter { $1 != .nothing }.map { $0.0 })
    for (operation, new) in news.enumerated() {
      for id in new.hidden where shown.contains(id) {
        throw OutlineError(
          operation, "the collection has an item with the id of a hidden one, \"\(id.shortened(to: 60))\"")
      }
      for (ids, most) in [(new.shown, 0), (new.hidden, 1)] {
        for id in ids where hiddenCounts[id, default: 0] > most {
          throw OutlineError(
            operation, "the collection has a hidden item with the id \"\(id.shortened(to: 60))\"")
        }
      }
    }
  }
}

extension OutlineEdit.Action {
  /// The ids in the edit, of new items too.
  fileprivate var names: [String] {
    switch self {
    case .expand(let ids, _), .collapse(let ids, _), .delete(let ids), .describe(let ids, _, _): ids
    case .insert(let items, let place): items.compactMap { $0.item.id } + place.names
    case .move(let id, let place): [id] + place.names
    }
  }

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

extension OutlinePlace {
  fileprivate var names: [String] {
    switch self {
    case .before(let id), .after(let id), .into(let id, _): [id]
    case .top: []
    }
  }
}

extension BatchUpdate.Action {
  /// The ids that the operation gives to items, to hidden ones apart.
  fileprivate var newIDs: (shown: [String], hidden: [String]) {
    switch self {
    case .insertItems(_, let items), .reloadItems(_, let items?), .reconfigureItems(_, let items?):
      return (items.compactMap { $0.id }, [])
    case .insertSections(_, let sections), .reloadSections(_, let sections):
      var (shown, hidden): ([String], [String]) = ([], [])
      for section in sections {
        section.items.forEachID { shown.append($1) }
        section.outline?.forEachItem { id, _, _, item in if item != nil { hidden.append(id) } }
      }
      return (shown, hidden)
    default: return ([], [])
    }
  }

  /// Whether the operation changes items of a section, given by its number before and after the batch.
  fileprivate func changesItems(ofOld old: Int?, new: Int?) -> Bool {
    switch self {
    case .deleteItems(let paths): paths.contains { $0.section == old }
    case .reloadItems(let paths, let items), .reconfigureItems(let paths, let items):
      items != nil && paths.contains { $0.section == old }
    case .insertItems(let paths, _): paths.contains { $0.section == new }
    case .moveItem(let from, let to): from.section == old || to.section == new
    default: false
    }
  }
}
