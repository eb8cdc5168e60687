import Collections
import JSON
import LayoutEngine

/// A change that a client asks for, and what it wants to hear of it: what `POST …/updates` and `PUT …/snapshot` take.
struct ChangeRequest {
  var change: CollectionChange
  /// The version that the change is meant for.
  var version: Int?
  var options: DiffOptions
}

extension ChangeRequest {
  private enum UpdatesField: String, FieldNames { case updates, version, scope, anchor, runs }
  private enum LayoutField: String, FieldNames { case layout, version, scope, anchor, runs }
  private enum SnapshotField: String, FieldNames { case sections, version, scope, anchor, runs }

  /// Reads a batch of updates of a collection.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func updates(
    _ body: [UInt8], of collection: CollectionState, seenBy viewport: Viewport, limits: RequestLimits,
    isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ChangeRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      context.change(root, UpdatesField.self, "updates", of: collection, viewport) { value, places in
        .updates(context.updates(value, of: collection.layout.kind.name, places))
      }
    }
  }

  /// Reads the next state of a collection.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func snapshot(
    _ body: [UInt8], of collection: CollectionState, seenBy viewport: Viewport, limits: RequestLimits,
    isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ChangeRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      context.change(root, SnapshotField.self, "sections", of: collection, viewport) { value, _ in
        context.sections(value, of: collection.layout.kind.name).map { .snapshot($0.list) }
      }
    }
  }

  /// Reads another layout of a collection.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault.
  static func layout(
    _ body: [UInt8], of collection: CollectionState, seenBy viewport: Viewport, limits: RequestLimits,
    isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ChangeRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      context.change(root, LayoutField.self, "layout", of: collection, viewport) { value, _ in
        context.layout(value).map { .layout(LayoutChoice(kind: $0.kind, words: value.text)) }
      }
    }
  }
}

extension DecodingContext {
  /// Reads a body of one member that is the change, `name`, and what is asked of its diff.
  fileprivate func change<Field: FieldNames>(
    _ root: JSONValue, _ type: Field.Type, _ name: StaticString, of collection: CollectionState,
    _ viewport: Viewport, _ read: (JSONValue, ItemPlaces) -> CollectionChange?
  ) -> ChangeRequest? {
    var options = DiffOptionMembers()
    var version: Int?
    let isObject = object(root, type, "an object with \"\(name)\"") { field, value in
      switch field.rawValue {
      case "version": version = integer(value, in: 1...Int(coordinateLimit))
      case "scope": options.scope = self.name(value, of: DiffScope.self)
      case "anchor": options.anchor = value
      case "runs": set(&options.foldsRuns, bool(value))
      default: break
      }
    }
    guard isObject else { return nil }
    require(name, of: root)
    guard let value = root[name], !isStopped else { return nil }
    let places = ItemPlaces(of: collection.sections)
    let change = at("\(name)") { read(value, places) }
    let wanted = options.read(hasBounds: viewport.bounds != nil, places, self)
    return change.map { ChangeRequest(change: $0, version: version, options: wanted) }
  }
}
