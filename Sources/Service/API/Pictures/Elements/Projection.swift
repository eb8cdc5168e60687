import LayoutEngine

/// The projection of an element's rect onto the picture plane: its transforms about its centre, then the division by
/// the perspective.
struct Projection {
  private let center: Point
  private let transform: AffineTransform
  private let transform3D: Transform3D

  /// The largest coordinate of a projected point; a point farther away counts as behind the eye.
  private static let horizon = 1e9

  init(of frame: Rect, _ appearance: Appearance) {
    center = Point(x: frame.midX, y: frame.midY)
    transform = appearance.transform
    transform3D = appearance.transform3D
  }

  /// The transforms as one in the plane; nil if they have a perspective.
  var affine: AffineTransform? {
    let m = transform3D
    guard m.m14 == 0, m.m24 == 0, m.m44 == 1 else { return nil }
    let t = transform
    return AffineTransform(
      a: t.a * m.m11 + t.b * m.m21, b: t.a * m.m12 + t.b * m.m22, c: t.c * m.m11 + t.d * m.m21,
      d: t.c * m.m12 + t.d * m.m22, tx: t.tx * m.m11 + t.ty * m.m21 + m.m41,
      ty: t.tx * m.m12 + t.ty * m.m22 + m.m42)
  }

  /// Returns the projection of a point relative to the frame's centre; nil if the point is not visible.
  func seen(_ x: Double, _ y: Double) -> Point? {
    let t = transform
    let flat = Point(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
    guard let seen = transform3D.projecting(flat), abs(seen.x) < Self.horizon, abs(seen.y) < Self.horizon
    else { return nil }
    return Point(x: center.x + seen.x, y: center.y + seen.y)
  }

  /// The smallest upright rect that contains the projection; nil if a part of the rect is behind the eye.
  func bounds(of frame: Rect) -> Rect? {
    var bounds: Rect?
    for x in [-frame.width / 2, frame.width / 2] {
      for y in [-frame.height / 2, frame.height / 2] {
        guard let corner = seen(x, y) else { return nil }
        let point = Rect(x: corner.x, y: corner.y, width: 0, height: 0)
        bounds = bounds?.union(point) ?? point
      }
    }
    return bounds
  }

  /// The transform in the plane that is nearest to the projection around the centre; nil if the element shows its
  /// back, or is seen so much from the side that a label would be unreadable.
  func nearestAffine(of frame: Rect) -> AffineTransform? {
    let (width, height) = (frame.width, frame.height)
    guard width > 0, height > 0, let middle = seen(0, 0), let left = seen(-width / 2, 0),
      let right = seen(width / 2, 0), let top = seen(0, -height / 2), let bottom = seen(0, height / 2)
    else { return nil }
    let affine = AffineTransform(
      a: (right.x - left.x) / width, b: (right.y - left.y) / width, c: (bottom.x - top.x) / height,
      d: (bottom.y - top.y) / height, tx: middle.x - center.x, ty: middle.y - center.y)
    let across = (affine.a * affine.a + affine.b * affine.b).squareRoot()
    let down = (affine.c * affine.c + affine.d * affine.d).squareRoot()
    let faces = affine.a * affine.d - affine.b * affine.c > 0
    return faces && min(across, down) >= Self.leastScale ? affine : nil
  }

  private static let leastScale = 0.5
}
