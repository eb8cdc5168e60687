import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `POST /v1/collections/{id}/measurements`: takes the sizes that content turned out to have, and answers what they
  /// change.
  static func takeMeasurements(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change { (body, shown) throws(Problem) in
      try .measurements(body, of: shown, limits: call.limits, isCancelled: call.isCancelled)
    }
  }
}

extension ChangeRequest {
  private enum Field: String, FieldNames { case measurements, version, scope, anchor, runs }

  /// Reads measurements of elements that a viewport shows.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func measurements(
    _ body: [UInt8], of shown: ShownCollection, limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ChangeRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      var options = DiffOptionMembers()
      var version: Int?
      let isObject = context.object(root, Field.self, "an object with \"measurements\"") { field, value in
        switch field {
        case .measurements: break
        case .version: version = context.integer(value, in: 1...Int.largestExactInteger)
        case .scope: options.scope = context.name(value, of: DiffScope.self)
        case .anchor: options.anchor = value
        case .runs: context.set(&options.foldsRuns, context.bool(value))
        }
      }
      guard isObject else { return nil }
      context.require("measurements", of: root)
      guard let value = root["measurements"], !context.isStopped else { return nil }
      let places = ItemPlaces(of: shown.solved.state.sections)
      let elements = context.at("measurements") { context.measurements(value, of: shown, places) }
      let wanted = options.read(hasBounds: shown.viewport.bounds != nil, places, context)
      let batch = MeasurementBatch(
        breadth: shown.solved.measuredBreadth(of: shown.viewport), elements: elements)
      return ChangeRequest(change: .measurements(batch), version: version, options: wanted) {
        shown, step, json in
        let counts = step.measurementCounts(of: shown.name)
        json.counts(
          "measured",
          [("applied", counts.applied), ("unchanged", counts.unchanged), ("ignored", counts.ignored)])
      }
    }
  }
}

extension DecodingContext {
  private enum MeasurementField: String, FieldNames {
    case indexPath, id, kind, section, item, size, alpha, transform
  }

  /// What a measurement says, field by field.
  private struct MeasurementMembers {
    var path: IndexPath?
    var kind: String?
    var section: Int?
    var item = 0
    var size: Size?
    var alpha: Double?
    var transform: AffineTransform?
  }

  fileprivate func measurements(
    _ value: JSONValue, of shown: ShownCollection, _ places: ItemPlaces
  ) -> [MeasuredElement] {
    var elements: [MeasuredElement] = []
    var first: [ElementPath: Int] = [:]
    if value.kind == .array { places.prepare(value.elements.compactMap { $0["id"]?.string }) }
    array(value, "an array of measurements") { index, value in
      countItems(1)
      guard let element = measurement(value, of: shown, places) else { return }
      if let other = first[element.path] {
        return fault("the element is measured twice: measurement \(other) is of the same element")
      }
      first[element.path] = index
      elements.append(element)
    }
    return elements
  }

  private func measurement(
    _ value: JSONValue, of shown: ShownCollection, _ places: ItemPlaces
  ) -> MeasuredElement? {
    let faultsBefore = faults.count
    var members = MeasurementMembers()
    let isObject = object(value, MeasurementField.self, "a measurement: an object with \"size\"") {
      field, value in
      switch field {
      case .indexPath: members.path = measuredPath(value, of: shown)
      case .id: members.path = measuredPath(ofID: value, places)
      case .kind: members.kind = string(value)
      case .section: members.section = place(value)
      case .item: set(&members.item, place(value))
      case .size: members.size = size(value)
      case .alpha: members.alpha = number(value, in: 0...1)
      case .transform: members.transform = transform(value)
      }
    }
    guard isObject else { return nil }
    require("size", of: value)
    if [value["indexPath"], value["id"], value["kind"]].count(where: { $0 != nil }) != 1 {
      fault("a measurement names its element by one of \"indexPath\", \"id\" and \"kind\" with \"section\"")
    }
    if value["kind"] == nil {
      for (name, member) in [("section", value["section"]), ("item", value["item"])] where member != nil {
        at(name) { fault("only an element that is named by its \"kind\" has a \"\(name)\"") }
      }
    } else {
      require("section", of: value)
      for (name, member) in [("alpha", value["alpha"]), ("transform", value["transform"])]
      where member != nil {
        at(name) { fault("only items take an alpha or a transform") }
      }
    }
    guard faults.count == faultsBefore, let size = members.size,
      let path = measuredElement(members, of: shown)
    else { return nil }
    return MeasuredElement(
      path, Measurement(size: size, alpha: members.alpha, transform: members.transform))
  }

  private func measuredElement(_ members: MeasurementMembers, of shown: ShownCollection) -> ElementPath? {
    guard let kind = members.kind else { return members.path.map { .cell($0.section, $0.item) } }
    guard let section = members.section else { return nil }
    let path = ElementPath(
      kind: ElementKind(category: .supplementary, name: kind),
      indexPath: IndexPath(section: section, item: members.item))
    return existing(path, of: shown)
  }

  private func measuredPath(_ value: JSONValue, of shown: ShownCollection) -> IndexPath? {
    indexPath(value).flatMap { existing($0, of: shown) }
  }

  private func measuredPath(ofID value: JSONValue, _ places: ItemPlaces) -> IndexPath? {
    guard let id = string(value) else { return nil }
    switch places.item(id) {
    case .one(let path): return path
    case .nothing: fault("no item has the id \(quoted(id))")
    case .several: fault("more than one item has the id \(quoted(id))")
    }
    return nil
  }

  /// The path, if an item is there.
  func existing(_ path: IndexPath, of shown: ShownCollection) -> IndexPath? {
    if shown.has(path) { return path }
    fault("there is no item at [\(path.section), \(path.item)]")
    return nil
  }

  /// The path, if the viewport's layout has the element.
  func existing(_ path: ElementPath, of shown: ShownCollection) -> ElementPath? {
    if shown.has(path) { return path }
    fault("there is no \(quoted(path.kind.name)) at [\(path.indexPath.section), \(path.indexPath.item)]")
    return nil
  }
}
