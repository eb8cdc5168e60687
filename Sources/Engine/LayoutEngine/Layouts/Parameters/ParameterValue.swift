/// The value of any parameter of any kind, as it travels between a layout and its description: JSON that a client
/// sends, bytes that a journal stores.
package enum ParameterValue: Hashable, Sendable {
  case number(Double)
  case whole(Int)
  case flag(Bool)
  /// One of a parameter's names, as `automatic`.
  case text(String)
  case size(Size)
  case point(Point)
  case insets(Insets)
  case members([GivenParameter])
}

/// A parameter's name and the value given for it.
package struct GivenParameter: Hashable, Sendable {
  /// The name of the parameter, as in JSON.
  package var name: String
  /// The value.
  package var value: ParameterValue

  package init(_ name: String, _ value: ParameterValue) {
    self.name = name
    self.value = value
  }
}

/// The type of a parameter.
///
/// A kind with a type of its own conforms it in its folder.
protocol ParameterType: Hashable, Sendable {
  /// Nil for a value of another shape.
  init?(_ value: ParameterValue, of field: String)

  /// The value to describe the field with; nil if another field describes it.
  func value(of field: String) -> ParameterValue?

  /// The value with its lengths times a factor above 0; the same value if it has none.
  func scaled(by factor: Double) -> Self

  /// The value in force where `base` holds otherwise; differs from the value only where that is in parts, some of
  /// which may be missing.
  func over(_ base: Self) -> Self
}

extension ParameterType {
  func scaled(by factor: Double) -> Self { self }

  func over(_ base: Self) -> Self { self }
}

extension Double: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    guard case .number(let number) = value else { return nil }
    self = number
  }

  func value(of field: String) -> ParameterValue? { .number(self) }

  /// Within the limit of coordinates.
  func scaled(by factor: Double) -> Double {
    let limit = Coordinate.limit
    return Swift.min(Swift.max(self * factor, -limit), limit)
  }
}

extension Int: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    guard case .whole(let number) = value else { return nil }
    self = number
  }

  func value(of field: String) -> ParameterValue? { .whole(self) }
}

extension Bool: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }

  func value(of field: String) -> ParameterValue? { .flag(self) }
}

extension Size: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    guard case .size(let size) = value else { return nil }
    self = size
  }

  func value(of field: String) -> ParameterValue? { .size(self) }

  func scaled(by factor: Double) -> Size {
    Size(width: width.scaled(by: factor), height: height.scaled(by: factor))
  }
}

extension Point: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    guard case .point(let point) = value else { return nil }
    self = point
  }

  func value(of field: String) -> ParameterValue? { .point(self) }

  func scaled(by factor: Double) -> Point { Point(x: x.scaled(by: factor), y: y.scaled(by: factor)) }
}

/// One number stands for all four edges.
extension Insets: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    switch value {
    case .insets(let insets): self = insets
    case .number(let edge): self.init(top: edge, left: edge, bottom: edge, right: edge)
    default: return nil
    }
  }

  func value(of field: String) -> ParameterValue? { .insets(self) }

  func scaled(by factor: Double) -> Insets {
    Insets(
      top: top.scaled(by: factor), left: left.scaled(by: factor), bottom: bottom.scaled(by: factor),
      right: right.scaled(by: factor))
  }
}

/// An enumeration is described by the names of its cases.
protocol ParameterChoice: ParameterType, CaseIterable, RawRepresentable where RawValue == String {}

extension ParameterChoice {
  init?(_ value: ParameterValue, of field: String) {
    guard case .text(let name) = value else { return nil }
    self.init(rawValue: name)
  }

  func value(of field: String) -> ParameterValue? { .text(rawValue) }
}

extension ScrollAxis: ParameterChoice {}

extension TextStyle: ParameterChoice {}
