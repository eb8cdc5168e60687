import JSON
import LayoutEngine
import SelfSizing
import Wire

/// The body of `POST /v1/measurements`: cells to measure without a layout.
struct MeasurementRequest {
  var templates: TemplateSet
  var items: [Content]
  /// The ids of the items, nil for those that have none.
  var ids: [String?]
  var room: FittingRoom
  var environment: CellEnvironment
  /// Whether the client wants the frames of the views and the lines of their texts.
  var wantsViews: Bool
  var decodedContents = DecodedContents()
}

extension MeasurementRequest {
  private enum Field: String, FieldNames {
    case templates, width, height, items, contentSizeCategory, layoutDirection, scale, views
  }

  private enum ItemField: String, FrequentFieldNames {
    case id, template, content
    static let table = FieldTable<ItemField>()
  }

  /// Decodes a body.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `tooManyItems`.
  static func decode(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> MeasurementRequest {
    let contents = ContentReader()
    return try DecodingContext.read(body, limits: limits, contents: contents, isCancelled: isCancelled) {
      root, context in
      decode(root, context, contents)
    }
  }

  private static func decode(
    _ root: JSONValue, _ context: DecodingContext, _ contents: ContentReader
  ) -> MeasurementRequest? {
    var request = MeasurementRequest(
      templates: .builtInOnly, items: [], ids: [], room: FittingRoom(), environment: CellEnvironment(),
      wantsViews: false)
    let isObject = context.object(root, Field.self, "an object with \"width\" and \"items\"") {
      field, value in
      switch field {
      case .templates: contents.takeTemplates(value, context)
      case .width: request.room.width = context.fittedLength(value)
      case .height: request.room.height = context.fittedLength(value)
      case .items: break
      case .contentSizeCategory:
        context.set(&request.environment.category, context.name(value, of: ContentSizeCategory.self))
      case .layoutDirection:
        context.set(&request.environment.direction, context.name(value, of: Container.Direction.self))
      case .scale: request.environment.scale = context.number(value, in: PixelGrid.scales)
      case .views: context.set(&request.wantsViews, context.bool(value))
      }
    }
    guard isObject else { return nil }
    context.require("items", of: root)
    guard let items = root["items"], !context.isStopped else { return nil }
    request.templates = contents.templates
    context.at("items") { request.takeItems(items, context) }
    request.decodedContents = contents.decoded
    return request
  }

  /// Reads the items, after the templates that they refer to.
  private mutating func takeItems(_ value: JSONValue, _ context: DecodingContext) {
    context.array(value, "an array of items") { _, value in
      context.countItems(1)
      var id: String?
      var template: JSONValue?
      var shown: JSONValue?
      let isObject = context.object(value, ItemField.self, "an item: an object with \"template\"") {
        field, value in
        switch field {
        case .id: id = context.clientName(value)
        case .template: template = value
        case .content: shown = value
        }
      }
      guard isObject else { return }
      _ = context.required(template, "template")
      guard let content = context.content(shown, for: template) else { return }
      items.append(content)
      ids.append(id)
    }
  }
}

extension DecodingContext {
  /// Reads a width or height to fit cells to, in points.
  fileprivate func fittedLength(_ value: JSONValue) -> Double? { number(value, in: 0...1e7) }
}
