import Collections
import JSON
import LayoutEngine

extension ViewportChange {
  private enum BoundsField: String, FieldNames { case bounds, velocity, container, paging }
  private enum ViewportField: String, FieldNames { case bounds, velocity, container, paging, layout }

  /// Reads what `PUT …/bounds` takes: scrolling, resizing or turning the main screen.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault.
  static func bounds(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ViewportChange {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      context.viewportChange(root, BoundsField.self, of: Viewport.main)
    }
  }

  /// Reads what `PUT …/viewports/{name}` takes: the same of any screen, and a layout of its own.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault.
  static func viewport(
    _ name: String, _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ViewportChange {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      context.viewportChange(root, ViewportField.self, of: name)
    }
  }
}

extension DecodingContext {
  fileprivate func viewportChange<Field: FieldNames>(
    _ root: JSONValue, _ type: Field.Type, of name: String
  ) -> ViewportChange? {
    var bounds: Rect?
    var change = ViewportChange(name: name, bounds: .zero)
    let isObject = object(root, type, "an object with \"bounds\"") { field, value in
      switch field.rawValue {
      case "bounds": bounds = rect(value)
      case "velocity": change.velocity = point(value)
      case "container": change.container = container(value).map { ($0, value.text) }
      case "paging": set(&change.isPaging, bool(value))
      // Null goes back to the collection's own layout.
      case "layout":
        change.layout =
          value.isNull
          ? .some(nil) : layout(value).map { .some(LayoutChoice(kind: $0, jsonText: value.text)) }
      default: break
      }
    }
    guard isObject else { return nil }
    require("bounds", of: root)
    guard let bounds else { return nil }
    change.bounds = bounds
    return change
  }
}
