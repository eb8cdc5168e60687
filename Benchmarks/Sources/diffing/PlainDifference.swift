/// Returns the number of differences of two lists of ids, computed with the standard library's dictionary and a binary
/// search for each item. It compares ids only, not the items themselves.
func plainDifference(_ old: [String], _ new: [String]) -> Int {
  var places: [String: Int] = [:]
  places.reserveCapacity(old.count)
  for (place, id) in old.enumerated() where places.updateValue(place, forKey: id) != nil { return -1 }
  var seen: Set<String> = []
  seen.reserveCapacity(new.count)
  var common: [Int] = []
  var inserted: [Int] = []
  for (place, id) in new.enumerated() {
    guard seen.insert(id).inserted else { return -1 }
    if let old = places[id] { common.append(old) } else { inserted.append(place) }
  }
  let deleted = old.indices.filter { !seen.contains(old[$0]) }
  var ends: [Int] = []
  for number in common {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > number { high = middle } else { low = middle + 1 }
    }
    if low == ends.count { ends.append(number) } else { ends[low] = number }
  }
  return deleted.count + inserted.count + common.count - ends.count
}
