/// The parameters of a layout kind that a section may override.
///
/// A layout has one value, and a section may have another, in which only the given parameters count.
protocol LayoutMetrics: Hashable, Sendable {
  /// The name of the layout kind.
  static var kind: String { get }

  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  var lengthsScaleWith: TextStyle? { get set }

  /// Parameters that all have their defaults.
  init()

  /// Hands every parameter of `own` that not every kind has to a visitor: a line a parameter, and the only place that
  /// lists them.
  ///
  /// - Parameter base: where a parameter that `own` does not give comes from.
  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor)
}

extension LayoutMetrics {
  /// Hands every parameter of `own` to a visitor.
  @inline(__always)
  static func everyField<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    fields(&own, over: base, &visitor)
    textSizeField(&own, over: base, &visitor)
  }

  /// Hands the parameter to a visitor that layouts of all kinds have, and their sections take from them.
  @inline(__always)
  static func textSizeField<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field(
      "lengthsScaleWith", .choice(of: TextStyle.self), &own.lengthsScaleWith, or: base.lengthsScaleWith)
  }

  /// The parameters of a section, with its own in place of these, and lengths as they are at the text size.
  ///
  /// - Complexity: O(1) for the fixed number of parameters; takes no memory.
  func overridden(by metrics: SectionMetrics, in container: Container) -> Self {
    overridden(by: metrics).scaled(in: container)
  }

  /// The parameters with a section's own in place of these.
  ///
  /// - Complexity: O(1) for the fixed number of parameters; takes no memory.
  func overridden(by metrics: SectionMetrics) -> Self {
    guard let own = metrics.metrics(Self.self) else { return self }
    return overridden(by: own)
  }

  /// How much larger lengths are in a container than at the text size `large`.
  ///
  /// - Complexity: O(1).
  func lengthFactor(in container: Container) -> Double {
    lengthsScaleWith.map { DynamicType.growth(of: $0, container.contentSizeCategory) } ?? 1
  }

  /// The parameters with lengths as they are at the text size of a container.
  ///
  /// - Complexity: O(1) for the fixed number of parameters; takes no memory.
  func scaled(in container: Container) -> Self {
    let factor = lengthFactor(in: container)
    guard factor != 1 else { return self }
    var result = self
    var scaler = LengthScaler(factor: factor)
    Self.fields(&result, over: self, &scaler)
    return result
  }

  /// The parameters with those that are given in `own` in place of these.
  func overridden(by own: Self) -> Self {
    var result = own
    var merger = ParameterMerger()
    Self.everyField(&result, over: self, &merger)
    return result
  }

  /// The parameters that are given, with their values.
  var given: [GivenParameter] {
    var own = self
    var collector = ParameterCollector()
    Self.everyField(&own, over: self, &collector)
    return collector.given
  }

  /// Parameters with these values.
  ///
  /// - Throws: `ParameterError` for a name that is no parameter's, or a value of another type.
  init(given: [GivenParameter]) throws(ParameterError) {
    self.init()
    var setter = ParameterSetter(given)
    Self.everyField(&self, over: Self(), &setter)
    try setter.finish(Self.kind) {
      var own = Self()
      var lister = ParameterLister()
      Self.everyField(&own, over: own, &lister)
      return lister.table
    }
  }
}

/// The metrics of a kind whose sections override nothing.
struct NoMetrics: LayoutMetrics {
  static let kind = "none"

  var lengthsScaleWith: TextStyle? {
    get { nil }
    set {}
  }

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {}
}

/// The parameters of its layout kind that a section overrides (what a flow layout's delegate would return).
///
/// Made by the kind: `.flow(metrics)`. A layout of another kind passes them over.
public struct SectionMetrics: Sendable {
  private let box: (any MetricsBox)?

  /// Overrides nothing.
  public static let none = SectionMetrics(box: nil)

  private init(box: (any MetricsBox)?) { self.box = box }

  init<Metrics: LayoutMetrics>(_ metrics: Metrics) {
    box = BoxedMetrics(metrics)
  }

  /// The name of the layout kind; nil for a section that overrides nothing.
  public var kind: String? { box?.kind }

  /// Whether the section has no metrics.
  public var isNone: Bool { box == nil }

  /// The metrics of one kind; nil if they are of another.
  ///
  /// - Complexity: O(1).
  func metrics<Metrics: LayoutMetrics>(_ type: Metrics.Type) -> Metrics? {
    (box as? BoxedMetrics<Metrics>)?.metrics
  }
}

extension SectionMetrics {
  /// The parameters that are given, with their values.
  package var given: [GivenParameter] { box?.given ?? [] }

  /// Metrics of the kind of that name.
  ///
  /// - Throws: `ParameterError` for a name that is no parameter's, or a value of another type.
  /// - Returns: nil if there is no such kind.
  package static func of(
    kind: String, given: [GivenParameter]
  ) throws(ParameterError) -> SectionMetrics? {
    try LayoutKind.named(kind)?.metrics(given: given)
  }
}

extension SectionMetrics: Hashable {
  public static func == (a: SectionMetrics, b: SectionMetrics) -> Bool {
    a.kind == b.kind && a.given == b.given
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(given)
  }
}

/// Metrics of any kind, behind one reference.
private protocol MetricsBox: AnyObject, Sendable {
  var kind: String { get }
  var given: [GivenParameter] { get }
}

private final class BoxedMetrics<Metrics: LayoutMetrics>: MetricsBox {
  let metrics: Metrics

  init(_ metrics: Metrics) { self.metrics = metrics }

  var kind: String { Metrics.kind }
  var given: [GivenParameter] { metrics.given }
}
