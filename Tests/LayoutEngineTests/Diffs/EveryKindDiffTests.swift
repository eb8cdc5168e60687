import Testing

@testable import LayoutEngine

/// Properties of the diff of any batch in any layout kind.
@Suite("Diffs of random batches in every layout kind")
struct EveryKindDiffTests {
  @Test("old attributes and finals make the new attributes", arguments: EveryKindTests.kinds.indices)
  func finals(kind: Int) throws {
    let (name, layout) = EveryKindTests.kinds[kind]
    var random = SeededGenerator(seed: 4321)
    for round in 0..<25 {
      let sample = Sample.random(&random) { _ in .none }
      let sections = sample.sectionList
      let batch = BatchUpdate.randomBatch(&random, of: sections)
      let updated = try sections.applying(batch)
      let bounds = sample.visible ?? Rect(x: 0, y: 0, width: 200, height: 300)
      let container = sample.container
      let before = DiffSide(
        layout: try layout.prepare(sections, in: container), container: container, bounds: bounds)
      let after = DiffSide(
        layout: try layout.prepare(updated.sections, in: container), container: container,
        bounds: bounds.moved(by: Point(x: 0, y: random.pick([0, 0, -40, 75.5]))))
      let whole = UpdateDiff.between(before, and: after, by: updated.map, visibleOnly: false)
      let visible = UpdateDiff.between(before, and: after, by: updated.map, visibleOnly: true)
      let complaint =
        applied(whole, before, after, updated.map) ?? survivors(whole, before, after)
        ?? filtered(visible, whole, bounds)
      if let complaint {
        Issue.record("\(name), round \(round): \(complaint)\n\(batch)\n\(sample)")
        return
      }
    }
  }

  /// Whether the old attributes, with every change made, are those of the new layout.
  private func applied(
    _ diff: UpdateDiff, _ before: DiffSide, _ after: DiffSide, _ map: UpdateMap
  ) -> String? {
    let newBounds = after.bounds(at: diff.contentOffset.to, like: before.bounds!)
    let old = before.layout.elements(in: nil, visible: before.bounds)
    let new = after.layout.elements(in: nil, visible: newBounds)
    let changed = Set(
      diff.changes.compactMap { change in change.from.map { ElementPath(kind: change.kind, indexPath: $0) } })
    var made: [ElementPath: LayoutAttributes] = [:]
    for row in 0..<old.count {
      let attributes = old[row]
      let path = ElementPath(kind: attributes.kind, indexPath: attributes.indexPath)
      if !changed.contains(path) { made[path] = attributes }
    }
    for change in diff.changes {
      guard let to = change.to else { continue }
      let path = ElementPath(kind: change.kind, indexPath: to)
      if made.updateValue(change.final, forKey: path) != nil { return "\(path) is made twice" }
    }
    guard made.count == new.count else { return "\(made.count) elements made, \(new.count) expected" }
    for row in 0..<new.count {
      let expected = new[row]
      let found = made[ElementPath(kind: expected.kind, indexPath: expected.indexPath)]
      if found?.isSame(as: expected) != true {
        return
          "\(expected.kind) \(expected.indexPath): made \(String(describing: found)), expected \(expected)"
      }
    }
    return nil
  }

  /// Whether all elements that stay come from their old positions.
  private func survivors(_ diff: UpdateDiff, _ before: DiffSide, _ after: DiffSide) -> String? {
    for change in diff.changes {
      guard let from = change.from else { continue }
      let old = before.layout.attributes(
        of: ElementPath(kind: change.kind, indexPath: from), visible: before.bounds)
      if old?.isSame(as: change.initial) != true {
        return "\(change.kind) from \(from) begins at \(change.initial), was \(String(describing: old))"
      }
      if change.to == nil, change.type != .delete { return "\(change) disappears without a delete" }
    }
    return nil
  }

  /// Whether the visible diff is the part of the whole one that begins or ends in the viewport, with what the client has
  /// of it before and after, and elements that only come into the viewport or leave it.
  private func filtered(_ visible: UpdateDiff, _ whole: UpdateDiff, _ bounds: Rect) -> String? {
    let newBounds = Rect(
      x: whole.contentOffset.to.x, y: whole.contentOffset.to.y, width: bounds.width, height: bounds.height)
    let expected = whole.changes.filter { change in
      change.from != nil && change.initial.frame.intersects(bounds)
        || change.to != nil && change.final.frame.intersects(newBounds)
    }
    for change in visible.changes {
      let was = change.from != nil && change.initial.frame.intersects(bounds)
      let isSeen = change.to != nil && change.final.frame.intersects(newBounds)
      let stays = was == isSeen || change.from == nil || change.to == nil
      let presence: UpdateDiff.Presence = stays ? .stays : isSeen ? .appears : .disappears
      if change.presence != presence { return "\(change) is not noted as \(presence)" }
    }
    let moving = visible.changes.filter { change in
      change.type != .shift || change.from != change.to || !change.initial.isSame(as: change.final)
        || change.presence == .stays
    }.map { change in
      var change = change
      change.presence = .stays
      return change
    }
    return Set(expected) == Set(moving) && moving.count == expected.count
      ? nil : "\(moving.count) visible changes, \(expected.count) expected, or others"
  }
}

extension DiffSide {
  fileprivate func bounds(at offset: Point, like bounds: Rect) -> Rect {
    Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
  }
}

extension BatchUpdate {
  /// Some updates that do not contradict each other.
  static func randomBatch(_ random: inout SeededGenerator, of sections: SectionList) -> [BatchUpdate] {
    var batch: [BatchUpdate] = []
    for _ in 0..<random.integer(0...4) {
      var attempt = batch
      attempt.append(
        BatchUpdate(randomAction(&random, of: sections), animation: random.pick(Animation.allCases)))
      if (try? sections.applying(attempt)) != nil { batch = attempt }
    }
    return batch
  }

  private static func randomAction(_ random: inout SeededGenerator, of sections: SectionList) -> Action {
    let section = random.integer(0...max(0, sections.count))
    let count = section < sections.count ? sections[section].items.count : 0
    let path = IndexPath(section: section, item: random.integer(0...max(0, count)))
    switch random.integer(0...8) {
    case 0: return .deleteItems(at: [path])
    case 1: return .insertItems(at: [path], [random.item()])
    case 2:
      let other = random.integer(0...max(0, sections.count))
      return .moveItem(from: path, to: IndexPath(section: other, item: random.integer(0...3)))
    case 3: return .reloadItems(at: [path], [random.item()])
    case 4: return .reconfigureItems(at: [path], nil)
    case 5: return .deleteSections(at: [section])
    case 6: return .insertSections(at: [section], [Section(items: [random.item(), random.item()])])
    case 7: return .moveSection(from: section, to: random.integer(0...max(0, sections.count)))
    default: return .reloadSections(at: [section], [Section(items: [random.item()])])
    }
  }
}
