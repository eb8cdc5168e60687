/// The positions of a sequence's members before and after a batch: some members leave or move, inserted and moved members
/// take slots, and the rest fill the gaps in order.
///
/// The size of the map is that of the batch, not that of the sequence.
struct SlotMap: Sendable {
  let oldCount: Int
  /// Old indices of members that do not stay in order: deleted or moved. Sorted.
  let vacated: [Int]
  /// New indices of inserted and moved members. Sorted.
  let taken: [Int]

  /// The map of a batch in which members leave the `vacated` old indices and take the `taken` new ones.
  ///
  /// - Complexity: O(k log k) for a batch of k.
  init(oldCount: Int, vacated: some Sequence<Int>, taken: some Sequence<Int>) {
    self.oldCount = oldCount
    self.vacated = vacated.sorted()
    self.taken = taken.sorted()
  }

  static func identity(_ count: Int) -> SlotMap { SlotMap(oldCount: count, vacated: [], taken: []) }

  /// Whether every member stays where it is.
  var isIdentity: Bool { vacated.isEmpty && taken.isEmpty }

  var newCount: Int { oldCount - vacated.count + taken.count }

  /// The new index of a member that stays in order; nil for a member that does not.
  ///
  /// - Complexity: O(log k) for a batch of k.
  func new(ofKept old: Int) -> Int? {
    let before = vacated.bisect { $0 >= old }
    if before < vacated.count, vacated[before] == old { return nil }
    let rank = old - before
    // Every taken slot before the member moves it on by one.
    let passed = taken.indices.bisect { taken[$0] - $0 > rank }
    return rank + passed
  }

  /// The old index of a member that stayed in order; nil for a taken slot.
  ///
  /// - Complexity: O(log k) for a batch of k.
  func old(ofKept new: Int) -> Int? {
    let before = taken.bisect { $0 >= new }
    if before < taken.count, taken[before] == new { return nil }
    return old(ofRank: new - before)
  }

  /// The old index of the member with a rank among those that stay in order; beyond the last, the old count and on.
  ///
  /// - Complexity: O(log k) for a batch of k.
  func old(ofRank rank: Int) -> Int {
    rank + vacated.indices.bisect { vacated[$0] - $0 > rank }
  }
}
