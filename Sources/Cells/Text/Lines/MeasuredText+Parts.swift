extension MeasuredText {
  /// Returns the end and the width, in points, of the longest prefix of a part of the text that fits into a width, in
  /// whole grapheme clusters shaped separately.
  ///
  /// - Complexity: O(n) in the length of the prefix.
  func longestPrefix(of range: Range<Int>, fitting room: Double) throws(TextError) -> (
    end: Int, width: Double
  ) {
    let start = range.lowerBound
    var end = start
    repeat {
      while end < range.upperBound, columns.edges[end + 1] - columns.edges[start] <= room { end += 1 }
    } while end < range.upperBound && locateUnits(around: end)
    while true {
      end = try clusterStart(upTo: end)
      guard end > start else { return (start, 0) }
      let width = try width(start..<end, isCut: true)
      if width <= room { return (end, width) }
      // Shortens by the excess, in widths of the whole text, which mostly are the same.
      let target = columns.edges[end] - (width - room)
      repeat { end -= 1 } while end > start && columns.edges[end] > target
    }
  }

  /// Returns the start and the width, in points, of the longest suffix of a part of the text that fits into a width, in
  /// whole grapheme clusters shaped separately.
  ///
  /// - Complexity: O(n) in the length of the suffix.
  func longestSuffix(of range: Range<Int>, fitting room: Double) throws(TextError) -> (
    start: Int, width: Double
  ) {
    let end = range.upperBound
    var start = end
    repeat {
      start = end
      while start > range.lowerBound, columns.edges[end] - columns.edges[start - 1] <= room { start -= 1 }
    } while start > range.lowerBound && locateUnits(around: start - 1)
    while start < end {
      if try clusterStart(upTo: start) < start { start = try clusterEnd(after: start) }
      guard start < end else { break }
      let width = try width(start..<end, isCut: true)
      if width <= room { return (start, width) }
      let target = columns.edges[start] + (width - room)
      repeat { start += 1 } while start < end && columns.edges[start] < target
    }
    return (end, 0)
  }
}
