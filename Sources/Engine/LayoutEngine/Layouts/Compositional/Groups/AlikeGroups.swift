/// Groups that are all like the first: only that one is stored.
struct AlikeGroups: Sendable {
  let group: SolvedGroup
  /// The last group, where content decides an extent and it may have fewer items than would fill it.
  let tail: SolvedGroup?
  let itemCount: Int
  /// Where the first group begins.
  let start: Double
  /// From one group's start to the next one's.
  let pitch: Double
  /// How many nested groups with views of each kind a group has.
  let nestedNumbers: [String: Int]

  private var capacity: Int { group.cells.count }

  var count: Int { itemCount == 0 ? 0 : (itemCount - 1) / max(1, capacity) + 1 }

  func offset(_ number: Int) -> Double { start + Double(number) * pitch }

  func solved(_ number: Int) -> SolvedGroup {
    if let tail, number == count - 1 { tail } else { group }
  }

  func group(_ number: Int) -> GroupRun.Placed {
    let first = number * capacity
    return GroupRun.Placed(
      group: solved(number), number: number, offset: offset(number),
      items: first..<min(itemCount, first + capacity), alikeBefore: number)
  }

  func group(of item: Int) -> Int { item / max(1, capacity) }

  func group(ofNested number: Int, kind: String) -> Int? {
    guard let each = nestedNumbers[kind], each > 0 else { return nil }
    return number / each
  }

  func groups(from lower: Double, to upper: Double) -> Range<Int> {
    guard pitch > 0 else { return 0..<count }
    // One more on each side than the division says: it rounds.
    let first = min(Double(count), max(0, (lower - start) / pitch - 1))
    let end = min(Double(count), max(0, (upper - start) / pitch + 2))
    return first < end ? Int(clamping: first)..<Int(clamping: end.rounded(.up)) : 0..<0
  }
}
