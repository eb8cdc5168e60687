extension Paragraph {
  /// How wide a tab is at a distance from the start of its line, in points: up to the next stop, or the one after if
  /// that is nearer than half a space, as in a browser.
  func tabAdvance(at distance: Double) -> Double {
    guard tabInterval > 0, distance.isFinite else { return 0 }
    let left = tabInterval - distance.truncatingRemainder(dividingBy: tabInterval)
    return left < spaceWidth / 2 ? left + tabInterval : left
  }

  /// Widens the tabs of a line in the edges themselves, and moves all that is after them.
  ///
  /// - Complexity: O(n) in the length of the text.
  func setTabs(of line: Range<Int>) {
    guard columns.hasTab(in: line) else { return }
    var shift = 0.0
    for index in line.lowerBound..<columns.count {
      if index < line.upperBound, columns.units[index] == 0x09 {
        shift += tabAdvance(at: columns.edges[index] - columns.edges[line.lowerBound])
      }
      columns.edges[index + 1] += shift
    }
  }
}
