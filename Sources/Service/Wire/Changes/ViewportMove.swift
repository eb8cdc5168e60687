import CollectionModel
import Diagnostics
import JSON
import LayoutEngine

/// Scrolling, resizing or rotating a viewport, or giving it another layout. The response is the elements that appear
/// and disappear.
package struct ViewportMove {
  /// The change of the viewport.
  package var change: ViewportChange
  package let version: Int?
  let measurer: any CollectionMeasuring
  /// Whether the viewport is added.
  let isNew: Bool
  /// The ids of measurements that name no item.
  let unknownIDs: [String]

  /// Whether the viewport gets another container or layout.
  package var resizes: Bool {
    if case .some = change.layout { return true }
    return change.container != nil || change.hasOwnOutline != nil
  }
}

extension ViewportMove: ChangeRequest {
  package static var createsResource: Bool { true }

  package static func resourceExists(in before: SolvedCollection, _ call: ChangeCall) -> Bool {
    before.viewport(call.parameter ?? Viewport.main) != nil
  }

  package func namedViewport(in before: SolvedCollection, _ call: ChangeCall) -> String? { change.name }

  package func apply(to before: SolvedCollection, _ call: ChangeCall) throws(Problem) -> AppliedChange {
    if isNew, before.viewportNames.count >= call.limits.viewports {
      throw Problem(.tooManyCollections, "A collection may have at most \(call.limits.viewports) viewports.")
    }
    if change.hasOwnOutline == true, before.viewport(change.name)?.ownOutline == nil {
      try call.limits.check(ownOutlines: before.ownOutlineCount + 1)
    }
    if isNew || change.container != nil || change.layout != nil || change.hasOwnOutline == true {
      try checkMemory(before.state, call.limits)
    }
    if !change.measurements.isEmpty {
      let breadth = before.measuredBreadth(of: before.viewport(change.name) ?? before.state.main)
      let batch = MeasurementBatch(breadth: breadth, elements: change.measurements)
      try call.charge(RequestCost(.measurements(batch), of: before.state).work)
    }
    return .step(
      try ContentSizingError<Problem>.rethrown(
        as: Problem.init, from: before.applying(change, now: call.now, measurer.measure)))
  }

  /// Rejects a viewport for which the collection cannot be laid out within a request's memory.
  private func checkMemory(_ state: CollectionState, _ limits: RequestLimits) throws(Problem) {
    var kind = state.layout.kind
    if case .some(.some(let own)) = change.layout { kind = own.kind }
    try limits.check(RequestCost(layingOut: state.sections, as: kind))
  }

  package func check(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) {
    let viewport = try step.after.existingViewport(change.name)
    let solvedViewport = step.after.solvedViewport(of: viewport)
    try solvedViewport.layout.checkCoordinates()
    if let window = viewport.window, window.exceedsCoordinateLimit {
      throw Problem(.contentTooLarge, "The bounds with their overscan reach beyond 2^53 points.")
    }
    call.note(laidOut: solvedViewport.kind.name)
    call.note(touched: step.scrolled?.touched ?? 0)
  }

  package func diff(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) -> ScrollResponse? {
    ScrollResponse(
      step: step, change: change, viewport: try step.after.existingViewport(change.name),
      unknownIDs: unknownIDs, includesContent: call.includesContent,
      warnings: measurer.warnings)
  }

  package func status(of step: CollectionStep) -> Int { isNew ? 201 : 200 }
}

extension ViewportMove {
  private enum Field: String, FieldNames {
    case version, bounds, boundsVersion, velocity, container, paging, overscan, resync, measurements, anchor,
      scrollTo, layout, outline
    case follow, followDistance, contentAlignment, roomBelow, orthogonalOffsets
  }

  /// Whose state of outlines a viewport shows.
  private enum OutlineState: String, CaseIterable { case shared, own }

  /// The members that a page passes on as numbers.
  private static var numbers: [Field] { [.bounds, .boundsVersion, .velocity, .paging, .resync, .anchor] }

  /// Decodes the body of `PUT …/bounds`: a move of the main viewport.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error.
  package static func bounds(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> ViewportMove {
    try decode(
      body, Viewport.main, among: Field.allCases.filter { $0 != .layout && $0 != .outline }, of: before, call)
  }

  /// Decodes the body of `PUT …/viewports/{name}`: a move of any viewport, and a layout of its own.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `notFound` for an unknown name without a
  ///   container.
  package static func viewport(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> ViewportMove {
    try decode(body, call.parameter ?? "", among: Field.allCases, of: before, call).ofKnownViewport()
  }

  /// A move that a page passes on as numbers.
  ///
  /// - Parameter others: an object with the members of the body of `PUT …/viewports/{name}` that have no form as numbers;
  ///   empty if there are none.
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `notFound` for an unknown name without a
  ///   container.
  package static func viewport(
    _ change: ViewportChange, _ others: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> ViewportMove {
    guard !others.isEmpty else {
      return try ViewportMove(
        change: change, version: nil, measurer: call.measurer.measurer(of: before),
        isNew: before.viewport(change.name) == nil,
        unknownIDs: []
      ).ofKnownViewport()
    }
    let fields = Field.allCases.filter { !numbers.contains($0) }
    return try decode(others, change.name, change, among: fields, of: before, call).ofKnownViewport()
  }

  /// - Throws: `notFound` for a new viewport without a container. The client may not know that its viewport has expired: it
  ///   would be shown another width.
  private func ofKnownViewport() throws(Problem) -> ViewportMove {
    if isNew, change.container == nil { throw .noSuchViewport(change.name, isCreatable: true) }
    return self
  }

  /// - Parameter numbers: the members of the change that are known beside the body; nil if the body has all of it.
  private static func decode(
    _ body: [UInt8], _ name: String, _ numbers: ViewportChange? = nil, among fields: [Field],
    of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> ViewportMove {
    let old = before.viewport(name)
    let target = try ChangeTarget(before, viewport: old == nil ? Viewport.main : name)
    let measurer = try call.measurer.measurer(of: before)
    return try DecodingContext.read(body, limits: call.limits, isCancelled: call.isCancelled) {
      root, context -> ViewportMove? in
      guard context.isMeant(root, for: before, call) else { return nil }
      var bounds = numbers?.bounds
      var offsets: JSONValue?
      var (version, boundsVersion): (Int?, Int?)
      var change = numbers ?? ViewportChange(name: name, bounds: .zero)
      let expected = numbers == nil ? "an object with \"bounds\"" : "an object"
      let isObject = context.object(root, Field.self, among: fields, expected) {
        field, value in
        switch field {
        case .bounds: bounds = context.rect(value)
        case .boundsVersion: boundsVersion = context.version(value, upTo: before.version)
        case .velocity: change.velocity = context.point(value)
        case .container: change.container = context.container(value).map { ($0, value.text) }
        case .paging: context.set(&change.isPaging, context.bool(value))
        case .overscan: change.overscan = context.overscan(value)
        case .resync: context.set(&change.isResync, context.bool(value))
        case .measurements: change.measurements = context.measurements(value, of: target)
        case .version: version = context.version(value)
        case .anchor: change.anchor = context.anchor(value, target.shownPositions)
        case .scrollTo: context.scrollGoal(value, target, of: &change)
        case .orthogonalOffsets: offsets = value
        // Null restores the collection's own layout.
        case .layout:
          change.layout = value.isNull ? .some(nil) : context.layoutChoice(value).map { .some($0) }
        case .outline:
          change.hasOwnOutline =
            value.isNull ? false : context.name(value, of: OutlineState.self).map { $0 == .own }
          if change.hasOwnOutline == true, name == Viewport.main {
            context.fault("the main viewport shows the state of the collection")
          }
        case .follow, .followDistance, .contentAlignment, .roomBelow: break
        }
      }
      guard isObject else { return nil }
      change.policy = context.policy(
        in: root, changing: old?.policy ?? ReadingPolicy(), target.shownPositions)
      // A viewport that has bounds may keep them.
      if let old, let kept = old.bounds {
        if let given = bounds, let boundsVersion {
          bounds = before.bounds(given, at: boundsVersion, of: old)
          change.givenOffset = given.origin
        }
        bounds = bounds ?? change.container.map { Rect(origin: kept.origin, size: $0.value.size) } ?? kept
      } else if old == nil, change.container == nil {
        // There is no such viewport, whatever its bounds.
        bounds = bounds ?? .zero
      } else if bounds == nil, change.policy?.follow != nil || change.namesPlace {
        // Where the viewport opens is known without them.
        bounds = Rect(origin: .zero, size: (change.container?.value ?? target.viewport.container).size)
      } else if numbers == nil {
        context.require("bounds", of: root)
      }
      // The sections that scroll across are those of the layout that the same body may give.
      if let offsets {
        let kept = change.layout == nil ? old?.ownLayout : nil
        let kind = (change.layout.flatMap { $0 } ?? kept)?.kind ?? before.state.layout.kind
        change.orthogonalOffsets =
          offsets.isNull
          ? nil
          : context.at("orthogonalOffsets") {
            context.orthogonalOffsets(
              offsets, of: target.shownPositions, as: kind,
              beside: old?.orthogonalOffsets ?? OrthogonalOffsets())
              ?? []
          }
      }
      guard let bounds else { return nil }
      change.bounds = bounds
      return ViewportMove(
        change: change, version: version, measurer: measurer, isNew: old == nil,
        unknownIDs: context.unknownMeasuredIDs)
    }
  }
}

extension DecodingContext {
  private enum ScrollGoalField: String, FieldNames { case id, indexPath, section, position, edge }

  /// Reads an item or a section to scroll to and its position in the viewport, or an edge of the content.
  fileprivate func scrollGoal(_ value: JSONValue, _ target: ChangeTarget, of change: inout ViewportChange) {
    var item: IndexPath?
    var edge: ScrollEdge?
    var position = ScrollPosition.nearest
    let isObject = object(
      value, ScrollGoalField.self, "an object with \"id\", \"indexPath\", \"section\" or \"edge\""
    ) { field, value in
      switch field {
      case .edge: edge = name(value, of: ScrollEdge.self)
      case .id: item = itemPath(ofID: value, target.shownPositions, "")
      case .indexPath: item = indexPath(value).flatMap { existing($0, in: target.shownPositions.sections) }
      case .section: item = section(value, of: target.shownPositions).map { IndexPath.section($0) }
      case .position: set(&position, name(value, of: ScrollPosition.self))
      }
    }
    guard isObject else { return }
    let names = ["id", "indexPath", "section", "edge"]
    if names.count(where: { value.member(named: $0) != nil }) != 1 {
      fault("a place to scroll to is named by one of \"id\", \"indexPath\", \"section\" and \"edge\"")
    } else if value["edge"] != nil, value["position"] != nil {
      at("position") { fault("an edge has no position: the viewport ends or begins there") }
    }
    change.scrollTarget = item.map { ($0, position) }
    change.scrollEdge = edge
  }
}

/// Removing a viewport. The response has no body.
package struct ViewportDeletion: ChangeRequest {
  package static var hasBody: Bool { false }

  package static func resourceExists(in before: SolvedCollection, _ call: ChangeCall) -> Bool {
    before.viewport(call.parameter ?? Viewport.main) != nil
  }

  let name: String

  /// Creates the deletion of the viewport of a name.
  package init(name: String) {
    self.name = name
  }

  package var isDurable: Bool { true }

  package func apply(to before: SolvedCollection, _ call: ChangeCall) throws(Problem) -> AppliedChange {
    .step(try ChangeError.rethrown(as: Problem.init, from: before.removing(viewport: name)))
  }

  package func diff(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) -> DiffResponse? { nil }

  package func status(of step: CollectionStep) -> Int { 204 }
}
