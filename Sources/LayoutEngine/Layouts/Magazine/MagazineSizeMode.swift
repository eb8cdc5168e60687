/// How wide and how high an item of a magazine is.
public struct MagazineSizeMode: Hashable, Sendable {
  public enum Width: Hashable, Sendable {
    /// A row of its own, between the section's item insets or regardless of them.
    case fullWidth(respectsItemInsets: Bool)
    /// A row is shared by `divisor` such items; at least 1.
    case fractional(divisor: Int)
  }

  public enum Height: String, CaseIterable, Hashable, Sendable {
    /// Exactly `height`.
    case `static`
    /// Measured; until then `height` is the estimate.
    case dynamic
    /// Measured, and then as high as the highest item of its row.
    case dynamicAndStretchToTallestItemInRow
  }

  public var width: Width
  public var height: Height
  /// Nil stands for `defaultHeight`.
  public var points: Double?

  public static let defaultHeight = 150.0

  public init(
    width: Width = .fullWidth(respectsItemInsets: true), height: Height = .dynamic, points: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.points = points
  }

  public static let `default` = MagazineSizeMode()
}
