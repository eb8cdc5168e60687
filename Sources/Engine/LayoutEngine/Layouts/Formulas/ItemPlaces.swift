import Cancellation

/// The centres of items one behind the other that take as much space as they are long.
///
/// Items without sizes of their own are two numbers, however many they are. Most sections have none of these places, and no
/// more than a reference for them.
final class ItemPlaces: Sendable {
  /// Items that follow one another: evenly apart, or each with a centre of its own.
  private struct Run: Sendable {
    /// The first of its items.
    var item: Int
    var start: Double
    /// From one centre to the next, where there are no `centers`.
    var step: Double
    var centers: ContiguousArray<Double>
  }

  private let runs: ContiguousArray<Run>
  let count: Int
  /// The extents of the first and the last item along the scroll direction.
  let firstLength: Double
  let lastLength: Double
  /// Where the frame begins that reaches farthest to the start, and where the one ends that reaches farthest to the end,
  /// from the centre of the first item.
  let start: Double
  let end: Double

  /// - Parameter spacing: between the frames of neighbours, in points; below 0 they overlap. Centres are at least a point
  ///   apart.
  /// - Complexity: O(n) for n items that differ; O(1) for each run of items alike.
  init(_ items: ItemSequence, _ sizes: FormulaSizes, spacing: Double) {
    let spacing = sizes.grid.nearest(spacing)
    var runs: ContiguousArray<Run> = []
    var count = 0
    var (firstLength, lastLength) = (0.0, 0.0)
    var (start, end) = (0.0, 0.0)
    var center = 0.0
    var pace = Pace()
    /// The centre of the next item.
    func next(_ length: Double) -> Double {
      if count == 0 { firstLength = length } else { center += max(1, (lastLength + length) / 2 + spacing) }
      (lastLength, count) = (length, count + 1)
      (start, end) = (min(start, center - length / 2), max(end, center + length / 2))
      return center
    }
    items.chunks.forEachLeaf { position in
      let chunk = position.leaf
      guard chunk.count > 0 else { return true }
      var run = Run(item: count, start: 0, step: 0, centers: [])
      if chunk.isRun {
        let length = sizes.common.length
        run.step = max(1, length + spacing)
        run.start = next(length)
        center += run.step * Double(chunk.count - 1)
        count += chunk.count - 1
        end = max(end, center + length / 2)
      } else {
        for place in 0..<chunk.count { run.centers.append(next(sizes.size(of: place, in: chunk).0.length)) }
        run.start = run.centers[0]
      }
      runs.append(run)
      return !pace.isOver(after: ItemChunk.pace)
    }
    (self.runs, self.count, self.firstLength, self.lastLength) = (runs, count, firstLength, lastLength)
    (self.start, self.end) = (start, end)
  }

  /// The centre of an item, from that of the first.
  ///
  /// - Complexity: O(log c) for c chunks of items.
  subscript(item: Int) -> Double {
    let number = runs.bisect { $0.item > item } - 1
    guard number >= 0 else { return 0 }
    let run = runs[number]
    let place = item - run.item
    // A layout that is cancelled has places for some items only.
    return run.centers.isEmpty
      ? run.start + Double(place) * run.step : run.centers[min(place, run.centers.count - 1)]
  }

  /// The last item whose centre is not beyond a distance from the first's; the first if all are.
  ///
  /// - Complexity: O(log n) for n items.
  func item(before distance: Double) -> Int {
    let number = max(0, runs.bisect { $0.start > distance } - 1)
    guard number < runs.count else { return 0 }
    let run = runs[number]
    if !run.centers.isEmpty { return run.item + max(0, run.centers.bisect { $0 > distance } - 1) }
    let next = number + 1 < runs.count ? runs[number + 1].item : count
    let place = ((distance - run.start) / run.step).rounded(.down)
    return run.item + Int(clamping: min(max(place, 0), Double(next - run.item - 1)))
  }

  /// Which of several places is at a distance from the first: the number of an item, or between those of two.
  ///
  /// - Complexity: O(log n) for n items.
  func place(at distance: Double) -> Double {
    guard count > 1 else { return 0 }
    let item = min(item(before: distance), count - 2)
    let (before, after) = (self[item], self[item + 1])
    return Double(item) + (distance - before) / max(1, after - before)
  }
}
