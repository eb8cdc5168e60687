/// How an element is drawn, apart from its frame. Most elements are drawn plainly and carry none.
public struct Appearance: Hashable, Sendable {
  public var zIndex: Int
  public var alpha: Double
  public var isHidden: Bool
  /// Applied about the centre of the frame.
  public var transform: AffineTransform
  /// Applied about the centre of the frame.
  public var transform3D: Transform3D

  public init(
    zIndex: Int = 0, alpha: Double = 1, isHidden: Bool = false, transform: AffineTransform = .identity,
    transform3D: Transform3D = .identity
  ) {
    self.zIndex = zIndex
    self.alpha = alpha
    self.isHidden = isHidden
    self.transform = transform
    self.transform3D = transform3D
  }

  public static let plain = Appearance()

  /// What it becomes for an item that looks `own` by itself: its own transform is applied first.
  func over(_ own: Appearance) -> Appearance {
    var appearance = self
    appearance.zIndex += own.zIndex
    appearance.alpha *= own.alpha
    appearance.isHidden = isHidden || own.isHidden
    appearance.transform = own.transform.then(transform)
    appearance.transform3D = own.transform3D == .identity ? transform3D : own.transform3D.then(transform3D)
    return appearance
  }

  /// What it becomes where left and right change places.
  var mirrored: Appearance {
    var appearance = self
    appearance.transform = transform.mirrored
    appearance.transform3D = transform3D.mirrored
    return appearance
  }
}
