import CollectionModel
import LayoutEngine

/// Carries the keys of a window along by the changes of a diff.
struct WindowFollower {
  private let had: KeyedWindow
  private let index: ElementIndex
  private let changes: [UpdateDiff.Change]
  private let movement: Movement?
  private(set) var keys: KeySource

  private(set) var newKeys: ContiguousArray<Int32>
  private(set) var rows: [Delta.Row] = []
  private(set) var gone: [Delta.Gone] = []
  /// The element that the user drags after the changes.
  private(set) var held: (key: Int32, item: LayoutAttributes)?
  /// Whether an element of the window before has been followed, by its row.
  private var isFollowed: ContiguousArray<Bool>

  /// - Parameter movement: the movement of an item in the viewport after the changes.
  init(
    _ had: KeyedWindow, _ index: ElementIndex, _ changes: [UpdateDiff.Change], _ movement: Movement?,
    _ keys: KeySource
  ) {
    self.had = had
    self.index = index
    self.changes = changes
    self.movement = movement
    self.keys = keys
    newKeys = ContiguousArray(repeating: 0, count: index.list.count)
    isFollowed = ContiguousArray(repeating: false, count: had.list.count)
  }

  /// - Complexity: O(n log n) for n elements of both windows.
  mutating func follow() {
    var heldKey = had.held?.key
    if let movement {
      // The item is dragged from where the page has it.
      let key = heldKey ?? had.key(of: .cell, at: movement.origin) ?? keys.next()
      heldKey = key
      held = (key, movement.shownItem)
    }
    for number in changes.indices { take(Step(of: changes, number), number, heldKey) }
    followOthers()
    let stays = held?.key
    for row in had.list.records.indices where !isFollowed[row] && had.keys[row] != stays {
      // An element that no change names is outside of the window.
      gone.append(Delta.Gone(key: had.keys[row]))
    }
    // Mostly, changes are in the order of the window.
    for place in rows.indices.dropFirst() where rows[place].row < rows[place - 1].row {
      rows.sort { $0.row < $1.row }
      break
    }
  }

  private mutating func take(_ change: Step, _ number: Int, _ heldKey: Int32?) {
    let old = oldKey(of: change, heldKey)
    guard change.presence != .disappears, let to = change.to, let row = index.row(of: change.kind, at: to)
    else {
      if let old { gone.append(Delta.Gone(key: old, change: number)) }
      return
    }
    let key = old ?? keys.next()
    newKeys[row] = key
    var flags: UInt16 = old == nil ? Waist.RowFlag.new.bit : 0
    let isFilled = old == nil || change.isRenewed
    if isFilled { flags |= Waist.RowFlag.filled.bit }
    rows.append(Delta.Row(row: row, key: key, flags: flags, change: number))
  }

  /// The key that the element of a change had; nil if the page did not have it.
  private mutating func oldKey(of change: Step, _ heldKey: Int32?) -> Int32? {
    guard let from = change.from, change.presence != .appears else { return nil }
    if change.kind == .cell, let held = had.held, held.path == from {
      if let row = index(ofOld: change.kind, from) { isFollowed[row] = true }
      return heldKey
    }
    guard let row = index(ofOld: change.kind, from), !isFollowed[row] else { return nil }
    isFollowed[row] = true
    return had.keys[row]
  }

  private func index(ofOld kind: ElementKind, _ path: IndexPath) -> Int? { had.index.row(of: kind, at: path) }

  /// Gives the elements that no change names the keys of those that were at their index paths.
  private mutating func followOthers() {
    let pairs = index.pairs(with: had.index)
    for row in newKeys.indices where newKeys[row] == 0 {
      let record = index.list.records[row]
      if let held, record.kind == 0, record.indexPath == movement?.proposed {
        newKeys[row] = held.key
        continue
      }
      let oldRow = Int(truncatingIfNeeded: pairs.others[row])
      if oldRow >= 0, !isFollowed[oldRow] {
        isFollowed[oldRow] = true
        newKeys[row] = had.keys[oldRow]
        continue
      }
      newKeys[row] = keys.next()
      let flags = Waist.RowFlag.new.bit | Waist.RowFlag.filled.bit
      rows.append(Delta.Row(row: row, key: newKeys[row], flags: flags))
    }
  }
}

extension WindowFollower {
  /// Where a change leads an element: what keys need of it, without its attributes, which are large.
  private struct Step {
    let kind: ElementKind
    let from: IndexPath?
    let to: IndexPath?
    let presence: UpdateDiff.Presence
    let isRenewed: Bool

    init(of changes: [UpdateDiff.Change], _ number: Int) {
      let changes = changes.span
      kind = changes[number].kind
      from = changes[number].from
      to = changes[number].to
      presence = changes[number].presence
      let type = changes[number].type
      isRenewed = type == .reload || type == .reconfigure || changes[number].renewal != nil
    }
  }
}

/// Finds the keys of a window that is read anew.
struct KeyFinder {
  private let had: KeyedWindow?
  private(set) var keys: KeySource
  private let sections: SectionList

  private(set) var newKeys: ContiguousArray<Int32> = []
  private(set) var rows: [Delta.Row] = []
  private(set) var gone: [Delta.Gone] = []
  private(set) var held: (key: Int32, item: LayoutAttributes)?

  init(_ had: KeyedWindow?, _ keys: KeySource, of sections: SectionList) {
    self.had = keys.last == 0 ? nil : had
    self.keys = keys
    self.sections = sections
    // Keys that begin anew are those of other elements.
    if keys.last == 0 { gone = had?.keys.map { Delta.Gone(key: $0) } ?? [] }
  }

  /// - Complexity: O(n log n) for n elements of both windows.
  mutating func find(_ index: ElementIndex, _ movement: Movement?) {
    let list = index.list
    let known = keysByID()
    let pairs = had.map { index.pairs(with: $0.index) }
    var oldIDs = had.map { ItemIDs(of: $0.sections) }
    var ids = ItemIDs(of: sections)
    var taken: Set<Int32> = []
    if let movement { hold(movement, &taken) }
    newKeys = ContiguousArray(repeating: 0, count: list.count)
    for row in list.records.indices {
      let record = list.records[row]
      let path = record.indexPath
      if let held, record.kind == 0, path == movement?.proposed {
        newKeys[row] = held.key
        continue
      }
      var key = record.kind == 0 ? ids[path.section, path.item].flatMap { known[$0] } : nil
      if key == nil, let had, let pairs {
        let oldRow = Int(truncatingIfNeeded: pairs.others[row])
        if oldRow >= 0, record.kind != 0 || oldIDs?[path.section, path.item] == nil { key = had.keys[oldRow] }
      }
      if let found = key, !taken.insert(found).inserted { key = nil }
      var flags = Waist.RowFlag.filled.bit
      if key == nil { flags |= Waist.RowFlag.new.bit }
      newKeys[row] = key ?? keys.next()
      rows.append(Delta.Row(row: row, key: newKeys[row], flags: flags))
    }
    for key in had?.keys ?? [] where !taken.contains(key) { gone.append(Delta.Gone(key: key)) }
  }

  private mutating func hold(_ movement: Movement, _ taken: inout Set<Int32>) {
    let key = had?.held?.key ?? had?.key(of: .cell, at: movement.origin) ?? keys.next()
    taken.insert(key)
    held = (key, movement.shownItem)
  }

  private func keysByID() -> [String: Int32] {
    guard let had else { return [:] }
    var known: [String: Int32] = [:]
    var ids = ItemIDs(of: had.sections)
    for (row, record) in had.list.records.enumerated() where record.kind == 0 {
      let path = record.indexPath
      if let id = ids[path.section, path.item] { known[id] = had.keys[row] }
    }
    return known
  }
}

extension Movement {
  /// The dragged item, at the index path at which the viewport shows it.
  fileprivate var shownItem: LayoutAttributes {
    var item = item
    item.indexPath = proposed
    return item
  }
}
