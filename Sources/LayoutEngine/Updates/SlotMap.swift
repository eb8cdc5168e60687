/// Where the members of a sequence go in a batch: some leave it or change places, others take slots, and what
/// is left fills the gaps in order.
///
/// Its size is that of the batch, not that of the sequence.
struct SlotMap: Sendable {
  let oldCount: Int
  /// Old places of members that do not stay in order: deleted, moved away. Sorted.
  let vacated: [Int]
  /// New places that are taken: inserted, moved to. Sorted.
  let taken: [Int]

  /// - Complexity: O(k log k) for a batch of k.
  init(oldCount: Int, vacated: some Sequence<Int>, taken: some Sequence<Int>) {
    self.oldCount = oldCount
    self.vacated = vacated.sorted()
    self.taken = taken.sorted()
  }

  static func identity(_ count: Int) -> SlotMap { SlotMap(oldCount: count, vacated: [], taken: []) }

  var newCount: Int { oldCount - vacated.count + taken.count }

  /// The new place of a member that stays in order; nil for one that does not.
  ///
  /// - Complexity: O(log k) for a batch of k.
  func new(ofKept old: Int) -> Int? {
    let before = vacated.bisect { $0 >= old }
    if before < vacated.count, vacated[before] == old { return nil }
    let rank = old - before
    // Every taken slot up to the member's own moves it on: the m-th one does where m slots leave it there.
    let passed = taken.indices.bisect { taken[$0] - $0 > rank }
    return rank + passed
  }

  /// The old place of a member that stayed in order; nil where a slot is taken.
  ///
  /// - Complexity: O(log k) for a batch of k.
  func old(ofKept new: Int) -> Int? {
    let before = taken.bisect { $0 >= new }
    if before < taken.count, taken[before] == new { return nil }
    return old(ofRank: new - before)
  }

  /// The old place of the member of that rank among those that stay in order; beyond the last, the old count
  /// and on.
  ///
  /// - Complexity: O(log k) for a batch of k.
  func old(ofRank rank: Int) -> Int {
    rank + vacated.indices.bisect { vacated[$0] - $0 > rank }
  }
}
