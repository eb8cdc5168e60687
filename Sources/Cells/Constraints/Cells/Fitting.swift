import Geometry

/// The size that a cell should have, and how strongly: the arguments of UIKit's
/// `systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:)`.
public struct Fitting: Hashable, Sendable {
  /// In points: 0 to `TemplateLimits.length`. 0 is as small as the content allows.
  public var target: Size
  /// How strongly the cell should have the width of `target`.
  public var horizontalPriority: Priority
  /// How strongly the cell should have the height of `target`.
  public var verticalPriority: Priority

  /// Creates a target size, in points, with the priorities of its width and its height.
  public init(
    _ target: Size, horizontalPriority: Priority = .fittingSizeLevel,
    verticalPriority: Priority = .fittingSizeLevel
  ) {
    self.target = target
    self.horizontalPriority = horizontalPriority
    self.verticalPriority = verticalPriority
  }

  /// Returns the fitting for a cell of a width in points that is as high as its content needs, as in a list.
  public static func width(_ width: Double) -> Fitting {
    Fitting(Size(width: width, height: 0), horizontalPriority: .required)
  }

  /// Returns the fitting for a cell of a height in points that is as wide as its content needs, as in a row
  /// that scrolls sideways.
  public static func height(_ height: Double) -> Fitting {
    Fitting(Size(width: 0, height: height), verticalPriority: .required)
  }

  /// The fitting for a cell that is as small as its content allows.
  public static let compressed = Fitting(Size(width: 0, height: 0))

  var isValid: Bool {
    [target.width, target.height].allSatisfy { $0 >= 0 && $0 <= TemplateLimits.length }
  }
}
