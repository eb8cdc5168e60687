/// The groups of a section, one after the other.
///
/// Where a definition leaves nothing to its content, all groups are alike and the k-th has its place at
/// once, however many there are. Where it does, the run keeps where each group begins, and solves a group
/// again when it is asked for.
struct GroupRun: Sendable {
  /// A group in its run.
  struct Placed {
    var group: SolvedGroup
    var number: Int
    /// From the run's start, along its axis.
    var offset: Double
    /// The first item, and how many there are in a group that may be only partly filled.
    var items: Range<Int>
    /// What to add to the numbers of nested groups, by kind.
    var nestedBefore: [String: Int]
  }

  enum Content: Sendable {
    case alike(SolvedGroup, pitch: Double, nestedNumbers: [String: Int])
    case varied(VariedGroups)
  }

  let axis: ScrollAxis
  let itemCount: Int
  let content: Content
  /// Up to the end of the last group.
  let length: Double
  /// The largest extent of groups across the run.
  let breadth: Double
  /// How far elements reach out of their groups: before their starts and beyond their ends along the run.
  let overhang: (before: Double, after: Double)
  /// The same across the run.
  let sideOverhang: (before: Double, after: Double)
  let notes: SolvedGroup.Notes

  /// How many groups there are.
  ///
  /// - Complexity: O(1).
  var count: Int {
    switch content {
    case .alike(let group, _, _): itemCount == 0 ? 0 : (itemCount - 1) / max(1, group.cells.count) + 1
    case .varied(let groups): groups.count
    }
  }

  /// - Complexity: O(1) where groups are alike, else O(c) for the c items of the group.
  func group(_ number: Int) -> Placed {
    switch content {
    case .alike(let group, let pitch, let nested):
      let first = number * group.cells.count
      return Placed(
        group: group, number: number, offset: Double(number) * pitch,
        items: first..<min(itemCount, first + group.cells.count),
        nestedBefore: nested.mapValues { $0 * number })
    case .varied(let groups):
      return groups.group(number)
    }
  }

  /// The number of the group that holds an item.
  ///
  /// - Complexity: O(1) where groups are alike, else O(log g) for g groups.
  func group(of item: Int) -> Int {
    switch content {
    case .alike(let group, _, _): item / max(1, group.cells.count)
    case .varied(let groups): groups.group(of: item)
    }
  }

  /// The number of the group in which the nested group with that number among those with views of a kind is.
  func group(ofNested number: Int, kind: String) -> Int? {
    switch content {
    case .alike(_, _, let nested):
      guard let each = nested[kind], each > 0 else { return nil }
      return number / each
    case .varied(let groups):
      return groups.group(ofNested: number, kind: kind)
    }
  }

  /// The groups whose elements may meet `range`, along the run.
  ///
  /// - Complexity: O(1) where groups are alike, else O(log g) for g groups.
  func groups(meeting range: ClosedRange<Double>) -> Range<Int> {
    let count = count
    guard count > 0 else { return 0..<0 }
    let lower = range.lowerBound - overhang.after
    let upper = range.upperBound + overhang.before
    switch content {
    case .alike(_, let pitch, _):
      guard pitch > 0 else { return 0..<count }
      let first = min(Double(count), max(0, lower / pitch - 1))
      let end = min(Double(count), max(0, upper / pitch + 1))
      return first < end ? Int(first)..<Int(end.rounded(.up)) : 0..<0
    case .varied(let groups):
      return groups.groups(from: lower, to: upper)
    }
  }
}

/// Groups that differ: where each begins, in items and along the run.
struct VariedGroups: Sendable {
  private let section: Section
  private let definition: LayoutGroup
  private let room: Room
  private let grid: PixelGrid
  /// The first item of each group; one more entry than groups.
  private var firstItems: ContiguousArray<Int32> = [0]
  /// Where each group begins.
  private(set) var offsets: ContiguousArray<Double> = []
  /// The kinds of views that nested groups have, and how many such groups come before each group.
  private let nestedKinds: [String]
  private var nestedStarts: [ContiguousArray<Int32>]

  init(section: Section, definition: LayoutGroup, room: Room, grid: PixelGrid) {
    self.section = section
    self.definition = definition
    self.room = room
    self.grid = grid
    nestedKinds = Array(definition.nestedKinds).sorted()
    nestedStarts = Array(repeating: [0], count: nestedKinds.count)
  }

  var count: Int { offsets.count }

  mutating func append(at offset: Double, endItem: Int, nestedNumbers: [String: Int]) {
    offsets.append(offset)
    firstItems.append(Int32(truncatingIfNeeded: endItem))
    for (index, kind) in nestedKinds.enumerated() {
      nestedStarts[index].append(Int32(truncatingIfNeeded: nestedNumbers[kind, default: 0]))
    }
  }

  func group(_ number: Int) -> GroupRun.Placed {
    let items = Int(firstItems[number])..<Int(firstItems[number + 1])
    var solver = GroupSolver(grid: grid, sizes: SectionSizes(of: section, from: items.lowerBound), budget: .max)
    solver.groupNumber = number
    for (index, kind) in nestedKinds.enumerated() {
      solver.nestedNumbers[kind] = Int(nestedStarts[index][number])
    }
    // It was solved before, so it is not too large.
    let group = (try? solver.solve(definition, in: room)) ?? SolvedGroup(size: .zero)
    return GroupRun.Placed(
      group: group, number: number, offset: offsets[number], items: items, nestedBefore: [:])
  }

  func group(of item: Int) -> Int { (firstItems.bisect { Int($0) > item } - 1).clampedToZero }

  func group(ofNested number: Int, kind: String) -> Int? {
    guard let index = nestedKinds.firstIndex(of: kind) else { return nil }
    return (nestedStarts[index].bisect { Int($0) > number } - 1).clampedToZero
  }

  func groups(from lower: Double, to upper: Double) -> Range<Int> {
    let first = (offsets.bisect { $0 > lower } - 1).clampedToZero
    let end = offsets.bisect { $0 > upper }
    return first < end ? first..<end : 0..<0
  }
}

extension LayoutGroup {
  /// The kinds of views that groups inside this one have.
  public var nestedKinds: Set<String> {
    var kinds: Set<String> = []
    for case .group(let group) in members {
      kinds.formUnion(group.supplementaryItems.map(\.kind))
      kinds.formUnion(group.nestedKinds)
    }
    return kinds
  }

  /// The kinds of views that items have.
  public var itemKinds: Set<String> {
    members.reduce(into: []) { kinds, member in
      switch member {
      case .item(let item): kinds.formUnion(item.supplementaryItems.map(\.kind))
      case .group(let group): kinds.formUnion(group.itemKinds)
      }
    }
  }
}
