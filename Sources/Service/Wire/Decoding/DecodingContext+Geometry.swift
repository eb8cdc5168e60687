import Diagnostics
import JSON
import LayoutEngine

/// Geometry, as objects or in the compact form of arrays.
extension DecodingContext {
  private enum SizeField: String, FrequentFieldNames {
    case width, height
    static let table = FieldTable<SizeField>()
  }
  private enum PointField: String, FieldNames { case x, y }
  private enum RectField: String, FieldNames { case x, y, width, height }
  private enum InsetsField: String, FieldNames { case top, left, bottom, right }
  private enum OverscanField: String, FieldNames { case top, left, bottom, right, unit }

  /// Reads a size in points, each extent from 0.
  package func size(_ value: JSONValue) -> Size? {
    if let pair = value.pair, let size = size(pair) { return size }
    let expected = "a size, {\"width\", \"height\"} or [width, height]"
    if value.kind == .array {
      return numbers(value, count: 2, in: 0...Coordinate.limit, expected, as: .size).map {
        Size(width: $0[0], height: $0[1])
      }
    }
    var width: Double?, height: Double?
    var isWhole = true
    guard value.kind == .object else { return mismatch(value, expected, as: .size) }
    object(value, SizeField.self, expected) { field, value in
      let length = length(value)
      isWhole = isWhole && length != nil
      switch field {
      case .width: width = length
      case .height: height = length
      }
    }
    guard isWhole else { return nil }
    return required(width, "width").flatMap { width in
      required(height, "height").map { Size(width: width, height: $0) }
    }
  }

  /// Returns the size of a width and a height; nil if either is out of range.
  @inline(__always)
  func size(_ pair: (width: Double, height: Double)) -> Size? {
    let limit = Coordinate.limit
    guard pair.width >= 0, pair.width <= limit, pair.height >= 0, pair.height <= limit else { return nil }
    return Size(width: pair.width, height: pair.height)
  }

  func point(_ value: JSONValue) -> Point? {
    let expected = "a point, {\"x\", \"y\"} or [x, y]"
    if value.kind == .array {
      return numbers(value, count: 2, in: -Coordinate.limit...Coordinate.limit, expected, as: .point).map {
        Point(x: $0[0], y: $0[1])
      }
    }
    var x: Double?, y: Double?
    var isWhole = true
    guard value.kind == .object else { return mismatch(value, expected, as: .point) }
    object(value, PointField.self, expected) { field, value in
      let coordinate = number(value)
      isWhole = isWhole && coordinate != nil
      switch field {
      case .x: x = coordinate
      case .y: y = coordinate
      }
    }
    guard isWhole else { return nil }
    return required(x, "x").flatMap { x in required(y, "y").map { Point(x: x, y: $0) } }
  }

  func rect(_ value: JSONValue) -> Rect? {
    if let rect = plainRect(value) { return rect }
    let expected = "a rect, {\"x\", \"y\", \"width\", \"height\"} or [x, y, width, height]"
    var parts: [Double?] = [nil, nil, nil, nil]
    var isWhole = true
    func take(_ index: Int, _ value: JSONValue) {
      parts[index] = index < 2 ? number(value) : length(value)
      isWhole = isWhole && parts[index] != nil
    }
    if value.kind == .array {
      guard value.count == 4 else { return mismatch(value, expected) }
      array(value, expected, taking: 0, take)
    } else {
      guard value.kind == .object else { return mismatch(value, expected, as: .rect) }
      object(value, RectField.self, expected) { field, value in
        switch field {
        case .x: take(0, value)
        case .y: take(1, value)
        case .width: take(2, value)
        case .height: take(3, value)
        }
      }
    }
    guard isWhole else { return nil }
    for (part, name) in zip(parts, ["x", "y", "width", "height"]) where required(part, name) == nil {
      return nil
    }
    return Rect(x: parts[0]!, y: parts[1]!, width: parts[2]!, height: parts[3]!)
  }

  /// Returns a rect in its compact form; nil for any other value.
  private func plainRect(_ value: JSONValue) -> Rect? {
    var elements = value.elements
    let limit = Coordinate.limit
    guard let x = elements.next()?.number, let y = elements.next()?.number,
      let width = elements.next()?.number, let height = elements.next()?.number, elements.next() == nil,
      x.magnitude <= limit, y.magnitude <= limit, width >= 0, width <= limit, height >= 0, height <= limit
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// Reads insets; missing edges are 0.
  package func insets(_ value: JSONValue) -> Insets? {
    let expected = "insets, {\"top\", \"left\", \"bottom\", \"right\"} or [top, left, bottom, right]"
    if value.kind == .array {
      return numbers(value, count: 4, in: -Coordinate.limit...Coordinate.limit, expected, as: .insets).map {
        Insets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
      }
    }
    guard value.kind == .object else { return mismatch(value, expected, as: .insets) }
    var insets = Insets.zero
    object(value, InsetsField.self, expected) { field, value in
      guard let edge = number(value) else { return }
      switch field {
      case .top: insets.top = edge
      case .left: insets.left = edge
      case .bottom: insets.bottom = edge
      case .right: insets.right = edge
      }
    }
    return insets
  }

  /// The largest overscan in lengths of the bounds.
  private static let screenLimit = 100.0

  /// Reads an overscan; missing edges are 0.
  func overscan(_ value: JSONValue) -> Overscan? {
    var edges = Insets.zero
    var unit = Overscan.Unit.points
    let isObject = object(
      value, OverscanField.self, "an overscan, an object with \"top\", \"left\", \"bottom\", \"right\""
    ) { field, value in
      if field == .unit { set(&unit, name(value, of: Overscan.Unit.self)) }
    }
    guard isObject else { return nil }
    let limit = unit == .points ? Coordinate.limit : Self.screenLimit
    func read(_ name: StaticString, _ edge: inout Double) {
      guard let given = value[name] else { return }
      at("\(name)") { set(&edge, number(given, in: 0...limit)) }
    }
    read("top", &edges.top)
    read("left", &edges.left)
    read("bottom", &edges.bottom)
    read("right", &edges.right)
    return Overscan(edges, unit: unit)
  }

  /// Reads a 2D transform, [a, b, c, d, tx, ty].
  func transform(_ value: JSONValue) -> AffineTransform? {
    numbers(
      value, count: 6, in: -Coordinate.limit...Coordinate.limit, "a transform, [a, b, c, d, tx, ty]"
    ).map { AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]) }
  }

  /// Reports that an object lacks the field with its kind, and the field that stands in its place.
  ///
  /// - Parameters:
  ///   - values: the values that the field takes.
  ///   - known: the other fields that such an object may have.
  package func missing(_ name: String, taking values: [String], in object: JSONValue, besides known: [String])
  {
    for (key, _) in object.members {
      let given = String(key)
      guard !known.contains(given), NearestName.to(given, among: [name]) != nil else { continue }
      at(given) { fault("unknown field; did you mean \"\(name)\"?") }
    }
    fault("the field \"\(name)\" is missing; it takes \(values.map(quoted).joined(separator: ", "))")
  }

  /// Reports a required field that an object lacks.
  package func require(_ name: StaticString, of object: JSONValue) {
    if object[name] == nil { fault("the field \"\(name)\" is missing") }
  }

  /// Reports a required field that is missing.
  package func required<Value>(_ value: Value?, _ name: String) -> Value? {
    if value == nil { fault("the field \"\(name)\" is missing") }
    return value
  }
}
