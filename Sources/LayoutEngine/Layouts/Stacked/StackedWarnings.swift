extension StackedLayout {
  /// What sections had to put up with: cells that do not fit, supplementary views of kinds without a place.
  static func warnings(
    of solved: ContiguousArray<StackedSection<Body>>, from sections: SectionList
  ) -> [LayoutWarning] {
    var warnings: [LayoutWarning] = []
    for (index, section) in solved.enumerated() {
      guard let warning = section.body.warning else { continue }
      warnings.append(
        LayoutWarning(
          code: warning.code, section: index, item: warning.firstItem, count: warning.count, kind: nil))
    }
    sections.tree.forEachLeaf { position in
      for (kind, views) in position.leaf.supplementaries.sorted(by: { $0.key < $1.key }) {
        warnings.append(
          LayoutWarning(
            code: .supplementaryNotPlaced, section: position.index, item: nil, count: views.count, kind: kind)
        )
      }
      return true
    }
    return warnings
  }
}
