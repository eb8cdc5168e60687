import CollectionModel
import JSON
import LayoutEngine

/// The parts of a layout that a client wants computed again (`UICollectionViewLayoutInvalidationContext`).
struct InvalidationContext {
  var isEverything = false
  var isCounts = false
  /// Items, named by index path or by id.
  var items: [IndexPath] = []
  var supplementaries: [ElementPath] = []
  var decorations: [ElementPath] = []
  /// The distance by which the content is scrolled further, in points.
  var contentOffsetAdjustment = Point.zero
  var version: Int?
  var options = DiffOptions(scope: .visible, anchor: .automatic, foldsRuns: false)

  /// The measurements to discard on a viewport.
  fileprivate func forgotten(on target: ChangeTarget) -> Invalidation {
    let scope: Invalidation.Scope = isEverything ? .everything : isCounts ? .counts : .elements
    var seen: Set<ElementPath> = []
    let elements = (items.map { .cell($0.section, $0.item) } + supplementaries).filter {
      seen.insert($0).inserted
    }
    return Invalidation(
      breadth: target.collection.measuredBreadth(of: target.viewport), scope: scope, elements: elements)
  }
}

extension CollectionEdit {
  /// Reads an invalidation context.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `tooManyItems`.
  package static func invalidation(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> CollectionEdit {
    let target = try ChangeTarget(before, viewport: call.viewportName)
    let context = try InvalidationContext.decode(body, of: target, call)
    return CollectionEdit(
      change: .invalidation(context.forgotten(on: target)), version: context.version,
      options: context.options,
      distance: context.contentOffsetAdjustment, details: .invalidated(context), target: target,
      measurer: call.measurer)
  }
}

extension InvalidationContext {
  private enum Field: String, FieldNames {
    case everything, dataSourceCounts, indexPaths, ids, supplementaries, decorations
    case contentOffsetAdjustment, contentSizeAdjustment, version, scope, anchor, runs
  }

  fileprivate static func decode(
    _ body: [UInt8], of target: ChangeTarget, _ call: ChangeCall
  ) throws(Problem) -> InvalidationContext {
    try DecodingContext.read(body, limits: call.limits, isCancelled: call.isCancelled) { root, context in
      guard context.isMeant(root, for: target.collection, call) else { return nil }
      var wanted = InvalidationContext()
      var options = DiffOptionMembers()
      let isObject = context.object(root, Field.self, "an invalidation context, an object") { field, value in
        switch field {
        case .everything: context.set(&wanted.isEverything, context.bool(value))
        case .dataSourceCounts: context.set(&wanted.isCounts, context.bool(value))
        case .indexPaths: wanted.items += context.invalidatedItems(value, of: target)
        case .ids: wanted.items += context.indexPaths(ofIDs: value, target.shownPositions, "")
        case .supplementaries:
          wanted.supplementaries = context.invalidatedViews(value, .supplementary, of: target)
        case .decorations: wanted.decorations = context.invalidatedViews(value, .decoration, of: target)
        case .contentOffsetAdjustment:
          context.set(&wanted.contentOffsetAdjustment, context.point(value))
        // The layout determines the size of the content; the response reports the adjustment.
        case .contentSizeAdjustment: context.sizeAdjustment(value)
        case .version: wanted.version = context.version(value)
        case .scope: options.scope = context.name(value, of: DiffScope.self)
        case .anchor: options.anchor = value
        case .runs: context.set(&options.foldsRuns, context.bool(value))
        }
      }
      guard isObject, !context.isStopped else { return nil }
      wanted.options = options.read(
        hasBounds: target.viewport.bounds != nil, target.shownPositions, context)
      return wanted
    }
  }
}

extension DecodingContext {
  private enum SizeAdjustmentField: String, FieldNames { case width, height }

  fileprivate func invalidatedItems(_ value: JSONValue, of target: ChangeTarget) -> [IndexPath] {
    var paths: [IndexPath] = []
    array(value, "an array of index paths") { _, value in
      countItems(1)
      if let path = indexPath(value).flatMap({ existing($0, in: target.shownPositions.sections) }) {
        paths.append(path)
      }
    }
    return paths
  }

  /// Reads index paths of views by kind. Clients choose the names of the kinds.
  fileprivate func invalidatedViews(
    _ value: JSONValue, _ category: ElementKind.Category, of target: ChangeTarget
  ) -> [ElementPath] {
    guard value.kind == .object else {
      return mismatch(value, "an object of arrays of index paths, by kind") ?? []
    }
    var paths: [ElementPath] = []
    for (name, places) in value.members {
      if isStopped { break }
      charge(256)
      let kind = ElementKind(category: category, name: String(name))
      at(kind.name) {
        guard checkNormalForm(of: kind.name) else { return }
        _ = array(places, "an array of index paths") { _, value in
          countItems(1)
          guard let place = indexPath(value) else { return }
          if let path = existing(ElementPath(kind: kind, indexPath: place), of: target) { paths.append(path) }
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
  /// The numbers of elements that were computed again.
  struct Counts {
    var sections: Int
    var items: Int
    var supplementaries: Int
    var decorations: Int
  }

  func counts(after step: CollectionStep, on target: ChangeTarget) -> Counts {
    guard isEverything || isCounts else {
      let counts = step.invalidationCounts(of: target.viewportName)
      // Decorations are computed on every request and never stored.
      return Counts(
        sections: counts.sections, items: counts.items, supplementaries: counts.supplementaries,
        decorations: Set(decorations).count)
    }
    let state = step.after.state
    let views = step.after.solvedViewport(of: target.viewport).viewCounts(ofItems: state.sections.itemCount)
    return Counts(
      sections: state.sections.count, items: state.sections.itemCount,
      supplementaries: views.supplementaries, decorations: views.decorations)
  }
}

extension SolvedViewport {
  /// The numbers of supplementary and decoration views.
  ///
  /// - Complexity: O(n) for n elements, with only some of them in memory at a time.
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
        // An element that reaches into several stretches counts in the one in which it begins.
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
