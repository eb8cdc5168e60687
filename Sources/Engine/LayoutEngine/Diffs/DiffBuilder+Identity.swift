import Cancellation

/// Which elements are the same before and after a change.
extension DiffBuilder {
  /// The change of an old element, and its index path after; nil if it is deleted.
  func fate(
    of path: IndexPath, _ kind: ElementKind, isCell: Bool
  ) -> (type: UpdateDiff.ChangeType, destination: IndexPath?) {
    if isCell || before.layout.followsItem(kind, inSection: path.section) {
      let (type, to): (UpdateDiff.ChangeType, IndexPath?) =
        switch map.destination(of: before.position(ofShown: path)) {
        case .kept(let to): (.shift, to)
        case .moved(let to): (.move, to)
        case .reloaded(let to): (.reload, to)
        case .reconfigured(let to): (.reconfigure, to)
        case .deleted: (.delete, nil)
        }
      return (type, to.map(after.shown))
    }
    guard let new = map.newSection(of: path.section) else { return (.delete, nil) }
    let type: UpdateDiff.ChangeType =
      map.reloadedSections.contains(path.section)
      ? .reload : map.movedSections[path.section] != nil ? .move : .shift
    return (type, IndexPath(section: new, item: path.item))
  }

  /// The change of a new element, and its index path before; nil if it is inserted.
  func source(
    of path: IndexPath, _ kind: ElementKind, isCell: Bool
  ) -> (type: UpdateDiff.ChangeType, origin: IndexPath?) {
    if isCell || after.layout.followsItem(kind, inSection: path.section) {
      let (type, from): (UpdateDiff.ChangeType, IndexPath?) =
        switch map.origin(of: after.position(ofShown: path)) {
        case .kept(let from): (.shift, from)
        case .moved(let from): (.move, from)
        case .reloaded(let from): (.reload, from)
        case .reconfigured(let from): (.reconfigure, from)
        case .inserted: (.insert, nil)
        }
      return (type, from.map(before.shown))
    }
    let (type, old): (UpdateDiff.ChangeType, Int?) =
      switch map.origin(ofSection: path.section) {
      case .kept(let old): (.shift, old)
      case .moved(let old): (.move, old)
      case .reloaded(let old): (.reload, old)
      case .inserted: (.insert, nil)
      }
    return (type, old.map { IndexPath(section: $0, item: path.item) })
  }

  /// Whether an old element is also drawn anew: a cell, or a view that belongs to its item; nil if it is not.
  func renewal(of old: LayoutAttributes) -> UpdateDiff.Renewal? {
    let followsItem =
      old.kind == .cell || before.layout.followsItem(old.kind, inSection: old.indexPath.section)
    return followsItem ? map.renewal(of: before.position(ofShown: old.indexPath)) : nil
  }
}

extension DiffBuilder {
  /// Where the elements found after are among those found before.
  struct Origins {
    /// By the rows of the elements found after.
    var byRow: ContiguousArray<Origin>
    /// Whether an element found before is also found after, by its row. It is noted for cells alone: whether another
    /// element follows an item may differ between both layouts.
    var hasFound: ContiguousArray<Bool>
  }

  /// Where one element is among those found before.
  struct Origin {
    var type: UpdateDiff.ChangeType
    /// Its row; -1 if it was not found.
    var row: Int32
  }

  /// Finds the elements of a list among those found before.
  ///
  /// - Complexity: O(n log n) for n elements of both lists.
  func origins(of new: ElementList, in old: ElementList) -> Origins {
    var oldRows = ElementIndex.Search(of: ElementIndex(old))
    let oldKinds = new.kinds.map { old.knownCode(of: $0) }
    var found = Origins(
      byRow: ContiguousArray(repeating: Origin(type: .insert, row: -1), count: new.count),
      hasFound: ContiguousArray(repeating: false, count: old.count))
    var pace = Pace()
    for (row, record) in new.records.enumerated() {
      if pace.isOver(after: 32) { break }
      let kind = Int(truncatingIfNeeded: record.kind)
      let (type, path) = source(of: record.indexPath, new.kinds[kind], isCell: record.kind == 0)
      guard let path, let oldRow = oldRows.row(of: oldKinds[kind], path) else { continue }
      found.byRow[row] = Origin(type: type, row: Int32(truncatingIfNeeded: oldRow))
      if record.kind == 0 { found.hasFound[oldRow] = true }
    }
    return found
  }
}
