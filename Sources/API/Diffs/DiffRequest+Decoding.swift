import Collections
import JSON
import LayoutEngine

extension DiffRequest {
  private enum Field: String, FieldNames { case before, updates, after, scope, anchor, runs }

  /// Reads a body.
  ///
  /// The state before is read first, wherever it stands: updates name its items.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func decode(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> DiffRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled, decode)
  }

  private static func decode(_ root: JSONValue, _ context: DecodingContext) -> DiffRequest? {
    var before: LayoutRequest?
    var updates: JSONValue?
    var after: LayoutRequest?
    var options = DiffOptionMembers()
    let isObject = context.object(
      root, Field.self, "an object with \"before\" and one of \"updates\" and \"after\""
    ) { field, value in
      switch field {
      case .before: before = context.diffState(value)
      case .updates: updates = value
      case .after: after = context.diffState(value)
      case .scope: options.scope = context.name(value, of: DiffScope.self)
      case .anchor: options.anchor = value
      case .runs: context.set(&options.foldsRuns, context.bool(value))
      }
    }
    guard isObject else { return nil }
    context.require("before", of: root)
    if (root["updates"] == nil) == (root["after"] == nil) {
      context.fault("a diff has exactly one of \"updates\" and \"after\"")
    }
    guard let before, !context.isStopped else { return nil }
    let places = ItemPlaces(of: before.sections)
    context.templates = before.templates
    let read = updates.map { value in
      context.at("updates") { context.updates(value, of: before.layout, places) }
    }
    let wanted = options.read(hasBounds: before.visibleRect != nil, places, context)
    guard let change = read.map(Change.updates) ?? after.map(Change.after) else { return nil }
    return DiffRequest(before: before, change: change, options: wanted)
  }
}

extension DecodingContext {
  private enum StateField: String, FieldNames {
    case container, layout, sections, bounds, visibleRect, templates, selfSizing
  }

  /// Reads one state: a collection, and what is seen of it.
  fileprivate func diffState(_ value: JSONValue) -> LayoutRequest? {
    var members = CollectionMembers()
    templates = .builtInOnly
    let isObject = object(value, StateField.self, "an object with \"container\", \"layout\", \"sections\"") {
      field, value in
      switch field {
      case .container: members.container = container(value)
      case .layout: members.layout = layout(value)
      case .sections: members.sections = value
      // A layout's own name for what is seen is taken too.
      case .bounds, .visibleRect: members.visibleRect = rect(value)
      case .templates: takeTemplates(value)
      case .selfSizing: members.selfSizing = name(value, of: ContentSizing.Scope.self)
      }
    }
    refuseTwoNamesOfBounds(in: value)
    return isObject ? members.request(value, self) : nil
  }
}
