extension ContiguousArray {
  /// The first index whose element satisfies a predicate that, once true, stays true; `count` if none does.
  ///
  /// - Complexity: O(log n).
  func bisect(_ isBeyond: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Int {
  var clampedToZero: Int { Swift.max(0, self) }
}
