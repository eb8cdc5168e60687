import CollectionModel
import JSON
import LayoutEngine

/// Decodes the bodies of changes: one field contains the change, the others choose what the response contains.
///
/// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `tooManyItems`.
extension CollectionEdit {
  fileprivate enum Field: String, FieldNames {
    case updates, layout, sections, measurements, version, scope, anchor, runs, erase
  }

  /// Reads a batch of updates.
  package static func updates(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> CollectionEdit {
    try decode(body, .updates, "updates", of: before, call) { value, target, context in
      if let edits = context.outlineEdits(value, target.positions) { return .outlines(edits) }
      return .updates(context.updates(value, of: target.kind, target.positions, hasUniqueIDs: true))
    }
  }

  /// Reads the sections after.
  package static func snapshot(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> CollectionEdit {
    try decode(body, .sections, "sections", of: before, call, details: .updates) { value, target, context in
      context.sections(value, of: target.kind).map {
        context.refuseRepeatedIDs(in: $0.list)
        return .snapshot($0.list)
      }
    }
  }

  /// Reads a layout.
  package static func layout(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> CollectionEdit {
    try decode(body, .layout, "layout", of: before, call) { value, _, context in
      context.layoutChoice(value).map { .layout($0) }
    }
  }

  /// Reads measurements of elements that a viewport shows.
  package static func measurements(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> CollectionEdit {
    try decode(body, .measurements, "measurements", of: before, call, details: .measured) {
      value, target, context in
      .measurements(
        MeasurementBatch(
          breadth: target.collection.measuredBreadth(of: target.viewport),
          elements: context.measurements(value, of: target)))
    }
  }

  private static func decode(
    _ body: [UInt8], _ field: Field, _ name: StaticString, of before: SolvedCollection, _ call: ChangeCall,
    details: Details = .none, _ read: (JSONValue, ChangeTarget, DecodingContext) -> CollectionChange?
  ) throws(Problem) -> CollectionEdit {
    let target = try ChangeTarget(
      before, viewport: call.viewportName, notingReadings: call.isRepeatable)
    let contents = try call.measurer.reader(for: before)
    return try DecodingContext.read(
      body, limits: call.limits, contents: contents, isCancelled: call.isCancelled
    ) { root, context in
      guard context.isMeant(root, for: before, call) else { return nil }
      var options = DiffOptionMembers()
      var version: Int?
      var erases = false
      // Only these delete items.
      let further: [Field] = field == .updates || field == .sections ? [.erase] : []
      let isObject = context.object(
        root, Field.self, among: [field, .version, .scope, .anchor, .runs] + further,
        "an object with \"\(name)\""
      ) { field, value in
        switch field {
        // The change itself is decoded below, after the other fields.
        case .updates, .layout, .sections, .measurements: break
        case .version: version = context.version(value)
        case .scope: options.scope = context.name(value, of: DiffScope.self)
        case .anchor: options.anchor = value
        case .runs: context.set(&options.foldsRuns, context.bool(value))
        case .erase: context.set(&erases, context.bool(value))
        }
      }
      guard isObject else { return nil }
      context.require(name, of: root)
      guard let value = root[name], !context.isStopped else { return nil }
      let change = context.at("\(name)") {
        context.charging(read(value, target, context), of: before.state)
      }
      let wanted = options.read(hasBounds: target.viewport.bounds != nil, target.shownPositions, context)
      return change.map {
        CollectionEdit(
          change: $0, version: version, options: wanted, details: details, erases: erases,
          unknownIDs: context.unknownMeasuredIDs, target: target,
          measurer: call.measurer.reusing(contents))
      }
    }
  }
}

extension DecodingContext {
  /// Counts the memory that a change takes, beside its body. That of new sections is counted while they are decoded.
  func charging(_ change: CollectionChange?, of state: CollectionState) -> CollectionChange? {
    switch change {
    case nil, .snapshot: break
    case let change?: charge(RequestCost(change, of: state).bytes, noting: true)
    }
    return change
  }

  /// Returns whether the body of a change is for the version that the collection has, and otherwise ends decoding: its
  /// ids and index paths are those of another version.
  func isMeant(_ root: JSONValue, for before: SolvedCollection, _ call: ChangeCall) -> Bool {
    // A version that is none is an error of its member.
    guard let version = root["version"]?.number.flatMap({ Int(exactly: $0) }), version > 0,
      version != before.version
    else { return true }
    if call.isVersionDemanded {
      at("version") {
        stop(.badRequest, "If-Match is for version \(before.version), and the body for another")
      }
    } else {
      stop(.versionMismatch(newest: before.version))
    }
    return false
  }

  /// Reads a version of a collection.
  func version(_ value: JSONValue, upTo newest: Int = .largestExactInteger) -> Int? {
    integer(value, in: 1...newest)
  }

  /// Reads a layout, with its JSON text for describing it again.
  func layoutChoice(_ value: JSONValue) -> LayoutChoice? {
    layout(value).map { LayoutChoice(kind: $0, jsonText: value.text) }
  }
}
