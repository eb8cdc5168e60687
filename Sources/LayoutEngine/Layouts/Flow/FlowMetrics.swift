/// The parameters of a flow layout that a section may override (`UICollectionViewDelegateFlowLayout`).
public struct FlowMetrics: Hashable, Sendable {
  public var minimumLineSpacing = 10.0
  public var minimumInteritemSpacing = 10.0
  public var itemSize = Size(width: 50, height: 50)
  public var sectionInset = Insets.zero
  /// Only the extent along the scroll direction counts.
  public var headerReferenceSize = Size.zero
  public var footerReferenceSize = Size.zero

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var minimumLineSpacing: Double?
    public var minimumInteritemSpacing: Double?
    public var itemSize: Size?
    public var sectionInset: Insets?
    public var headerReferenceSize: Size?
    public var footerReferenceSize: Size?

    public init() {}
  }

  func overridden(by metrics: SectionMetrics) -> FlowMetrics {
    guard case .flow(let overrides) = metrics else { return self }
    var result = self
    result.minimumLineSpacing = overrides.minimumLineSpacing ?? minimumLineSpacing
    result.minimumInteritemSpacing = overrides.minimumInteritemSpacing ?? minimumInteritemSpacing
    result.itemSize = overrides.itemSize ?? itemSize
    result.sectionInset = overrides.sectionInset ?? sectionInset
    result.headerReferenceSize = overrides.headerReferenceSize ?? headerReferenceSize
    result.footerReferenceSize = overrides.footerReferenceSize ?? footerReferenceSize
    return result
  }
}
