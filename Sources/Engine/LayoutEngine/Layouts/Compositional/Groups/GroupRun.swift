/// The groups of a section, one after the other.
///
/// Where a definition leaves nothing to its content, all groups are alike and the k-th has its place at once, however
/// many there are. Where it does, the run keeps where each group begins, and solves a group again when it is asked for.
struct GroupRun: Sendable {
  /// A group in its run.
  struct Placed {
    var group: SolvedGroup
    var number: Int
    /// From the run's start, along its axis.
    var offset: Double
    /// The first item, and how many there are in a group that may be only partly filled.
    var items: Range<Int>
    /// How many groups like it come before, which number their nested groups from zero as it does.
    var alikeBefore: Int
  }

  enum Content: Sendable {
    case alike(AlikeGroups)
    case varied(VariedGroups)
  }

  let axis: ScrollAxis
  let itemCount: Int
  let content: Content
  /// The extent of all groups, the spacing around them included.
  let length: Double
  /// The largest extent of groups across the run.
  let breadth: Double
  /// How far elements reach out of the stretches of their groups, before the starts and beyond the ends.
  let overhang: (before: Double, after: Double)
  /// The same across the run.
  let sideOverhang: (before: Double, after: Double)
  let notes: SolvedGroup.Notes
  /// How many views are attached to all of its items and groups, about.
  let viewCount: Int

  /// How many groups there are.
  ///
  /// - Complexity: O(1).
  var count: Int {
    switch content {
    case .alike(let groups): groups.count
    case .varied(let groups): groups.count
    }
  }

  /// - Complexity: O(1) where groups are alike, else O(c) for the c items of the group.
  func group(_ number: Int) -> Placed {
    switch content {
    case .alike(let groups): groups.group(number)
    case .varied(let groups): groups.group(number)
    }
  }

  /// Where a group begins, and its extent, along the run.
  ///
  /// - Complexity: O(1).
  func stretch(_ number: Int) -> (offset: Double, length: Double) {
    switch content {
    case .alike(let groups): (groups.offset(number), axis.length(of: groups.solved(number).size))
    case .varied(let groups): groups.stretch(number)
    }
  }

  /// The number of the group that holds an item.
  ///
  /// - Complexity: O(1) where groups are alike, else O(log g) for g groups.
  func group(of item: Int) -> Int {
    switch content {
    case .alike(let groups): groups.group(of: item)
    case .varied(let groups): groups.group(of: item)
    }
  }

  /// The number of the group in which the nested group with that number among those with views of a kind is.
  func group(ofNested number: Int, kind: String) -> Int? {
    switch content {
    case .alike(let groups): groups.group(ofNested: number, kind: kind)
    case .varied(let groups): groups.group(ofNested: number, kind: kind)
    }
  }

  /// How many nested groups with views of a kind each of the groups has, where all are alike.
  func nestedCount(_ kind: String) -> Int {
    guard case .alike(let groups) = content else { return 0 }
    return groups.nestedNumbers[kind, default: 0]
  }

  /// The groups whose elements may meet `range`, along the run.
  ///
  /// - Complexity: O(1) where groups are alike, else O(log g) for g groups.
  func groups(meeting range: ClosedRange<Double>) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let lower = range.lowerBound - overhang.after
    let upper = range.upperBound + overhang.before
    switch content {
    case .alike(let groups): return groups.groups(from: lower, to: upper)
    case .varied(let groups): return groups.groups(from: lower, to: upper)
    }
  }
}
