import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `POST /v1/collections/{id}/invalidations`: computes anew what an invalidation context names, and answers what that
  /// changes.
  static func invalidateCollection(_ call: Call) throws(Problem) -> PendingResponse {
    try call.change { (body, shown) throws(Problem) in
      try InvalidationContext.decode(
        body, of: shown, limits: call.limits, isCancelled: call.isCancelled
      ).change(of: shown)
    }
  }
}

/// What a client wants computed anew (`UICollectionViewLayoutInvalidationContext`).
struct InvalidationContext {
  var isEverything = false
  var isCounts = false
  var items: [IndexPath] = []
  var supplementaries: [ElementPath] = []
  var decorations: [ElementPath] = []
  var contentOffsetAdjustment = Point.zero
  var version: Int?
  var options = DiffOptions(scope: .visible, anchor: .automatic, foldsRuns: false)

  fileprivate func change(of shown: ShownCollection) -> ChangeRequest {
    let scope: Invalidation.Scope = isEverything ? .everything : isCounts ? .counts : .elements
    var seen: Set<ElementPath> = []
    let elements = (items.map { .cell($0.section, $0.item) } + supplementaries).filter {
      seen.insert($0).inserted
    }
    return ChangeRequest(
      change: .invalidation(
        Invalidation(
          breadth: shown.solved.measuredBreadth(of: shown.viewport), scope: scope, elements: elements)),
      version: version, options: options, distance: contentOffsetAdjustment
    ) { shown, step, json in
      let counts = counts(after: step, of: shown)
      json.counts(
        "invalidated",
        [
          ("sections", counts.sections), ("items", counts.items), ("supplementaries", counts.supplementaries),
          ("decorations", counts.decorations),
        ])
    }
  }
}

extension InvalidationContext {
  private enum Field: String, FieldNames {
    case everything, dataSourceCounts, items, supplementaries, decorations
    case contentOffsetAdjustment, contentSizeAdjustment, version, scope, anchor, runs
  }

  /// Reads a context for a collection as a viewport shows it.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault, `tooManyItems`.
  static func decode(
    _ body: [UInt8], of shown: ShownCollection, limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> InvalidationContext {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      var wanted = InvalidationContext()
      var options = DiffOptionMembers()
      let isObject = context.object(root, Field.self, "an invalidation context, an object") { field, value in
        switch field {
        case .everything: context.set(&wanted.isEverything, context.bool(value))
        case .dataSourceCounts: context.set(&wanted.isCounts, context.bool(value))
        case .items: wanted.items = context.invalidatedItems(value, of: shown)
        case .supplementaries:
          wanted.supplementaries = context.invalidatedViews(value, .supplementary, of: shown)
        case .decorations: wanted.decorations = context.invalidatedViews(value, .decoration, of: shown)
        case .contentOffsetAdjustment:
          context.set(&wanted.contentOffsetAdjustment, context.point(value))
        // The content is as large as what is computed makes it; the answer says by how much that is another.
        case .contentSizeAdjustment: context.sizeAdjustment(value)
        case .version: wanted.version = context.integer(value, in: 1...Int.largestExactInteger)
        case .scope: options.scope = context.name(value, of: DiffScope.self)
        case .anchor: options.anchor = value
        case .runs: context.set(&options.foldsRuns, context.bool(value))
        }
      }
      guard isObject, !context.isStopped else { return nil }
      wanted.options = options.read(
        hasBounds: shown.viewport.bounds != nil, ItemPlaces(of: shown.solved.state.sections), context)
      return wanted
    }
  }
}

extension DecodingContext {
  private enum SizeAdjustmentField: String, FieldNames { case width, height }

  fileprivate func invalidatedItems(_ value: JSONValue, of shown: ShownCollection) -> [IndexPath] {
    var paths: [IndexPath] = []
    array(value, "an array of index paths") { _, value in
      countItems(1)
      if let path = indexPath(value).flatMap({ existing($0, of: shown) }) { paths.append(path) }
    }
    return paths
  }

  /// Reads places of views by kind; the kinds' names are the client's.
  fileprivate func invalidatedViews(
    _ value: JSONValue, _ category: ElementKind.Category, of shown: ShownCollection
  ) -> [ElementPath] {
    guard value.kind == .object else {
      return mismatch(value, "an object of arrays of index paths, by kind") ?? []
    }
    var paths: [ElementPath] = []
    for (name, places) in value.members where !isStopped {
      let kind = ElementKind(category: category, name: String(name))
      at(kind.name) {
        _ = array(places, "an array of index paths") { _, value in
          countItems(1)
          guard let place = indexPath(value) else { return }
          if let path = existing(ElementPath(kind: kind, indexPath: place), of: shown) { paths.append(path) }
        }
      }
    }
    return paths
  }

  /// A size that may be negative.
  fileprivate func sizeAdjustment(_ value: JSONValue) {
    let expected = "a size, {\"width\", \"height\"} or [width, height]"
    if value.kind == .array {
      _ = numbers(value, count: 2, in: -Coordinate.limit...Coordinate.limit, expected)
    } else {
      object(value, SizeAdjustmentField.self, expected) { _, value in _ = number(value) }
    }
  }
}

extension InvalidationContext {
  /// How much was computed anew.
  struct Counts {
    var sections: Int
    var items: Int
    var supplementaries: Int
    var decorations: Int
  }

  fileprivate func counts(after step: CollectionStep, of shown: ShownCollection) -> Counts {
    guard isEverything || isCounts else {
      let counts = step.invalidationCounts(of: shown.name)
      // Decorations are computed when they are asked for, and nothing is kept of them.
      return Counts(
        sections: counts.sections, items: counts.items, supplementaries: counts.supplementaries,
        decorations: Set(decorations).count)
    }
    let state = step.after.state
    let views = step.after.solvedViewport(of: shown.viewport).viewCounts(ofItems: state.sections.itemCount)
    return Counts(
      sections: state.sections.count, items: state.sections.itemCount,
      supplementaries: views.supplementaries, decorations: views.decorations)
  }
}

extension SolvedViewport {
  /// How many views there are that are no cells.
  ///
  /// - Complexity: O(n) for n elements, in the memory of some of them.
  fileprivate func viewCounts(ofItems itemCount: Int) -> (supplementaries: Int, decorations: Int) {
    let size = layout.contentSize
    let isVertical = kind.scrollAxis == .vertical
    let length = isVertical ? size.height : size.width
    let stretches = itemCount / 50_000 + 1
    var counts = (supplementaries: 0, decorations: 0)
    for stretch in 0..<stretches {
      let start = length * Double(stretch) / Double(stretches)
      let end = length * Double(stretch + 1) / Double(stretches)
      let rect =
        isVertical
        ? Rect(x: 0, y: start, width: size.width, height: end - start)
        : Rect(x: start, y: 0, width: end - start, height: size.height)
      let found = layout.elements(in: stretches == 1 ? nil : rect, visible: nil)
      for record in found.records where record.kind != 0 {
        // What reaches into several stretches counts in that in which it begins.
        let place = isVertical ? record.frame.y : record.frame.x
        guard (start <= place || stretch == 0) && (place < end || stretch == stretches - 1) else { continue }
        if found.kinds[Int(record.kind)].category == .decoration {
          counts.decorations += 1
        } else {
          counts.supplementaries += 1
        }
      }
    }
    return counts
  }
}
