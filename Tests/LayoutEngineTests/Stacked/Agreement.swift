@testable import LayoutEngine

extension ReferenceStack.Answer {
  /// The first way in which a fast result differs from this one, as text; nil if it does not.
  func difference(from solved: any SolvedLayout, visible: Rect?, scale: Double?) -> String? {
    let list = solved.elements(in: nil, visible: visible)
    guard near(solved.contentSize.width, contentSize.width),
      near(solved.contentSize.height, contentSize.height)
    else { return "content size \(solved.contentSize), expected \(contentSize)" }
    guard list.count == elements.count else {
      return "\(list.count) elements, expected \(elements.count)"
    }
    for (row, expected) in elements.enumerated() {
      let found = list[row]
      let name = found.kind == .cell ? "cell" : found.kind.name
      let who = "row \(row): \(name) \(found.indexPath)"
      if name != expected.kind || found.indexPath != IndexPath(section: expected.section, item: expected.item)
      {
        return "\(who), expected \(expected.kind) \(expected.section), \(expected.item)"
      }
      if !isNear(found.frame, frames[row], scale) {
        return "\(who) at \(found.frame), expected \(frames[row]) before rounding at \(scale ?? 0)"
      }
      if found.isEstimated != expected.isEstimated || found.isPinned != expected.isPinned
        || found.pins != expected.pins || !isNear(found.appearance, expected.appearance)
      {
        return "\(who) is \(found), expected \(expected)"
      }
    }
    return nil
  }

  /// Whether a frame is the expected one with its origin on the nearest pixel.
  ///
  /// Where the exact origin lies halfway between two pixels, give or take noise, either is right.
  private func isNear(_ found: Rect, _ exact: Rect, _ scale: Double?) -> Bool {
    near(found.width, exact.width) && near(found.height, exact.height) && snaps(found.x, exact.x, scale)
      && snaps(found.y, exact.y, scale)
  }

  private func isNear(_ found: Appearance, _ expected: Appearance) -> Bool {
    found.zIndex == expected.zIndex && found.isHidden == expected.isHidden
      && near(found.alpha, expected.alpha)
      && zip(found.transform.numbers, expected.transform.numbers).allSatisfy(near)
      && zip(found.transform3D.numbers, expected.transform3D.numbers).allSatisfy(near)
  }

  private func snaps(_ found: Double, _ exact: Double, _ scale: Double?) -> Bool {
    let tolerance = 1e-6 * (1 + abs(exact) * 1e-3)
    guard let scale else { return abs(found - exact) <= tolerance }
    let isOnPixel = abs(found * scale - (found * scale).rounded()) < 1e-6
    return isOnPixel && abs(found - exact) <= 0.5 / scale + tolerance
  }

  private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * (1 + abs(b) * 1e-3) }
}

extension AffineTransform {
  var numbers: [Double] { [a, b, c, d, tx, ty] }
}
