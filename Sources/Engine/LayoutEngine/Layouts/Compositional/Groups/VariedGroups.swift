/// Groups that differ: where each begins, in items and along the run.
struct VariedGroups: Sendable {
  private let section: Section
  private let definition: LayoutGroup
  private let room: Room
  private let grid: PixelGrid
  /// The first item of each group; one more entry than groups.
  private var firstItems: ContiguousArray<Int32> = [0]
  /// Where each group begins, and its extent.
  private var offsets: ContiguousArray<Double> = []
  private var lengths: ContiguousArray<Double> = []
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

  mutating func append(at offset: Double, length: Double, endItem: Int, nestedNumbers: [String: Int]) {
    offsets.append(offset)
    lengths.append(length)
    firstItems.append(Int32(truncatingIfNeeded: endItem))
    for (index, kind) in nestedKinds.enumerated() {
      nestedStarts[index].append(Int32(truncatingIfNeeded: nestedNumbers[kind, default: 0]))
    }
  }

  func group(_ number: Int) -> GroupRun.Placed {
    let items = Int(firstItems[number])..<Int(firstItems[number + 1])
    var solver = GroupSolver(
      grid: grid, sizes: SectionSizes(of: section, from: items.lowerBound), budget: .max)
    solver.groupNumber = number
    for (index, kind) in nestedKinds.enumerated() {
      solver.nestedNumbers[kind] = Int(nestedStarts[index][number])
    }
    // It was solved before within the budget, so it is not too large. It is empty where the computation should stop.
    let group = (try? solver.solve(definition, in: room)) ?? SolvedGroup(size: .zero)
    return GroupRun.Placed(
      group: group, number: number, offset: offsets[number], items: items.prefix(group.cells.count),
      alikeBefore: 0)
  }

  func stretch(_ number: Int) -> (offset: Double, length: Double) { (offsets[number], lengths[number]) }

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
