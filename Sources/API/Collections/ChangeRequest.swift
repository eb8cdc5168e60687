import Collections
import JSON
import LayoutEngine

/// A change that a client asks for, and what it wants to hear of it.
struct ChangeRequest {
  var change: CollectionChange
  /// The version that the change is meant for.
  var version: Int?
  var options: DiffOptions
  /// How much further the content is scrolled.
  var distance = Point.zero
  /// Writes what the answer has besides the diff.
  var tell: (ShownCollection, CollectionStep, inout JSONWriter) -> Void = { _, _, _ in }
}

extension ChangeRequest {
  private enum UpdatesField: String, FieldNames { case updates, version, scope, anchor, runs }
  private enum LayoutField: String, FieldNames { case layout, version, scope, anchor, runs }
  private enum SnapshotField: String, FieldNames { case sections, version, scope, anchor, runs }

  /// Reads a batch of updates of a collection.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func updates(
    _ body: [UInt8], of shown: ShownCollection, limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ChangeRequest {
    let templates = try shown.templates()
    return try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      context.templates = templates
      return context.change(root, UpdatesField.self, "updates", of: shown) { value, places in
        .updates(context.updates(value, of: shown.solved.state.layout.kind, places))
      }
    }
  }

  /// Reads the next state of a collection.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func snapshot(
    _ body: [UInt8], of shown: ShownCollection, limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ChangeRequest {
    let templates = try shown.templates()
    return try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      context.templates = templates
      var request = context.change(root, SnapshotField.self, "sections", of: shown) { value, _ in
        context.sections(value, of: shown.solved.state.layout.kind).map { .snapshot($0.list) }
      }
      request?.tell = { _, step, json in json.updates(step.updates) }
      return request
    }
  }

  /// Reads another layout of a collection.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault.
  static func layout(
    _ body: [UInt8], of shown: ShownCollection, limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ChangeRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      context.change(root, LayoutField.self, "layout", of: shown) { value, _ in
        context.layout(value).map { .layout(LayoutChoice(kind: $0, jsonText: value.text)) }
      }
    }
  }
}

extension DecodingContext {
  /// Reads a body of one member that is the change, `name`, and what is asked of its diff.
  fileprivate func change<Field: FieldNames>(
    _ root: JSONValue, _ type: Field.Type, _ name: StaticString, of shown: ShownCollection,
    _ read: (JSONValue, ItemPlaces) -> CollectionChange?
  ) -> ChangeRequest? {
    var options = DiffOptionMembers()
    var version: Int?
    let isObject = object(root, type, "an object with \"\(name)\"") { field, value in
      switch field.rawValue {
      case "version": version = integer(value, in: 1...Int.largestExactInteger)
      case "scope": options.scope = self.name(value, of: DiffScope.self)
      case "anchor": options.anchor = value
      case "runs": set(&options.foldsRuns, bool(value))
      default: break
      }
    }
    guard isObject else { return nil }
    require(name, of: root)
    guard let value = root[name], !isStopped else { return nil }
    let places = ItemPlaces(of: shown.solved.state.sections)
    let change = at("\(name)") { read(value, places) }
    let wanted = options.read(hasBounds: shown.viewport.bounds != nil, places, self)
    return change.map { ChangeRequest(change: $0, version: version, options: wanted) }
  }
}
