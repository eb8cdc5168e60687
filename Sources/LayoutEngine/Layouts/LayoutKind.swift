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
  ) throws(LayoutFailure) -> any SolvedLayout {
    switch self {
    case .flow(let layout): layout.prepare(sections, in: container)
    case .list(let layout): layout.prepare(sections, in: container)
    case .grid(let layout): layout.prepare(sections, in: container)
    case .waterfall(let layout): layout.prepare(sections, in: container)
    case .justified(let layout): layout.prepare(sections, in: container)
    case .magazine(let layout): layout.prepare(sections, in: container)
    case .stack(let layout): layout.prepare(sections, in: container)
    case .circle(let layout): layout.prepare(sections, in: container)
    case .spiral(let layout): layout.prepare(sections, in: container)
    case .coverFlow(let layout): layout.prepare(sections, in: container)
    case .carousel(let layout): layout.prepare(sections, in: container)
    case .compositional(let layout): try layout.prepare(sections, in: container)
    case .custom(let layout): try layout.prepare(sections, in: container)
    }
  }
}
