import Geometry

/// The size that a cell is asked to have, and how much that matters: the arguments of UIKit's
/// `systemLayoutSizeFitting`.
public struct Fitting: Hashable, Sendable {
  public var target: Size
  public var horizontalPriority: Priority
  public var verticalPriority: Priority

  public init(
    _ target: Size, horizontalPriority: Priority = .fittingSizeLevel,
    verticalPriority: Priority = .fittingSizeLevel
  ) {
    self.target = target
    self.horizontalPriority = horizontalPriority
    self.verticalPriority = verticalPriority
  }

  /// A cell of that width, as high as its content needs: what a list asks for.
  public static func width(_ width: Double) -> Fitting {
    Fitting(Size(width: width, height: 0), horizontalPriority: .required)
  }

  /// A cell of that height, as wide as its content needs: what a row that scrolls sideways asks for.
  public static func height(_ height: Double) -> Fitting {
    Fitting(Size(width: 0, height: height), verticalPriority: .required)
  }

  /// As small as the content allows.
  public static let compressed = Fitting(Size(width: 0, height: 0))

  var isValid: Bool {
    [target.width, target.height].allSatisfy { $0 >= 0 && $0 <= TemplateLimits.length }
  }
}
