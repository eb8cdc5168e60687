/// An extent in one direction, as a definition gives it (`NSCollectionLayoutDimension`).
public enum LayoutDimension: Hashable, Sendable {
  /// A fraction of the containing group's width, or of the section's container.
  case fractionalWidth(Double)
  /// A fraction of the containing group's height, or of the section's container.
  case fractionalHeight(Double)
  /// Points.
  case absolute(Double)
  /// Points until the content is measured, then the measured extent.
  case estimated(Double)
  /// As `estimated`, and then as large as the largest of the items beside it in its group.
  case uniformAcrossSiblings(estimate: Double)

  /// Whether the content decides in the end.
  var isEstimated: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .fractionalWidth, .fractionalHeight, .absolute: false
    }
  }

  var isUniform: Bool {
    if case .uniformAcrossSiblings = self { true } else { false }
  }
}

/// A width and a height, as a definition gives them (`NSCollectionLayoutSize`).
public struct LayoutSize: Hashable, Sendable {
  /// The width.
  public var width: LayoutDimension
  /// The height.
  public var height: LayoutDimension

  /// Creates a size, by default as large as the container.
  public init(
    width: LayoutDimension = .fractionalWidth(1), height: LayoutDimension = .fractionalHeight(1)
  ) {
    self.width = width
    self.height = height
  }

  var isEstimated: Bool { width.isEstimated || height.isEstimated }

  func dimension(along axis: ScrollAxis) -> LayoutDimension { axis == .vertical ? height : width }

  func with(_ dimension: LayoutDimension, along axis: ScrollAxis) -> LayoutSize {
    axis == .vertical
      ? LayoutSize(width: width, height: dimension) : LayoutSize(width: dimension, height: height)
  }

  func dimension(across axis: ScrollAxis) -> LayoutDimension { axis == .vertical ? width : height }
}
