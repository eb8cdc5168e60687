/// Every layout kind, listed in this one place.
public enum LayoutKind: Sendable {
  case flow(FlowLayout)
  case list(ListLayout)
  case grid(GridLayout)
  case waterfall(WaterfallLayout)
  case justified(JustifiedLayout)
  case magazine(MagazineLayout)
  case stack(StackLayout)
  case circle(CircleLayout)
  case spiral(SpiralLayout)
  case coverFlow(CoverFlowLayout)
  case carousel(CarouselLayout)
  case compositional(CompositionalLayout)
  case custom(CustomLayout)

  /// Lays the sections out for the container.
  ///
  /// - Throws: where a parameter has no result for some item.
  /// - Complexity: O(s + n) for s sections and n items that differ; sections of items alike cost O(1) each.
  public func prepare(
    _ sections: SectionList, in container: Container
  ) throws(LayoutError) -> any SolvedLayout {
    try layout.prepare(sections, in: container)
  }

  /// Lays out what a batch made of a collection, from how it was laid out before: what the batch left alone is kept.
  ///
  /// - Parameter old: what this kind, with the same parameters, made for the same container of the sections before
  ///   the batch.
  /// - Throws: where a parameter has no result for some item.
  /// - Complexity: O(k log s) for s sections of which k change, and for each of those:
  ///   - list: O(e (log n + c)) for e changed items of n, in chunks of c;
  ///   - flow: the same for every item up to where lines fall back into step, O(n) where they never do;
  ///   - grid: O(1) where lines have a fixed length and items take one cell each;
  ///   - others: O(n). Custom layouts are laid out anew, compositional ones where sections come, go or move.
  public func prepare(
    _ updated: SectionList.Updated, from old: any SolvedLayout, in container: Container
  ) throws(LayoutError) -> any SolvedLayout {
    try layout.prepare(updated, fromAny: old, in: container)
  }

  private var layout: any CollectionLayout {
    switch self {
    case .flow(let layout): layout
    case .list(let layout): layout
    case .grid(let layout): layout
    case .waterfall(let layout): layout
    case .justified(let layout): layout
    case .magazine(let layout): layout
    case .stack(let layout): layout
    case .circle(let layout): layout
    case .spiral(let layout): layout
    case .coverFlow(let layout): layout
    case .carousel(let layout): layout
    case .compositional(let layout): layout
    case .custom(let layout): layout
    }
  }
}
