import Cancellation

/// A value that many sections of a layout have in common, stored once.
///
/// Thousands of sections mostly follow the same rules: each takes a reference instead of hundreds of bytes.
final class Shared<Value: Equatable & Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// The other reference if its value is equal, else this one.
  func sharing(_ other: Shared) -> Shared { self !== other && value == other.value ? other : self }
}

extension StackedSection {
  /// Shares what this section and another have in common.
  mutating func share(with other: StackedSection) {
    edges = edges.sharing(other.edges)
    body.share(with: other.body)
  }
}

extension SectionList {
  /// The sections, each solved by itself, with the rules that neighbours have in common stored once; only the first of
  /// them if the computation should stop.
  ///
  /// - Complexity: O(n) for n sections, and that of solving them.
  func solved<Body: SectionBody>(
    _ solve: (Int, Section) -> StackedSection<Body>
  ) -> SummaryTree<StackedSection<Body>> {
    var all = ContiguousArray<StackedSection<Body>>()
    all.reserveCapacity(count)
    var pace = Pace()
    tree.forEachLeaf { position in
      var solved = solve(position.index, position.leaf)
      if let last = all.last { solved.share(with: last) }
      all.append(solved)
      return !pace.isOver(after: 16)
    }
    return SummaryTree(all)
  }
}
