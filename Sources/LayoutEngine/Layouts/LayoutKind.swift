/// Every layout kind, listed in this one place.
public enum LayoutKind: Sendable {
  case flow(FlowLayout)
  case list(ListLayout)
  case compositional(CompositionalLayout)

  /// Lays the sections out for the container.
  ///
  /// - Throws: where a parameter has no result for some item.
  /// - Complexity: O(s + n) for s sections and n items that differ; sections of items alike cost O(1) each.
  public func prepare(
    _ sections: SectionList, in container: Container
  ) throws(LayoutFailure) -> any SolvedLayout {
    switch self {
    case .flow(let layout): layout.prepare(sections, in: container)
    case .list(let layout): layout.prepare(sections, in: container)
    case .compositional(let layout): try layout.prepare(sections, in: container)
    }
  }
}
