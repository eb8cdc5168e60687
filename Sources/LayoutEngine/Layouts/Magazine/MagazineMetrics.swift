/// The parameters of a magazine layout that a section may override (`UICollectionViewDelegateMagazineLayout`).
public struct MagazineMetrics: Hashable, Sendable {
  /// Between rows.
  public var verticalSpacing = 0.0
  /// Between the items of a row.
  public var horizontalSpacing = 0.0
  /// Around a section: its header, its items, its footer, its background.
  public var sectionInsets = Insets.zero
  /// Around the items of a section, inside its insets.
  public var itemInsets = Insets.zero

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var verticalSpacing: Double?
    public var horizontalSpacing: Double?
    public var sectionInsets: Insets?
    public var itemInsets: Insets?

    public init() {}
  }

  func overridden(by metrics: SectionMetrics) -> MagazineMetrics {
    guard case .magazine(let overrides) = metrics else { return self }
    var result = self
    result.verticalSpacing = overrides.verticalSpacing ?? verticalSpacing
    result.horizontalSpacing = overrides.horizontalSpacing ?? horizontalSpacing
    result.sectionInsets = overrides.sectionInsets ?? sectionInsets
    result.itemInsets = overrides.itemInsets ?? itemInsets
    return result
  }
}
