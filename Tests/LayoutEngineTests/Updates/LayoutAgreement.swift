@testable import LayoutEngine

/// Two solved layouts of one collection, which should give the same results to the last bit, whatever the history of
/// either.
struct LayoutAgreement {
  let found: any SolvedLayout
  let expected: any SolvedLayout
  let itemCount: Int

  /// The first result in which they differ, as text; nil if there is none.
  func difference(random: inout SeededGenerator) -> String? {
    if found.contentSize != expected.contentSize {
      return "content size \(found.contentSize), expected \(expected.contentSize)"
    }
    if found.warnings != expected.warnings {
      return "warnings \(found.warnings), expected \(expected.warnings)"
    }
    if found.followsVisibleRect != expected.followsVisibleRect { return "followsVisibleRect" }
    if found.elementCount(ofItems: itemCount) != expected.elementCount(ofItems: itemCount) {
      return "\(found.elementCount(ofItems: itemCount)) elements counted"
    }
    let visible = random.rect(around: expected.contentSize)
    return elements(in: nil, visible: nil) ?? elements(in: nil, visible: visible)
      ?? elements(in: random.rect(around: expected.contentSize), visible: visible) ?? lookups(
        visible, &random)
      ?? scrolling(visible, &random)
  }

  private func elements(in rect: Rect?, visible: Rect?) -> String? {
    let list = found.elements(in: rect, visible: visible)
    let other = expected.elements(in: rect, visible: visible)
    guard list.count == other.count else { return "\(list.count) elements, expected \(other.count)" }
    for row in 0..<list.count where list[row] != other[row] {
      return "row \(row): \(list[row]), expected \(other[row])"
    }
    return nil
  }

  private func lookups(_ visible: Rect?, _ random: inout SeededGenerator) -> String? {
    let all = expected.elements(in: nil, visible: visible)
    for _ in 0..<min(all.count, 8) {
      let sought = all[random.integer(0...all.count - 1)]
      let path = ElementPath(kind: sought.kind, indexPath: sought.indexPath)
      let attributes = found.attributes(of: path, visible: visible)
      if attributes != sought {
        return "\(path): \(String(describing: attributes)), expected \(sought)"
      }
    }
    return nil
  }

  private func scrolling(_ visible: Rect, _ random: inout SeededGenerator) -> String? {
    let a = found.orthogonalSections(in: nil)
    let b = expected.orthogonalSections(in: nil)
    if a.map(\.section) != b.map(\.section) || a.map(\.frame) != b.map(\.frame) {
      return "orthogonal sections \(a), expected \(b)"
    }
    let velocity = Point(x: random.pick([-1, 0, 1]), y: random.pick([-1, 0, 1]))
    let rest = found.targetContentOffset(forProposed: visible, velocity: velocity)
    let other = expected.targetContentOffset(forProposed: visible, velocity: velocity)
    return rest == other
      ? nil : "rests at \(String(describing: rest)), expected \(String(describing: other))"
  }
}

extension SectionList {
  /// The same sections and items, put together one by one.
  var rebuilt: SectionList {
    SectionList(
      ContiguousArray(
        (0..<count).map { place in
          var section = self[place]
          var items = ItemSequenceBuilder()
          for item in 0..<section.items.count { items.append(section.items.item(at: item)!) }
          section.items = items.finish()
          return section
        }))
  }
}

extension SeededGenerator {
  /// A rect that lies in content of a size, or reaches out of it.
  fileprivate mutating func rect(around size: Size) -> Rect {
    Rect(
      x: Double.random(in: -100...max(1, size.width), using: &self),
      y: Double.random(in: -100...max(1, size.height), using: &self),
      width: length(upTo: 500), height: length(upTo: 500))
  }
}
