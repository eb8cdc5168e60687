import Collections
import JSON
import LayoutEngine

/// A collection that is to be kept: what `POST /v1/collections` takes.
struct CollectionRequest {
  /// Nil lets the service choose.
  var id: String?
  var state: CollectionState
  /// What it was read from.
  var described: LayoutRequest
}

extension CollectionRequest {
  private enum Field: String, FieldNames {
    case id, container, layout, sections, bounds, visibleRect, templates, selfSizing, measurementSpace
  }

  /// Reads a body.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func decode(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> CollectionRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled, decode)
  }

  private static func decode(_ root: JSONValue, _ context: DecodingContext) -> CollectionRequest? {
    var members = CollectionMembers()
    var id: String?
    var space: String?
    var layoutJSON: [UInt8] = []
    var containerJSON: [UInt8] = []
    let isObject = context.object(root, Field.self, "an object with \"container\", \"layout\", \"sections\"")
    {
      field, value in
      switch field {
      case .id: id = context.collectionID(value)
      case .container:
        members.container = context.container(value)
        containerJSON = value.text
      case .layout:
        members.layout = context.layout(value)
        layoutJSON = value.text
      case .sections: members.sections = value
      case .bounds, .visibleRect: members.visibleRect = context.rect(value)
      case .templates: context.takeTemplates(value)
      case .selfSizing: members.selfSizing = context.name(value, of: ContentSizing.Scope.self)
      case .measurementSpace: space = context.spaceName(value)
      }
    }
    guard isObject else { return nil }
    context.refuseTwoNamesOfBounds(in: root)
    guard let request = members.request(root, context) else { return nil }
    let state = CollectionState(
      sections: request.sections, layout: LayoutChoice(kind: request.layout, jsonText: layoutJSON),
      main: Viewport(
        container: request.container, containerJSON: containerJSON, bounds: request.visibleRect),
      measurementSpace: space,
      contentSizing: ContentSizing(scope: request.selfSizing, templates: request.templates.jsonText))
    return CollectionRequest(id: id, state: state, described: request)
  }
}

extension DecodingContext {
  /// An id that stands in a path without escapes.
  fileprivate func collectionID(_ value: JSONValue) -> String? {
    guard let id = string(value) else { return nil }
    guard CollectionID.isValid(id) else {
      fault(
        "an id has 1 to \(CollectionID.lengthLimit) characters out of letters, digits, \"-\", \"_\", \".\" and "
          + "\"~\", and is not \".\" or \"..\"")
      return nil
    }
    return id
  }

  /// The name by which collections share what is measured.
  fileprivate func spaceName(_ value: JSONValue) -> String? {
    guard let name = string(value) else { return nil }
    guard (1...CollectionID.lengthLimit).contains(name.utf8.count) else {
      fault("a measurement space has a name of 1 to \(CollectionID.lengthLimit) bytes")
      return nil
    }
    return name
  }

  /// A layout's own name for what is seen is taken too, but not beside the other.
  func refuseTwoNamesOfBounds(in value: JSONValue) {
    if value["bounds"] != nil, value["visibleRect"] != nil {
      fault("a state has either \"bounds\" or \"visibleRect\": they mean the same")
    }
  }
}

extension JSONValue {
  /// The value as JSON without spaces.
  var text: [UInt8] {
    var json = JSONWriter(capacity: 256)
    json.value(self)
    return json.finish().withUnsafeBytes { Array($0) }
  }
}
