@testable import LayoutEngine

/// Two solved layouts of one collection, which should give the same results.
///
/// Sums of fractions differ in their last bits by the order in which they were added up: where that decides between
/// two pixels, either is right.
struct LayoutAgreement {
  let found: any SolvedLayout
  let expected: any SolvedLayout
  let itemCount: Int
  let scale: Double?

  /// The first result in which they differ, as text; nil if there is none.
  func difference(random: inout SeededGenerator) -> String? {
    if !near(found.contentSize, expected.contentSize) {
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
      ?? query(random.rect(around: expected.contentSize), visible: visible) ?? lookups(visible, &random)
      ?? scrolling(visible, &random)
  }

  private func elements(in rect: Rect?, visible: Rect?) -> String? {
    let list = found.elements(in: rect, visible: visible)
    let other = expected.elements(in: rect, visible: visible)
    guard list.count == other.count else { return "\(list.count) elements, expected \(other.count)" }
    for row in 0..<list.count where !near(list[row], other[row]) {
      return "row \(row): \(list[row]), expected \(other[row])"
    }
    return nil
  }

  /// Rounding noise decides whether a search finds elements on the edge of a rect; it finds those well inside.
  private func query(_ rect: Rect, visible: Rect?) -> String? {
    func paths(_ solved: any SolvedLayout, _ rect: Rect) -> Set<ElementPath> {
      let list = solved.elements(in: rect, visible: visible)
      return Set((0..<list.count).map { ElementPath(kind: list[$0].kind, indexPath: list[$0].indexPath) })
    }
    let slack = 1e-3 + (scale.map { 1 / $0 } ?? 0)
    let inner = rect.inset(by: Insets(top: slack, left: slack, bottom: slack, right: slack))
    let outer = rect.inset(by: Insets(top: -slack, left: -slack, bottom: -slack, right: -slack))
    let answer = paths(found, rect)
    if inner.width > 0, inner.height > 0, !paths(expected, inner).isSubset(of: answer) {
      return "in \(rect): some are missing"
    }
    return answer.isSubset(of: paths(expected, outer)) ? nil : "in \(rect): some are too many"
  }

  private func lookups(_ visible: Rect?, _ random: inout SeededGenerator) -> String? {
    let all = expected.elements(in: nil, visible: visible)
    for _ in 0..<min(all.count, 8) {
      let sought = all[random.integer(0...all.count - 1)]
      let path = ElementPath(kind: sought.kind, indexPath: sought.indexPath)
      let attributes = found.attributes(of: path, visible: visible)
      if attributes.map({ near($0, sought) }) != true {
        return "\(path): \(String(describing: attributes)), expected \(sought)"
      }
    }
    return nil
  }

  private func scrolling(_ visible: Rect, _ random: inout SeededGenerator) -> String? {
    let a = found.orthogonalSections(in: nil)
    let b = expected.orthogonalSections(in: nil)
    if a.map(\.section) != b.map(\.section) || !zip(a, b).allSatisfy({ near($0.frame, $1.frame) }) {
      return "orthogonal sections \(a), expected \(b)"
    }
    let velocity = Point(x: random.pick([-1, 0, 1]), y: random.pick([-1, 0, 1]))
    let rest = found.targetContentOffset(forProposed: visible, velocity: velocity)
    let other = expected.targetContentOffset(forProposed: visible, velocity: velocity)
    switch (rest, other) {
    case (nil, nil): return nil
    case (let rest?, let other?) where near(rest.x, other.x) && near(rest.y, other.y): return nil
    default: return "rests at \(String(describing: rest)), expected \(String(describing: other))"
    }
  }

  private func near(_ a: LayoutAttributes, _ b: LayoutAttributes) -> Bool {
    a.kind == b.kind && a.indexPath == b.indexPath && near(a.frame, b.frame)
      && a.isEstimated == b.isEstimated && a.isPinned == b.isPinned && near(a.appearance, b.appearance)
  }

  private func near(_ a: Appearance, _ b: Appearance) -> Bool {
    a.zIndex == b.zIndex && a.isHidden == b.isHidden && near(a.alpha, b.alpha)
      && zip(a.transform.numbers, b.transform.numbers).allSatisfy(near)
      && zip(a.transform3D.numbers, b.transform3D.numbers).allSatisfy(near)
  }

  private func near(_ a: Rect, _ b: Rect) -> Bool {
    near(a.size, b.size) && snapsNear(a.x, b.x) && snapsNear(a.y, b.y)
  }

  private func near(_ a: Size, _ b: Size) -> Bool { near(a.width, b.width) && near(a.height, b.height) }

  /// Alike, or a pixel apart.
  private func snapsNear(_ a: Double, _ b: Double) -> Bool {
    near(a, b) || scale.map { near(abs(a - b), 1 / $0) } ?? false
  }

  private func near(_ a: Double, _ b: Double) -> Bool { a == b || abs(a - b) <= 1e-6 * (1 + abs(b) * 1e-3) }
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
