extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a predicate that, once true, stays true; the end if none does.
  ///
  /// - Complexity: O(log n).
  func bisect(_ isBeyond: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
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
