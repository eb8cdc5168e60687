/// Consecutive cells that shift by the same distance and the same number of items, as one change.
public struct ShiftRun: Hashable, Sendable {
  /// The old index path of the first cell.
  public var from: IndexPath
  /// The new index path of the first cell.
  public var to: IndexPath
  /// The number of cells.
  public var count: Int
  /// The distance in points that every cell moves.
  public var distance: Point

  /// Folds two or more consecutive shifts of cells that change nothing but their position into runs.
  ///
  /// - Parameter known: shifts of consecutive cells that are not in `changes`, each with the change of its first cell, in
  ///   the order of their new positions.
  /// - Returns: the changes that remain, and the runs, both in order.
  /// - Complexity: O(n) for n changes and runs.
  static func fold(
    _ changes: [UpdateDiff.Change], and known: [(change: UpdateDiff.Change, count: Int)] = []
  ) -> (changes: [UpdateDiff.Change], runs: [ShiftRun]) {
    var left: [UpdateDiff.Change] = []
    var runs: [ShiftRun] = []
    var open: (run: ShiftRun, first: UpdateDiff.Change)?
    func close() {
      guard let (run, first) = open else { return }
      if run.count > 1 { runs.append(run) } else { left.append(first) }
      open = nil
    }
    func take(_ change: UpdateDiff.Change, _ count: Int) {
      guard var run = ShiftRun(change) else {
        close()
        left.append(change)
        return
      }
      if open?.run.isFollowed(by: run) == true {
        open!.run.count += count
      } else {
        close()
        run.count = count
        open = (run, change)
      }
    }
    var next = 0
    for change in changes {
      while next < known.count, known[next].change.isListed(before: change) {
        take(known[next].change, known[next].count)
        next += 1
      }
      take(change, 1)
    }
    for (change, count) in known[next...] { take(change, count) }
    close()
    return (left, runs)
  }

  private init?(_ change: UpdateDiff.Change) {
    guard change.type == .shift, change.kind == .cell, let from = change.from, let to = change.to,
      change.initial.frame.size == change.final.frame.size,
      change.initial.appearance == change.final.appearance,
      change.initial.isEstimated == change.final.isEstimated
    else { return nil }
    self.from = from
    self.to = to
    count = 1
    distance = Point(
      x: change.final.frame.x - change.initial.frame.x, y: change.final.frame.y - change.initial.frame.y)
  }

  private func isFollowed(by next: ShiftRun) -> Bool {
    next.from == IndexPath(section: from.section, item: from.item + count)
      && next.to == IndexPath(section: to.section, item: to.item + count)
      && abs(next.distance.x - distance.x) < 1e-6 && abs(next.distance.y - distance.y) < 1e-6
  }
}

extension UpdateDiff.Change {
  /// Whether the change of a cell comes before another one in the order of the wire.
  fileprivate func isListed(before other: UpdateDiff.Change) -> Bool {
    // Elements that disappear come first.
    guard let to, let others = other.to else { return false }
    switch other.kind {
    case .cell: return to < others
    case .header, .tableHeader: return to.section < others.section
    case .tableFooter: return true
    default: return to.section <= others.section
    }
  }
}
