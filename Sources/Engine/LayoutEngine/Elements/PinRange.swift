/// Where an element that pins may begin along the scroll direction: from its own place to the end of its section, or the
/// other way round.
public struct PinRange: Hashable, Sendable {
  /// The kind of the element.
  public var kind: ElementKind
  /// The index path of the element.
  public var indexPath: IndexPath
  /// The least coordinate of its frame along the scroll direction, in points.
  public var least: Double
  /// The largest one, in points; at least `least`.
  public var most: Double
}

extension SolvedLayout {
  /// Where the elements of a list that pin may begin.
  ///
  /// - Parameter bounds: the visible rect, in points, of which the place does not matter.
  /// - Complexity: O(n + p log m) for a list of n elements, p of which pin, of m.
  package func pinRanges(of list: ElementList, bounds: Rect) -> [PinRange] {
    list.records.compactMap { $0.pins == nil ? nil : pinRange(of: $0, in: list, bounds: bounds) }
  }

  /// Where an element that pins may begin: the layout decides it, at a visible rect in front of all content and at one
  /// behind it.
  ///
  /// - Parameter bounds: the visible rect, in points, of which the place does not matter.
  /// - Complexity: O(log n) for n elements.
  package func pinRange(of record: ElementList.Record, in list: ElementList, bounds: Rect) -> PinRange {
    let path = ElementPath(
      kind: list.kinds[Int(truncatingIfNeeded: record.kind)], indexPath: record.indexPath)
    let length = axis.length(of: contentSize) + axis.length(of: bounds.size) + 1
    func start(_ distance: Double) -> Double {
      var visible = bounds
      if axis == .vertical { visible.y = distance } else { visible.x = distance }
      let frame = attributes(of: path, visible: visible)?.frame ?? record.frame
      return axis == .vertical ? frame.y : frame.x
    }
    let ends = (start(-2 * length), start(2 * length))
    return PinRange(
      kind: path.kind, indexPath: path.indexPath, least: min(ends.0, ends.1), most: max(ends.0, ends.1))
  }
}
