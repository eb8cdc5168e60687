/// Which members of two states are one and the same, by their ids.
struct IdentityMatch {
  /// Of each old member, its place in the new state; -1 for one that is gone.
  private(set) var newPlaces: ContiguousArray<Int32>
  /// Of each new member, its place in the old state; -1 for one that was not there.
  private(set) var oldPlaces: ContiguousArray<Int32>

  /// Matches two lists of ids; nil where ids repeat within one of them.
  ///
  /// - Complexity: O(n) on average for n ids in both lists.
  init?(old: ContiguousArray<String>, new: ContiguousArray<String>) {
    newPlaces = ContiguousArray(repeating: -1, count: old.count)
    oldPlaces = ContiguousArray(repeating: -1, count: new.count)
    var table = IdentityTable(capacity: old.count + new.count)
    for id in old where table.placeOrInsert(id) != nil { return nil }
    // Most members follow the one they followed before: a look there spares the table.
    var guess = 0
    for place in new.indices {
      if guess < old.count, old[guess].hasSameBytes(as: new[place]) {
        guard newPlaces[guess] < 0 else { return nil }
      } else {
        guard let found = table.placeOrInsert(new[place]) else { continue }
        guard found < old.count, newPlaces[found] < 0 else { return nil }
        guess = found
      }
      newPlaces[guess] = Int32(place)
      oldPlaces[place] = Int32(guess)
      guess += 1
    }
  }
}
