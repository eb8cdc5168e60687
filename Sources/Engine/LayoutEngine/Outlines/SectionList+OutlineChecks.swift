import Diagnostics

extension SectionList {
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
