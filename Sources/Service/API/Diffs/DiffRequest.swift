import Collections
import JSON
import LayoutEngine
import Wire

/// The body of `POST /v1/diffs`: two states of a collection, and options of the diff.
struct DiffRequest {
  /// The form in which the request gives the second state.
  enum Change {
    case updates([BatchUpdate])
    case after(CollectionDescription)
  }

  /// The state before; its bounds are the user's viewport, if any.
  var before: CollectionDescription
  var change: Change
  var options: DiffOptions
}

extension DiffRequest {
  private enum Field: String, FieldNames { case before, updates, after, scope, anchor, runs }

  /// Reads a body.
  ///
  /// Decodes the state before first, whatever the order of the fields, because updates name its items.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `tooManyItems`.
  static func decode(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> DiffRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled, decode)
  }

  private static func decode(_ root: JSONValue, _ context: DecodingContext) -> DiffRequest? {
    var before: CollectionDescription?
    var updates: JSONValue?
    var after: CollectionDescription?
    var options = DiffOptionMembers()
    let isObject = context.object(
      root, Field.self, "an object with \"before\" and one of \"updates\" and \"after\""
    ) { field, value in
      switch field {
      case .before: before = state(value, context)
      case .updates: updates = value
      case .after: after = state(value, context)
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
    let positions = ItemPositions(of: before.state.sections)
    context.contents = before.contents
    let read = updates.map { value in
      context.at("updates") {
        context.updates(value, of: before.state.layout.kind, positions, hasUniqueIDs: false)
      }
    }
    let wanted = options.read(hasBounds: before.state.bounds != nil, positions, context)
    guard let change = read.map(Change.updates) ?? after.map(Change.after) else { return nil }
    return DiffRequest(before: before, change: change, options: wanted)
  }

  /// Reads a state, which has templates of its own.
  private static func state(_ value: JSONValue, _ context: DecodingContext) -> CollectionDescription? {
    context.contents = ContentReader()
    return context.collection(value, of: .diffState)
  }
}
