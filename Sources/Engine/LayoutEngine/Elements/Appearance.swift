/// How an element is drawn, apart from its frame. Most elements have the plain appearance.
public struct Appearance: Hashable, Sendable {
  /// The order of drawing: higher values are in front. 0 by default.
  public var zIndex: Int
  /// The opacity, from 0 to 1. 1 by default.
  public var alpha: Double
  /// Whether the element is not drawn at all. False by default.
  public var isHidden: Bool
  /// Applied about the centre of the frame.
  public var transform: AffineTransform
  /// Applied about the centre of the frame.
  public var transform3D: Transform3D

  /// Creates an appearance, by default the plain one; `alpha` is from 0 to 1.
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

  /// In front of nothing, opaque, visible and not transformed.
  public static let plain = Appearance()
}

extension Appearance {
  /// The table of the attributes: hands each to a visitor, in the order of responses, with the values of two appearances.
  @inlinable @inline(__always)
  package static func visitAttributes<Visitor: AppearanceVisitor & ~Copyable>(
    _ own: inout Appearance, _ other: Appearance, _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.visit(
      ElementAttribute("zIndex", column: 6, storedFlag: 1, style: .init("z-index")),
      &own.zIndex, other.zIndex, plain: 0, composed: +)
    try visitor.visit(
      ElementAttribute(
        "alpha", column: 8, storedFlag: 2, lookFlag: 0, style: .init("opacity", isInPictures: true)),
      &own.alpha, other.alpha, plain: 1, composed: *)
    try visitor.visit(
      ElementAttribute(
        "hidden", column: 10, storedFlag: 0, lookFlag: 3, isInRows: true, style: .init("visibility", "hidden")
      ),
      &own.isHidden, other.isHidden, plain: false
    ) { $0 || $1 }
    try visitor.visit(
      ElementAttribute(
        "transform", column: 12, storedFlag: 3, lookFlag: 1, style: .init("transform", "matrix(", ")")),
      &own.transform, other.transform, plain: .identity
    ) { $1.then($0) }
    try visitor.visit(
      ElementAttribute(
        "transform3D", column: 14, storedFlag: 4, lookFlag: 2, style: .init("transform", "matrix3d(", ")")),
      &own.transform3D, other.transform3D, plain: .identity
    ) { $1 == .identity ? $0 : $1.then($0) }
  }

  /// Writes the attributes that differ from those of the plain appearance.
  @inlinable @inline(__always)
  package func write<Sink: AttributeSink & ~Copyable>(to sink: inout Sink) {
    var own = self
    Appearance.visitAttributes(&own, self, &sink)
  }
}

extension Appearance {
  /// The appearance that a layout gives an item whose own appearance is `own`: the item's own transform comes first.
  func over(_ own: Appearance) -> Appearance {
    var (appearance, composer) = (self, AppearanceComposer())
    Appearance.visitAttributes(&appearance, own, &composer)
    return appearance
  }

  /// The appearance that an item gives, or else the layout's.
  func overriding(_ layout: Appearance) -> Appearance {
    var (appearance, filler) = (self, AppearanceFiller())
    Appearance.visitAttributes(&appearance, layout, &filler)
    return appearance
  }

  /// The appearance with left and right exchanged.
  var mirrored: Appearance {
    var (appearance, mirror) = (self, AppearanceMirror())
    Appearance.visitAttributes(&appearance, self, &mirror)
    return appearance
  }
}

/// Lays the appearance of a layout over that of an item.
private struct AppearanceComposer: AppearanceVisitor {
  @inline(__always)
  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    own = composed(own, other)
  }
}

/// Takes the other value of each attribute that is plain.
private struct AppearanceFiller: AppearanceVisitor {
  @inline(__always)
  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    if own == plain { own = other }
  }
}

private struct AppearanceMirror: AppearanceVisitor {
  @inline(__always)
  mutating func visit<Value: AppearanceValue>(
    _ attribute: ElementAttribute, _ own: inout Value, _ other: Value, plain: Value,
    composed: (Value, Value) -> Value
  ) {
    own = own.mirrored
  }
}
