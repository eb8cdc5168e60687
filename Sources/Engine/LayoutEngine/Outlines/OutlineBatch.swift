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
        editings[section]?.expand(id, withDescendants: withDescendants, sparing: edit.spared, animation)
        try countVisits(in: section)
      }
    case .collapse(let ids, let withDescendants):
      for id in ids {
        let section = try section(of: id)
        editings[section]?.collapse(id, withDescendants: withDescendants, sparing: edit.spared, animation)
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

extension OutlineEdit.Action {
  /// The ids in the edit, of new items too.
  fileprivate var names: [String] {
    switch self {
    case .expand(let ids, _), .collapse(let ids, _), .delete(let ids), .describe(let ids, _, _): ids
    case .insert(let items, let place): items.compactMap { $0.item.id } + place.names
    case .move(let id, let place): [id] + place.names
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
