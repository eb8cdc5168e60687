import Mathematics

/// A 3D transform, row by row in the order of `CATransform3D`: a point is a row vector, `[x y z 1] · m`.
@frozen
public struct Transform3D: Hashable, Sendable {
  /// The first row of the matrix.
  public var m11, m12, m13, m14: Double
  /// The second row of the matrix.
  public var m21, m22, m23, m24: Double
  /// The third row of the matrix.
  public var m31, m32, m33, m34: Double
  /// The fourth row of the matrix: the distances of the translation in points, and 1.
  public var m41, m42, m43, m44: Double

  /// Creates a transform of its members, row by row.
  @inlinable
  public init(
    m11: Double, m12: Double, m13: Double, m14: Double,
    m21: Double, m22: Double, m23: Double, m24: Double,
    m31: Double, m32: Double, m33: Double, m34: Double,
    m41: Double, m42: Double, m43: Double, m44: Double
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }

  /// The transform that leaves every point where it is.
  @inlinable
  public static var identity: Transform3D {
    Transform3D(
      m11: 1, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)
  }

  /// The sixteen numbers, row by row.
  public var numbers: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// The point of the plane z = 0 on which a viewer sees `point`, perspective divided out; nil behind the eye.
  public func projecting(_ point: Point) -> Point? {
    let depth = m14 * point.x + m24 * point.y + m44
    guard depth > 0 else { return nil }
    return Point(
      x: (m11 * point.x + m21 * point.y + m41) / depth, y: (m12 * point.x + m22 * point.y + m42) / depth)
  }
}

extension Transform3D {
  /// A translation in points, as `CATransform3DMakeTranslation`.
  public static func translation(x: Double, y: Double, z: Double) -> Transform3D {
    var transform = identity
    transform.m41 = x
    transform.m42 = y
    transform.m43 = z
    return transform
  }

  /// A scaling of width and height by one factor, as `CATransform3DMakeScale(factor, factor, 1)`.
  public static func scale(_ factor: Double) -> Transform3D {
    var transform = identity
    transform.m11 = factor
    transform.m22 = factor
    return transform
  }

  /// A rotation about the vertical axis, by an angle in radians, as `CATransform3DMakeRotation(angle, 0, 1, 0)`.
  public static func rotationAboutY(_ angle: Double) -> Transform3D {
    let (cosine, sine) = (Mathematics.cos(angle), 0 + Mathematics.sin(angle))
    var transform = identity
    transform.m11 = cosine
    transform.m13 = 0 - sine
    transform.m31 = sine
    transform.m33 = cosine
    return transform
  }

  /// A rotation about the horizontal axis, by an angle in radians, as `CATransform3DMakeRotation(angle, 1, 0, 0)`.
  public static func rotationAboutX(_ angle: Double) -> Transform3D {
    let (cosine, sine) = (Mathematics.cos(angle), 0 + Mathematics.sin(angle))
    var transform = identity
    transform.m22 = cosine
    transform.m23 = sine
    transform.m32 = 0 - sine
    transform.m33 = cosine
    return transform
  }

  /// The view of an eye that stands `distance` points in front of the plane.
  public static func perspective(from distance: Double) -> Transform3D {
    var transform = identity
    transform.m34 = -1 / distance
    return transform
  }

  /// This transform, then a translation in points; does without the general product of `then`.
  package func moved(x: Double = 0, y: Double = 0, z: Double = 0) -> Transform3D {
    var transform = self
    transform.m11 += m14 * x
    transform.m12 += m14 * y
    transform.m13 += m14 * z
    transform.m21 += m24 * x
    transform.m22 += m24 * y
    transform.m23 += m24 * z
    transform.m31 += m34 * x
    transform.m32 += m34 * y
    transform.m33 += m34 * z
    transform.m41 += m44 * x
    transform.m42 += m44 * y
    transform.m43 += m44 * z
    return transform
  }

  /// This transform, then the view of an eye `distance` points in front of the plane; does without the general
  /// product of `then`.
  package func seen(from distance: Double) -> Transform3D {
    var transform = self
    transform.m14 -= m13 / distance
    transform.m24 -= m23 / distance
    transform.m34 -= m33 / distance
    transform.m44 -= m43 / distance
    return transform
  }

  /// This transform first, then `next` (`CATransform3DConcat`).
  public func then(_ next: Transform3D) -> Transform3D {
    let a = numbers
    let b = next.numbers
    func entry(_ row: Int, _ column: Int) -> Double {
      a[row * 4] * b[column] + a[row * 4 + 1] * b[4 + column] + a[row * 4 + 2] * b[8 + column]
        + a[row * 4 + 3] * b[12 + column]
    }
    return Transform3D(
      m11: entry(0, 0), m12: entry(0, 1), m13: entry(0, 2), m14: entry(0, 3),
      m21: entry(1, 0), m22: entry(1, 1), m23: entry(1, 2), m24: entry(1, 3),
      m31: entry(2, 0), m32: entry(2, 1), m33: entry(2, 2), m34: entry(2, 3),
      m41: entry(3, 0), m42: entry(3, 1), m43: entry(3, 2), m44: entry(3, 3))
  }

  /// The transform where left and right change places.
  @usableFromInline
  package var mirrored: Transform3D {
    var transform = self
    transform.m12 = 0 - m12
    transform.m13 = 0 - m13
    transform.m14 = 0 - m14
    transform.m21 = 0 - m21
    transform.m31 = 0 - m31
    transform.m41 = 0 - m41
    return transform
  }
}
