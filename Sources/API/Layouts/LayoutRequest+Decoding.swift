import Collections
import JSON
import LayoutEngine

extension LayoutRequest {
  private enum Field: String, FieldNames {
    case container, layout, sections, visibleRect, templates, selfSizing
  }

  /// Reads a body.
  ///
  /// The layout is read first, wherever it stands: a section's metrics depend on its kind.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func decode(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> LayoutRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled, decode)
  }

  private static func decode(_ root: JSONValue, _ context: DecodingContext) -> LayoutRequest? {
    var members = CollectionMembers()
    let isObject = context.object(root, Field.self, "an object with \"container\", \"layout\", \"sections\"")
    {
      field, value in
      switch field {
      case .container: members.container = context.container(value)
      case .layout: members.layout = context.layout(value)
      case .sections: members.sections = value
      case .visibleRect: members.visibleRect = context.rect(value)
      case .templates: context.takeTemplates(value)
      case .selfSizing: members.selfSizing = context.name(value, of: ContentSizing.Scope.self)
      }
    }
    return isObject ? members.request(root, context) : nil
  }
}

/// The members of a collection's description, as they are found in any order.
struct CollectionMembers {
  var container: Container?
  var layout: LayoutKind?
  /// Read last: metrics depend on the layout's kind.
  var sections: JSONValue?
  var visibleRect: Rect?
  var selfSizing: ContentSizing.Scope?

  /// What the members make together, if all that are needed are there.
  func request(_ root: JSONValue, _ context: DecodingContext) -> LayoutRequest? {
    context.require("container", of: root)
    context.require("layout", of: root)
    context.require("sections", of: root)
    guard let sections, !context.isStopped else { return nil }
    let read = context.at("sections") { context.sections(sections, of: layout) }
    guard let container, let layout, let read else { return nil }
    return LayoutRequest(
      container: container, layout: layout, sections: read.list, itemsForms: read.forms,
      visibleRect: visibleRect, templates: context.templates, selfSizing: selfSizing ?? .visible)
  }
}

extension DecodingContext {
  /// Reads a body whole, by `decode`.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func read<Request>(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool,
    _ decode: (JSONValue, DecodingContext) -> Request?
  ) throws(Problem) -> Request {
    let document = try JSONDocument.reading(body, limits: limits)
    return try document.withRoot { (root) throws(Problem) in
      let context = DecodingContext(limits: limits, isCancelled: isCancelled)
      let request = decode(root, context)
      try context.finish()
      guard let request else { throw Problem(.internalError, "The request could not be read.") }
      return request
    }
  }
}

extension JSONDocument {
  /// Parses a body, or says where it is not JSON, or JSON of more than is taken.
  static func reading(_ body: [UInt8], limits: RequestLimits) throws(Problem) -> JSONDocument {
    do throws(JSONSyntaxError) {
      return try JSONDocument(
        parsing: body, limits: JSONLimits(depth: limits.depth, stringLength: limits.stringLength))
    } catch {
      throw Problem(
        error.code, "Line \(error.line), column \(error.column): \(error.message)",
        place: TextPlace(line: error.line, column: error.column))
    }
  }
}

extension JSONSyntaxError {
  /// What a refusal for it is called: a text within the grammar is JSON, however deep and long.
  fileprivate var code: ProblemCode {
    switch reason {
    case .tooDeep, .stringTooLong: .invalidRequest
    case .tooLarge: .payloadTooLarge
    default: .malformedJSON
    }
  }
}
