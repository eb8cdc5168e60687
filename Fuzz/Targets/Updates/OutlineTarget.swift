@testable import LayoutEngine

extension FuzzTarget {
  /// Makes batches of edits that bytes make in an outline. The section shows the items that no collapsed one hides, and the
  /// operations on its items lead there.
  static let outlines = FuzzTarget("outlines", longestInput: 600) { (input) throws(Violation) in
    var decisions = Decisions(input)
    var nextID = 0
    let made = Outline.of(decisions.tree(from: &nextID))
    guard let made else { throw Violation("parents in front of their children make no outline") }
    var section = Section(id: "s", items: made.shown)
    section.outline = made.outline
    var sections = SectionList([section, Section(id: "flat", items: ItemSequence(count: 3))])
    try sections.checkOutlines("before all edits")
    while !decisions.isSpent {
      let edits = (0...decisions.below(3)).map { _ in decisions.edit(&nextID) }
      let batch: (updates: [BatchUpdate], outlines: [Int: Outline])
      do throws(OutlineError) { batch = try sections.editing(edits) } catch {
        try promise(edits.indices.contains(error.operation), "operation \(error.operation) is wrong")
        try promise(!error.detail.isEmpty, "an error has no detail")
        continue
      }
      let updated: SectionList.Updated
      do throws(BatchError) { updated = try sections.applying(batch.updates, outlines: batch.outlines) } catch
      {
        throw Violation("the operations conflict: \(error.conflicts), of \(edits)")
      }
      try updated.map.check(from: sections, to: updated.sections)
      sections = updated.sections
      try sections.checkOutlines("after \(edits)")
    }
  }
}

extension Decisions {
  /// Items with parents in front of them.
  fileprivate mutating func tree(from nextID: inout Int) -> [OutlineItem] {
    (0...below(9)).map { index in
      defer { nextID += 1 }
      let parent = index > 0 && below(4) > 0 ? below(index) : nil
      return OutlineItem(Item(id: "\(nextID)"), under: parent, isExpanded: once(in: 2))
    }
  }

  fileprivate mutating func edit(_ nextID: inout Int) -> OutlineEdit {
    // One id more than there are.
    let limit = nextID + 1
    func ids(_ decisions: inout Decisions) -> [String] {
      (0...decisions.below(3)).map { _ in "\(decisions.below(limit))" }
    }
    let action: OutlineEdit.Action
    switch below(8) {
    case 0, 1: action = .expand(ids(&self), withDescendants: once(in: 4))
    case 2, 3: action = .collapse(ids(&self), withDescendants: once(in: 4))
    case 4: action = .insert(tree(from: &nextID), place(limit))
    case 5, 6: action = .move("\(below(limit))", place(limit))
    default: action = once(in: 2) ? .delete(ids(&self)) : .describe(ids(&self), nil, reloads: once(in: 2))
    }
    return OutlineEdit(action, animation: pick(BatchUpdate.Animation.allCases))
  }

  private mutating func place(_ limit: Int) -> OutlinePlace {
    let id = "\(below(limit))"
    switch below(5) {
    case 0: return .before(id)
    case 1: return .after(id)
    case 2: return .top(section: 0, atStart: once(in: 2))
    default: return .into(id, atStart: once(in: 2))
    }
  }
}

extension SectionList {
  /// Checks that sections with outlines show the items that no collapsed one hides, in preorder, at their levels.
  func checkOutlines(_ what: String) throws(Violation) {
    for index in outlinedSections {
      let section = self[index]
      guard let outline = section.outline else { continue }
      var shown: [(id: String, level: Int)] = []
      var (count, openLevel) = (0, 0)
      var wrong: String?
      outline.forEachItem { id, level, isExpanded, hidden in
        count += 1
        openLevel = min(openLevel, level)
        if (level == openLevel) != (hidden == nil) { wrong = id }
        guard level == openLevel else { return }
        shown.append((id, level))
        if isExpanded { openLevel = level + 1 }
      }
      try promise(wrong == nil, "\(what): \(wrong ?? "") is hidden, or not")
      try promise(count == outline.count && shown.count == outline.shownCount, "\(what): other counts")
      try promise(shown.count == section.items.count, "\(what): \(section.items.count) items are shown")
      for (place, item) in shown.enumerated() {
        let own = section.items.item(at: place)
        try promise(
          own?.id == item.id && own?.indentationLevel ?? 0 == item.level,
          "\(what): item \(place) is \(own?.id ?? "nothing") at \(own?.indentationLevel ?? 0), not \(item)")
      }
    }
  }
}
