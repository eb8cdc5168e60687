/// Consecutive cells that shift by the same distance and the same number of items, as one change.
public struct ShiftRun: Hashable, Sendable {
  /// The old index path of the first cell.
  public var from: IndexPath
  /// The new index path of the first cell.
  public var to: IndexPath
  public var count: Int
  /// The distance in points that every cell moves.
  public var distance: Point

  /// Folds two or more consecutive shifts of cells that change nothing but their position into runs.
  ///
  /// - Returns: the changes that remain, and the runs, both in order.
  /// - Complexity: O(n) for n changes.
  public static func fold(_ changes: [UpdateDiff.Change]) -> (changes: [UpdateDiff.Change], runs: [ShiftRun])
  {
    var left: [UpdateDiff.Change] = []
    var runs: [ShiftRun] = []
    var open: (run: ShiftRun, first: UpdateDiff.Change)?
    func close() {
      guard let (run, first) = open else { return }
      if run.count > 1 { runs.append(run) } else { left.append(first) }
      open = nil
    }
    for change in changes {
      guard let run = ShiftRun(change) else {
        close()
        left.append(change)
        continue
      }
      if open?.run.isFollowed(by: run) == true {
        open!.run.count += 1
      } else {
        close()
        open = (run, change)
      }
    }
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
