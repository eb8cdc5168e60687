/// Finds the changes between two solved layouts, of everything or of what is visible before or after.
///
/// `diff` is the outline. Identity comes from the update map alone: cells by item, views by their section or
/// by the item that they belong to.
struct DiffBuilder {
  let before: DiffSide
  let after: DiffSide
  let map: UpdateMap
  let anchor: DiffAnchor

  /// - Complexity: O(v log n) for v visible elements of n, whatever else the change moves.
  func visibleDiff() -> UpdateDiff {
    guard let bounds = before.bounds else { return wholeDiff() }
    let old = before.layout.elements(in: bounds, visible: bounds)
    let newBounds = after.bounds ?? self.newBounds(old, bounds)
    let new = after.layout.elements(in: newBounds, visible: newBounds)
    return diff(old, new, oldBounds: bounds, newBounds: newBounds)
  }

  /// - Complexity: O(n log n) for n elements before and after.
  func wholeDiff() -> UpdateDiff {
    let old = before.layout.elements(in: nil, visible: before.bounds)
    guard let bounds = before.bounds else {
      return diff(old, after.layout.elements(in: nil, visible: nil), oldBounds: nil, newBounds: nil)
    }
    let newBounds =
      after.bounds ?? self.newBounds(before.layout.elements(in: bounds, visible: bounds), bounds)
    let new = after.layout.elements(in: nil, visible: newBounds)
    return diff(old, new, oldBounds: bounds, newBounds: newBounds)
  }

  /// Pairs what is found before with what is found after; whichever end a survivor lacks is looked up.
  private func diff(
    _ old: ElementList, _ new: ElementList, oldBounds: Rect?, newBounds: Rect?
  ) -> UpdateDiff {
    let from = oldBounds?.origin ?? .zero
    let to = newBounds?.origin ?? .zero
    let moved = Point(x: from.x - to.x, y: from.y - to.y)
    let oldRows = ElementIndex(old)
    let newRows = ElementIndex(new)
    var changes: [UpdateDiff.Change] = []
    for row in 0..<old.count {
      let initial = old[row]
      let path = ElementPath(kind: initial.kind, indexPath: initial.indexPath)
      let (type, destination) = fate(of: path)
      let final = destination.flatMap {
        newRows.attributes(of: $0) ?? after.layout.attributes(of: $0, visible: newBounds)
      }
      guard let destination, let final else {
        changes.append(disappearance(of: initial))
        continue
      }
      // What is also found after is told of in its order there.
      if newRows.row(of: destination) == nil { append(type, initial, final, to: &changes) }
    }
    for row in 0..<new.count {
      let final = new[row]
      let path = ElementPath(kind: final.kind, indexPath: final.indexPath)
      let (type, origin) = source(of: path)
      let initial = origin.flatMap {
        oldRows.attributes(of: $0) ?? before.layout.attributes(of: $0, visible: oldBounds)
      }
      if let initial {
        append(type, initial, final, to: &changes)
      } else {
        changes.append(appearance(of: final, movedBy: moved))
      }
    }
    return UpdateDiff(
      contentSize: (before.layout.contentSize, after.layout.contentSize), contentOffset: (from, to),
      changes: changes)
  }

  private func append(
    _ type: UpdateDiff.ChangeType, _ initial: LayoutAttributes, _ final: LayoutAttributes,
    to changes: inout [UpdateDiff.Change]
  ) {
    if type == .shift, initial.indexPath == final.indexPath, initial.isSame(as: final) { return }
    changes.append(
      UpdateDiff.Change(
        type: type, kind: final.kind, from: initial.indexPath, to: final.indexPath, initial: initial,
        final: final))
  }

  private func disappearance(of initial: LayoutAttributes) -> UpdateDiff.Change {
    let path = before.place(ofShown: initial.indexPath)
    let animation =
      map.deleteAnimations[path] ?? map.sectionDeleteAnimations[initial.indexPath.section] ?? .automatic
    return UpdateDiff.Change(
      type: .delete, kind: initial.kind, from: initial.indexPath, to: nil, initial: initial,
      final: animation.outside(of: initial, contentWidth: before.layout.contentSize.width))
  }

  /// What appears is shifted along with what the user sees.
  private func appearance(of final: LayoutAttributes, movedBy distance: Point) -> UpdateDiff.Change {
    let path = after.place(ofShown: final.indexPath)
    let animation =
      map.insertAnimations[path] ?? map.sectionInsertAnimations[final.indexPath.section] ?? .automatic
    var initial = animation.outside(of: final, contentWidth: after.layout.contentSize.width)
    initial.frame = initial.frame.moved(by: distance)
    return UpdateDiff.Change(
      type: .insert, kind: final.kind, from: nil, to: final.indexPath, initial: initial, final: final)
  }
}

extension DiffBuilder {
  /// What is seen after the change, by the anchor.
  fileprivate func newBounds(_ visible: ElementList, _ bounds: Rect) -> Rect {
    let offset = anchor.contentOffset(
      from: before, to: after, bounds: bounds,
      survivors: {
        // Cells first: a pinned header is always there and says nothing of what the user reads.
        for wantsCell in [true, false] {
          for row in 0..<visible.count where (visible.records[row].kind == 0) == wantsCell {
            if let pair = self.pair(of: visible[row]) { return pair }
          }
        }
        return nil
      },
      item: { path in
        let shown = before.shown(path)
        return before.layout.attributes(of: .cell(shown.section, shown.item), visible: nil).flatMap(pair)
      })
    return Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
  }

  /// An element before and after, both in their natural places.
  private func pair(of old: LayoutAttributes) -> (old: LayoutAttributes, new: LayoutAttributes)? {
    guard !old.isPinned,
      let destination = fate(of: ElementPath(kind: old.kind, indexPath: old.indexPath)).destination,
      let new = after.layout.attributes(of: destination, visible: nil)
    else { return nil }
    return (old, new)
  }

  /// What becomes of an element, and what it is called after.
  private func fate(of path: ElementPath) -> (type: UpdateDiff.ChangeType, destination: ElementPath?) {
    if before.layout.followsItem(path.kind, inSection: path.indexPath.section) {
      let (type, to): (UpdateDiff.ChangeType, IndexPath?) =
        switch map.destination(of: before.place(ofShown: path.indexPath)) {
        case .kept(let to): (.shift, to)
        case .moved(let to): (.move, to)
        case .reloaded(let to): (.reload, to)
        case .reconfigured(let to): (.reconfigure, to)
        case .deleted: (.delete, nil)
        }
      return (type, to.map { ElementPath(kind: path.kind, indexPath: after.shown($0)) })
    }
    let section = path.indexPath.section
    guard let new = map.newSection(of: section) else { return (.delete, nil) }
    let type: UpdateDiff.ChangeType =
      map.reloadedSections.contains(section) ? .reload : map.movedSections[section] != nil ? .move : .shift
    return (
      type, ElementPath(kind: path.kind, indexPath: IndexPath(section: new, item: path.indexPath.item))
    )
  }

  /// Where an element comes from, and what it was called before.
  private func source(of path: ElementPath) -> (type: UpdateDiff.ChangeType, origin: ElementPath?) {
    if after.layout.followsItem(path.kind, inSection: path.indexPath.section) {
      let (type, from): (UpdateDiff.ChangeType, IndexPath?) =
        switch map.origin(of: after.place(ofShown: path.indexPath)) {
        case .kept(let from): (.shift, from)
        case .moved(let from): (.move, from)
        case .reloaded(let from): (.reload, from)
        case .reconfigured(let from): (.reconfigure, from)
        case .inserted: (.insert, nil)
        }
      return (type, from.map { ElementPath(kind: path.kind, indexPath: before.shown($0)) })
    }
    let (type, old): (UpdateDiff.ChangeType, Int?) =
      switch map.origin(ofSection: path.indexPath.section) {
      case .kept(let old): (.shift, old)
      case .moved(let old): (.move, old)
      case .reloaded(let old): (.reload, old)
      case .inserted: (.insert, nil)
      }
    return (
      type,
      old.map { ElementPath(kind: path.kind, indexPath: IndexPath(section: $0, item: path.indexPath.item)) }
    )
  }
}

extension UpdateDiff {
  /// Where the content offset goes by an anchor; where it is, without bounds.
  ///
  /// - Complexity: O(v log n) for v visible elements of n.
  public static func contentOffset(
    from before: DiffSide, to after: DiffSide, by map: UpdateMap, anchor: DiffAnchor
  ) -> Point {
    guard let bounds = before.bounds else { return .zero }
    let builder = DiffBuilder(before: before, after: after, map: map, anchor: anchor)
    return builder.newBounds(before.layout.elements(in: bounds, visible: bounds), bounds).origin
  }

  /// What a batch changes.
  ///
  /// - Parameter visibleOnly: leaves out what is visible neither before nor after, where there are bounds.
  public static func between(
    _ before: DiffSide, and after: DiffSide, by map: UpdateMap, anchor: DiffAnchor = .automatic,
    visibleOnly: Bool
  ) -> UpdateDiff {
    let builder = DiffBuilder(before: before, after: after, map: map, anchor: anchor)
    return visibleOnly ? builder.visibleDiff() : builder.wholeDiff()
  }
}
