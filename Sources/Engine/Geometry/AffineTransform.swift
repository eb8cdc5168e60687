import Mathematics

/// A 2D transform in the order of `CGAffineTransform`: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
@frozen
public struct AffineTransform: Hashable, Sendable {
  /// The members of the matrix; `tx` and `ty` are in points.
  public var a, b, c, d, tx, ty: Double

  /// Creates a transform of its members; `tx` and `ty` are in points.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The transform that leaves every point where it is.
  @inlinable
  public static var identity: AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// A rotation by an angle in radians, clockwise on a screen, and a scaling by one factor.
  public static func rotation(_ angle: Double, scale: Double = 1) -> AffineTransform {
    let (cosine, sine) = (scale * Mathematics.cos(angle), 0 + scale * Mathematics.sin(angle))
    return AffineTransform(a: cosine, b: sine, c: 0 - sine, d: cosine, tx: 0, ty: 0)
  }

  /// This transform first, then `next` (`CGAffineTransformConcat`).
  @inlinable
  public func then(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
      d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The transform where left and right change places.
  @inlinable
  package var mirrored: AffineTransform {
    AffineTransform(a: a, b: 0 - b, c: 0 - c, d: d, tx: 0 - tx, ty: ty)
  }
}
