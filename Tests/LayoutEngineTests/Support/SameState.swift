@testable import LayoutEngine

extension SectionList {
  /// Whether two lists hold the same sections and items, ids and descriptions and all.
  func isSame(as other: SectionList) -> Bool {
    guard count == other.count else { return false }
    return (0..<count).allSatisfy { place in
      let (a, b) = (self[place], other[place])
      return a.id == b.id && a.header == b.header && a.footer == b.footer
        && a.supplementaries == b.supplementaries && a.metrics == b.metrics
        && a.hasBackground == b.hasBackground && a.items.count == b.items.count
        && (0..<a.items.count).allSatisfy { a.items.item(at: $0)!.isSame(as: b.items.item(at: $0)!) }
    }
  }
}

extension Item {
  func isSame(as other: Item) -> Bool {
    id == other.id && size == other.size && estimatedSize == other.estimatedSize
      && aspectRatio == other.aspectRatio && span == other.span && sizeMode == other.sizeMode
      && values == other.values && separator == other.separator
      && indentationLevel == other.indentationLevel && content == other.content
      && appearance == other.appearance
  }
}
