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
    var scope: Scope?
    var anchor: JSONValue?
    var foldsRuns = false
    let isObject = context.object(
      root, Field.self, "an object with \"before\" and one of \"updates\" and \"after\""
    ) { field, value in
      switch field {
      case .before: before = context.diffState(value)
      case .updates: updates = value
      case .after: after = context.diffState(value)
      case .scope: scope = context.name(value, of: Scope.self)
      case .anchor: anchor = value
      case .runs: context.set(&foldsRuns, context.bool(value))
      }
    }
    guard isObject else { return nil }
    context.require("before", of: root)
    if (root["updates"] == nil) == (root["after"] == nil) {
      context.fault("a diff has exactly one of \"updates\" and \"after\"")
    }
    if foldsRuns, scope != .all {
      context.at("runs") { context.fault("runs are folded only with \"scope\": \"all\"") }
    }
    guard let before, !context.isStopped else { return nil }
    let places = ItemPlaces(of: before.sections)
    let read = updates.map { value in
      context.at("updates") { context.updates(value, of: before.layout.name, places) }
    }
    let kept = anchor.flatMap { value in context.at("anchor") { context.anchor(value, places) } }
    guard let change = read.map(Change.updates) ?? after.map(Change.after) else { return nil }
    return DiffRequest(
      before: before, change: change, scope: scope ?? (before.visibleRect == nil ? .all : .visible),
      anchor: kept ?? .automatic, foldsRuns: foldsRuns)
  }
}

extension DecodingContext {
  private enum StateField: String, FieldNames {
    case container, layout, sections, bounds, visibleRect, templates
  }

  /// Reads one state: a collection, and what is seen of it.
  fileprivate func diffState(_ value: JSONValue) -> LayoutRequest? {
    var members = CollectionMembers()
    let isObject = object(value, StateField.self, "an object with \"container\", \"layout\", \"sections\"") {
      field, value in
      switch field {
      case .container: members.container = container(value)
      case .layout: members.layout = layout(value)
      case .sections: members.sections = value
      // A layout's own name for what is seen is taken too.
      case .bounds, .visibleRect: members.visibleRect = rect(value)
      case .templates: noTemplates(value)
      }
    }
    if value.kind == .object, value["bounds"] != nil, value["visibleRect"] != nil {
      fault("a state has \"bounds\" or \"visibleRect\", which say the same")
    }
    return isObject ? members.request(value, self) : nil
  }

  private enum AnchorName: String, CaseIterable { case automatic, start, end, none }

  private enum AnchorField: String, FieldNames { case id }

  /// What keeps its place on screen.
  fileprivate func anchor(_ value: JSONValue, _ places: ItemPlaces) -> DiffAnchor? {
    if value.kind == .object {
      var anchor: DiffAnchor?
      object(value, AnchorField.self, "an anchor") { _, value in
        anchor = itemPath(ofID: value, places).map { .item($0) }
      }
      require("id", of: value)
      return anchor
    }
    guard let name = name(value, of: AnchorName.self) else { return nil }
    switch name {
    case .automatic: return .automatic
    case .start: return .start
    case .end: return .end
    case .none: return DiffAnchor.none
    }
  }
}
