extension StackedLayout {
  /// What sections had to put up with: cells that do not fit, supplementary views of kinds without a place.
  ///
  /// - Complexity: O(w log s) for s sections, w of which have warnings.
  var warnings: [LayoutWarning] {
    var warnings: [LayoutWarning] = []
    sections.forEachLeaf(where: { $0.warnings }) { position in
      guard let warning = position.leaf.body.warning else { return }
      warnings.append(
        LayoutWarning(
          code: warning.code, section: position.index, item: warning.firstItem, count: warning.count,
          kind: nil))
    }
    source.tree.forEachLeaf(where: { $0.haveViews }) { position in
      for (kind, views) in position.leaf.supplementaries.sorted(by: { $0.key < $1.key }) {
        warnings.append(
          LayoutWarning(
            code: .supplementaryNotPlaced, section: position.index, item: nil, count: views.count, kind: kind)
        )
      }
    }
    return warnings
  }
}
