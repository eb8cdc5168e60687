/// Which members of two states are one and the same, by their ids.
struct IdentityMatch {
  /// Of each old member, its place in the new state; -1 for one that is gone.
  private(set) var newPlaces: ContiguousArray<Int32>
  /// Of each new member, its place in the old state; -1 for one that was not there.
  private(set) var oldPlaces: ContiguousArray<Int32>

  /// Matches the first `oldCount` ids with those behind them; nil where ids repeat on either side.
  ///
  /// - Complexity: O(n) on average for n ids.
  init?(_ ids: IdentityWords, oldCount: Int) {
    let newCount = ids.count - oldCount
    newPlaces = ContiguousArray(repeating: -1, count: oldCount)
    oldPlaces = ContiguousArray(repeating: -1, count: newCount)
    var table = IdentityTable(capacity: ids.count)
    for old in 0..<oldCount where table.findOrInsert(old, in: ids) != nil { return nil }
    // Most members follow the one they followed before: a look there spares the table.
    var guess = 0
    for new in 0..<newCount {
      if guess >= oldCount || !ids.areSame(guess, oldCount + new) {
        guard let found = table.findOrInsert(oldCount + new, in: ids) else { continue }
        guard found < oldCount else { return nil }
        guess = found
      }
      guard newPlaces[guess] < 0 else { return nil }
      newPlaces[guess] = Int32(new)
      oldPlaces[new] = Int32(guess)
      guess += 1
    }
  }
}
