import LayoutEngine

@testable import CollectionModel

/// Sections of ids, and the items that users drag, as plain arrays: the obvious form of several movements.
struct MovementModel {
  struct Drag {
    var id: String
    /// The index path that the item would have if it were dropped.
    var proposed: IndexPath
  }

  var sections: [[String]]
  var drags: [String: Drag] = [:]

  func path(of id: String) -> IndexPath? {
    for (section, ids) in sections.enumerated() {
      if let item = ids.firstIndex(of: id) { return IndexPath(section: section, item: item) }
    }
    return nil
  }

  /// The sections as a viewport shows them.
  func shown(on viewport: String) -> [[String]] {
    guard let drag = drags[viewport] else { return sections }
    var shown = sections.map { $0.filter { $0 != drag.id } }
    shown[drag.proposed.section].insert(drag.id, at: drag.proposed.item)
    return shown
  }

  /// The index path next to another item that a dragged item would have.
  func place(of drag: Drag, nextTo id: String, by step: Int) -> IndexPath {
    let others = sections.map { $0.filter { $0 != drag.id } }
    let section = others.firstIndex { $0.contains(id) }!
    return IndexPath(section: section, item: others[section].firstIndex(of: id)! + step)
  }

  /// Changes the sections; the drags stay in front of, or behind, the same items.
  mutating func edit(to new: [[String]]) {
    let old = self
    sections = new
    for (viewport, drag) in old.drags {
      guard let home = path(of: drag.id) else {
        drags[viewport] = nil
        continue
      }
      guard drag.proposed != old.path(of: drag.id) else {
        drags[viewport]!.proposed = home
        continue
      }
      let section = drag.proposed.section
      let shown = old.shown(on: viewport)[section]
      let others = new[section].filter { $0 != drag.id }
      let item = drag.proposed.item
      let next = item + 1 < shown.count ? others.firstIndex(of: shown[item + 1]) : nil
      let last = item > 0 ? others.firstIndex(of: shown[item - 1]).map { $0 + 1 } : nil
      drags[viewport]!.proposed = IndexPath(section: section, item: next ?? last ?? min(item, others.count))
    }
  }

  /// Drops the item of a viewport where it is proposed.
  mutating func end(on viewport: String) {
    let dropped = shown(on: viewport)
    drags[viewport] = nil
    edit(to: dropped)
  }
}
