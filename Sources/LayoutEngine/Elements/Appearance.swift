/// How an element is drawn, apart from its frame. Most elements are drawn plainly and carry none.
public struct Appearance: Hashable, Sendable {
  public var zIndex: Int
  public var alpha: Double
  public var isHidden: Bool
  /// Applied about the centre of the frame.
  public var transform: AffineTransform

  public init(
    zIndex: Int = 0, alpha: Double = 1, isHidden: Bool = false, transform: AffineTransform = .identity
  ) {
    self.zIndex = zIndex
    self.alpha = alpha
    self.isHidden = isHidden
    self.transform = transform
  }

  public static let plain = Appearance()
}
