import Cancellation

/// A view attached to an item or a group, in the section's coordinates.
struct AttachedView: Sendable {
  var kind: ElementKind
  /// The item's number, or the group's among those with views of its kind.
  var index: Int
  var frame: Rect
  var zIndex: Int
  var isEstimated: Bool
  var open: OpenExtents
}

extension CompositionalBody {
  /// The views attached to items and groups of a range, by kind and then by index.
  ///
  /// There are none if the computation should stop.
  /// - Complexity: O(v + k log k) for the v views of the groups, of k kinds, whose numbers rise as they mostly do; O(1)
  ///   where the definition has none.
  func attachedViews(in found: Range<Int>) -> [AttachedView] {
    guard definition.group.hasViews else { return [] }
    var kinds: [String: [AttachedView]] = [:]
    var pace = Pace()
    for number in found {
      let placed = groups.group(number)
      for view in placed.group.views {
        if pace.isOver(after: 8) { return [] }
        guard let index = index(of: view, in: placed) else { continue }
        kinds[view.kind, default: []].append(
          AttachedView(
            kind: ElementKind(category: .supplementary, name: view.kind), index: index,
            frame: view.frame.moved(by: origin(ofGroupAt: placed.offset)), zIndex: view.zIndex,
            isEstimated: view.isEstimated, open: view.open))
      }
    }
    var all: [AttachedView] = []
    for (_, views) in kinds.sorted(by: { $0.key < $1.key }) {
      if pace.isOver(after: 8 * views.count) { return [] }
      let isInOrder = zip(views, views.dropFirst()).allSatisfy { $0.index <= $1.index }
      all += isInOrder ? views : views.sorted { $0.index < $1.index }
    }
    return all
  }

  /// The number of a view in its section; nil where its cell or group has no item.
  private func index(of view: SolvedGroup.AttachedView, in placed: GroupRun.Placed) -> Int? {
    switch view.host {
    case .group: placed.number
    case .cell(let cell): cell < placed.items.count ? placed.items.lowerBound + cell : nil
    case .nested(let number, let firstCell):
      firstCell < placed.items.count
        ? placed.alikeBefore * groups.nestedCount(view.kind) + number : nil
    }
  }

  /// The group that has a view, or whose item or nested group has.
  func group(ofView kind: String, _ index: Int) -> Int? {
    guard index >= 0, groups.count > 0 else { return nil }
    if definition.group.itemsHaveViews(kind) {
      return index < groups.itemCount ? groups.group(of: index) : nil
    }
    if definition.group.nestedGroupsHaveViews(kind) {
      return groups.group(ofNested: index, kind: kind).flatMap { $0 < groups.count ? $0 : nil }
    }
    let isGroups = definition.group.supplementaryItems.contains { $0.kind == kind }
    return isGroups && index < groups.count ? index : nil
  }

  /// Adds the supplementary views of the kinds that are taken, by kind and then by index.
  ///
  /// - Parameter views: those of items and groups, so ordered.
  func addViews(
    _ views: [AttachedView], where isTaken: (ElementKind) -> Bool, to collector: inout ElementCollector
  ) {
    // No kind is both a boundary item's and an attached view's.
    var edges = boundary.filter { isTaken($0.kind) }.sorted { $0.kind.name < $1.kind.name }[...]
    for view in views where isTaken(view.kind) {
      while let first = edges.first, first.kind.name < view.kind.name {
        add(first, to: &collector)
        edges.removeFirst()
      }
      add(view, to: &collector)
    }
    for item in edges { add(item, to: &collector) }
  }

  func add(_ view: AttachedView, to collector: inout ElementCollector) {
    collector.add(
      kind: collector.code(of: view.kind), item: view.index, axis.axialRect(view.frame),
      isEstimated: view.isEstimated, appearance: Appearance(zIndex: view.zIndex))
  }
}

extension LayoutGroup {
  /// Whether anything is attached to its items, to groups inside it or to itself.
  var hasViews: Bool { !supplementaryItems.isEmpty || !itemKinds.isEmpty || !nestedKinds.isEmpty }
}

extension CompositionalBody {
  /// Dimensions that are estimated are the content's, as far as its group or the section has room; nothing limits it
  /// in the scroll direction, but a group that is not estimated there.
  ///
  /// - Complexity: O(log g + c) for g groups of c cells.
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    FittingRoom(of: element.frame, upTo: openExtents(of: element.kind, element.indexPath.item))
  }

  private func openExtents(of kind: ElementKind, _ index: Int) -> OpenExtents {
    if kind == .cell {
      guard index >= 0, index < groups.itemCount else { return .none }
      let placed = groups.group(groups.group(of: index))
      guard placed.items.contains(index) else { return .none }
      return placed.group.cells[index - placed.items.lowerBound].open
    }
    if let found = boundary.first(where: { $0.kind == kind && $0.index == index }) { return found.open }
    guard let group = group(ofView: kind.name, index) else { return .none }
    let views = attachedViews(in: group..<group + 1)
    return views.first { $0.kind == kind && $0.index == index }?.open ?? .none
  }
}
