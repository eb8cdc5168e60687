import Cancellation

/// Finds the changes between two solved layouts: of all elements, or of those visible before or after.
///
/// `diff` is the outline. The update map alone identifies elements: cells by item, views by their section or by the item
/// that they belong to.
struct DiffBuilder {
  let before: DiffSide
  let after: DiffSide
  let map: UpdateMap

  /// The changes of elements that the client has before or after.
  ///
  /// - Complexity: O(v log n) for v elements of n in the window, whatever else the change moves.
  func visibleDiff() -> UpdateDiff {
    guard let bounds = before.bounds else { return wholeDiff() }
    let old = before.elements(around: bounds)
    let newBounds = after.bounds ?? bounds
    let new = after.elements(around: newBounds)
    let window = ElementIndex(new)
    var diff = diff(old, window, oldBounds: bounds, newBounds: newBounds, notesPresence: true)
    diff.window = window
    return diff
  }

  /// The changes of all elements.
  ///
  /// - Complexity: O(n log n) for n elements before and after.
  func wholeDiff() -> UpdateDiff { wholeDiff(except: []) }

  /// The changes of all elements, with the shifts of consecutive cells folded into runs.
  ///
  /// - Complexity: that of `wholeDiff`, but the cells that both layouts share count as one for each stretch of them.
  func foldedDiff() -> UpdateDiff {
    let isDisplaced = before.displacement != nil || after.displacement != nil
    let shared = isDisplaced ? [] : after.layout.sharedCells(with: before.layout, by: map)
    var diff = wholeDiff(except: shared)
    let shifts = shared.compactMap { cells in shift(of: cells).map { (change: $0, count: cells.count) } }
    let folded = ShiftRun.fold(diff.changes, and: shifts)
    (diff.changes, diff.runs) = (folded.changes, folded.runs)
    return diff
  }

  /// The changes of all elements but some cells.
  private func wholeDiff(except shared: [SharedCells]) -> UpdateDiff {
    let (skippedOld, skippedNew) = (shared.ranges { $0.from }, shared.ranges { $0.to })
    func elements(_ side: DiffSide, _ skipped: [Int: [Range<Int>]], visible: Rect?) -> ElementList {
      skipped.isEmpty
        ? side.layout.elements(in: nil, visible: visible)
        : side.layout.elements(except: skipped, visible: visible)
    }
    let old = elements(before, skippedOld, visible: before.bounds)
    guard let bounds = before.bounds else {
      let new = ElementIndex(elements(after, skippedNew, visible: nil))
      return diff(old, new, oldBounds: nil, newBounds: nil)
    }
    let newBounds = after.bounds ?? bounds
    let new = ElementIndex(elements(after, skippedNew, visible: newBounds))
    return diff(old, new, oldBounds: bounds, newBounds: newBounds)
  }

  /// The change of the first of some shared cells; nil if it does not move.
  private func shift(of cells: SharedCells) -> UpdateDiff.Change? {
    guard
      let initial = before.layout.attributes(of: .cell(cells.from.section, cells.from.item), visible: nil),
      let final = after.layout.attributes(of: .cell(cells.to.section, cells.to.item), visible: nil)
    else { return nil }
    var changes: [UpdateDiff.Change] = []
    append(.shift, initial, final, .stays, to: &changes)
    return changes.first
  }

  /// Pairs the elements found before with those found after; looks up the missing end of an element found on one side
  /// only.
  private func diff(
    _ old: ElementList, _ newIndex: ElementIndex, oldBounds: Rect?, newBounds: Rect?,
    notesPresence: Bool = false
  ) -> UpdateDiff {
    let new = newIndex.list
    let from = oldBounds?.origin ?? .zero
    let to = newBounds?.origin ?? .zero
    let moved = Point(x: from.x - to.x, y: from.y - to.y)
    let origins = origins(of: new, in: old)
    var newRows = ElementIndex.Search(of: newIndex)
    let newKinds = old.kinds.map { new.knownCode(of: $0) }
    var changes: [UpdateDiff.Change] = []
    // About a viewport: a change is large, and else all are copied again and again while the list grows to that.
    changes.reserveCapacity(min(new.count, 64))
    var pace = Pace()
    // An element that is also found after is listed in its order there.
    for row in 0..<old.count where !origins.hasFound[row] {
      if pace.isOver(after: 64) { break }
      let record = old.records[row]
      let kind = Int(truncatingIfNeeded: record.kind)
      let (type, destination) = fate(of: record.indexPath, old.kinds[kind], isCell: record.kind == 0)
      if let destination, newRows.row(of: newKinds[kind], destination) != nil { continue }
      guard let destination,
        let final = after.layout.attributes(
          of: ElementPath(kind: old.kinds[kind], indexPath: destination), visible: newBounds)
      else {
        changes.append(disappearance(of: old[row]))
        continue
      }
      append(type, old[row], final, notesPresence ? .disappears : .stays, to: &changes)
    }
    for row in 0..<new.count {
      if pace.isOver(after: 64) { break }
      let (record, origin) = (new.records[row], origins.byRow[row])
      if origin.row >= 0 {
        let oldRow = Int(truncatingIfNeeded: origin.row)
        // Most elements of a window stay as they are: no attributes are made of them.
        let isSame = old.records[oldRow].key == record.key && old.isSame(oldRow, as: new, row)
        if origin.type == .shift, isSame { continue }
        changes.append(change(origin.type, old[oldRow], new[row], .stays))
        continue
      }
      let kind = new.kinds[Int(truncatingIfNeeded: record.kind)]
      let (type, path) = source(of: record.indexPath, kind, isCell: record.kind == 0)
      let initial = path.flatMap {
        before.layout.attributes(of: ElementPath(kind: kind, indexPath: $0), visible: oldBounds)
      }
      if let initial {
        append(type, initial, new[row], notesPresence ? .appears : .stays, to: &changes)
      } else {
        changes.append(appearance(of: new[row], movedBy: moved))
      }
    }
    return UpdateDiff(
      contentSize: (before.layout.contentSize, after.layout.contentSize), contentOffset: (from, to),
      orthogonalOffsets: orthogonalOffsets, changes: changes)
  }

  /// The sections that are scrolled across by another distance than before.
  private var orthogonalOffsets: [(section: Int, from: Double, to: Double)] {
    let (old, new) = (before.orthogonalOffsets, after.orthogonalOffsets)
    let sections = old.all.compactMap { map.newSection(of: $0.section) } + new.all.map { $0.section }
    return Set(sections).sorted().compactMap { section in
      let from = map.oldSection(of: section).map { old[$0] } ?? 0
      return from == new[section] ? nil : (section, from, new[section])
    }
  }

  private func append(
    _ type: UpdateDiff.ChangeType, _ initial: LayoutAttributes, _ final: LayoutAttributes,
    _ presence: UpdateDiff.Presence, to changes: inout [UpdateDiff.Change]
  ) {
    if type == .shift, presence == .stays, initial.indexPath == final.indexPath, initial.isSame(as: final) {
      return
    }
    changes.append(change(type, initial, final, presence))
  }

  private func change(
    _ type: UpdateDiff.ChangeType, _ initial: consuming LayoutAttributes, _ final: consuming LayoutAttributes,
    _ presence: UpdateDiff.Presence
  ) -> UpdateDiff.Change {
    let renewal = type == .move ? renewal(of: initial) : nil
    let (kind, from, to) = (final.kind, initial.indexPath, final.indexPath)
    return UpdateDiff.Change(
      type: type, kind: kind, from: from, to: to, initial: initial, final: final, presence: presence,
      renewal: renewal)
  }

  private func disappearance(of initial: LayoutAttributes) -> UpdateDiff.Change {
    let path = before.position(ofShown: initial.indexPath)
    let animation =
      map.deleteAnimations[path] ?? map.sectionDeleteAnimations[initial.indexPath.section] ?? .automatic
    return UpdateDiff.Change(
      type: .delete, kind: initial.kind, from: initial.indexPath, to: nil, initial: initial,
      final: animation.hidden(initial, contentWidth: before.layout.contentSize.width))
  }

  /// The change of an element that appears: it starts shifted along with the visible content.
  private func appearance(of final: LayoutAttributes, movedBy distance: Point) -> UpdateDiff.Change {
    let path = after.position(ofShown: final.indexPath)
    let animation =
      map.insertAnimations[path] ?? map.sectionInsertAnimations[final.indexPath.section] ?? .automatic
    var initial = animation.hidden(final, contentWidth: after.layout.contentSize.width)
    initial.frame = initial.frame.moved(by: distance).moved(by: distanceAcross(of: final))
    return UpdateDiff.Change(
      type: .insert, kind: final.kind, from: nil, to: final.indexPath, initial: initial, final: final)
  }
}

extension DiffBuilder {
  /// How far scrolling across moves the neighbours of an element that appears.
  private func distanceAcross(of element: LayoutAttributes) -> Point {
    let section = element.indexPath.section
    let new = after.layout.orthogonalShift(ofSection: section)
    let old = map.oldSection(of: section).map { before.layout.orthogonalShift(ofSection: $0) } ?? .zero
    guard new != old, element.kind == .cell || after.layout.followsItem(element.kind, inSection: section)
    else { return .zero }
    return Point(x: new.x - old.x, y: new.y - old.y)
  }
}

extension UpdateDiff {
  /// The difference between both sides of a change.
  ///
  /// - Parameters:
  ///   - map: the map of the batch between both sides.
  ///   - visibleOnly: whether to leave out elements that the client has neither before nor after: those outside of its
  ///     bounds with their overscan. Without bounds before, the difference has all elements.
  ///   - foldsRuns: whether to fold the shifts of consecutive cells into runs, if the difference has all elements.
  /// - Complexity: O(v log n) for v elements of n in the window; O(n log n) for all. With runs, the rows of a list that
  ///   the batch did not change cost nothing: O(s + (k c + r) log n) for s sections, k changed chunks of c rows, and r
  ///   runs.
  public static func between(
    _ before: DiffSide, and after: DiffSide, by map: UpdateMap, visibleOnly: Bool, foldsRuns: Bool = false
  ) -> UpdateDiff {
    let builder = DiffBuilder(before: before, after: after, map: map)
    if visibleOnly { return builder.visibleDiff() }
    return foldsRuns ? builder.foldedDiff() : builder.wholeDiff()
  }
}
