extension ItemChunk {
  /// Whether the same is said of an item as of one in another chunk, whatever their ids.
  ///
  /// - Complexity: O(1).
  func saysTheSame(at place: Int, as other: ItemChunk, at otherPlace: Int) -> Bool {
    Self.isSame(sizes, place, other.sizes, otherPlace, absent: .unspecified)
      && Self.isSame(estimatedSizes, place, other.estimatedSizes, otherPlace, absent: .unspecified)
      && Self.isSame(aspectRatios, place, other.aspectRatios, otherPlace)
      && Self.isSame(spans, place, other.spans, otherPlace, absent: .one)
      && Self.isSame(sizeModes, place, other.sizeModes, otherPlace, absent: .default)
      && Self.isSame(contents, place, other.contents, otherPlace, absent: nil)
      && (appearances.isEmpty && other.appearances.isEmpty
        || appearances[place] == other.appearances[otherPlace])
  }

  @inline(__always)
  private static func isSame<Value: Equatable>(
    _ a: ContiguousArray<Value>, _ i: Int, _ b: ContiguousArray<Value>, _ j: Int, absent: Value
  ) -> Bool {
    if a.isEmpty && b.isEmpty { return true }
    return (a.isEmpty ? absent : a[i]) == (b.isEmpty ? absent : b[j])
  }

  @inline(__always)
  private static func isSame(
    _ a: ContiguousArray<Size>, _ i: Int, _ b: ContiguousArray<Size>, _ j: Int, absent: Size
  ) -> Bool {
    if a.isEmpty && b.isEmpty { return true }
    let x = a.isEmpty ? absent : a[i]
    let y = b.isEmpty ? absent : b[j]
    return x == y || !x.isSpecified && !y.isSpecified
  }

  @inline(__always)
  private static func isSame(
    _ a: ContiguousArray<Double>, _ i: Int, _ b: ContiguousArray<Double>, _ j: Int
  ) -> Bool {
    if a.isEmpty && b.isEmpty { return true }
    let x = a.isEmpty ? .nan : a[i]
    let y = b.isEmpty ? .nan : b[j]
    return x == y || x.isNaN && y.isNaN
  }
}

extension Section {
  /// Whether the same is said of a section as of another, whatever their ids and items.
  func saysTheSame(as other: Section) -> Bool {
    header == other.header && footer == other.footer && supplementaries == other.supplementaries
      && metrics == other.metrics && hasBackground == other.hasBackground
  }
}
