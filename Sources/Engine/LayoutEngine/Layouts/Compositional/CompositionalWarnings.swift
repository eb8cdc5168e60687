extension CompositionalLayout {
  /// Warnings about requests of definitions that cannot be met, and about views that definitions do not place.
  func warnings(of stack: StackedLayout<CompositionalContent>) -> [LayoutWarning] {
    var warnings: [LayoutWarning] = []
    var noted: [SolvedGroup.Notes] = Array(repeating: [], count: self.sections.count)
    var drawn = Set<Int>()
    stack.sections.forEachLeaf { position in
      let index = position.index
      let number = definition(of: index)
      if let drawing = position.leaf.body.drawing, stack.source[index].items.count > 0,
        drawn.insert(number).inserted, let failure = failure(of: drawing, inSection: index, of: stack)
      {
        warnings.append(
          LayoutWarning(
            code: .visibleItemWithoutResult, section: index, item: nil, count: 1, kind: nil,
            parameter: path + ["\(number)"] + failure.parameter))
      }
      guard let body = position.leaf.body.groups else {
        if let warning = position.leaf.body.warning {
          warnings.append(warning.layoutWarning(ofSection: index))
        }
        warnings += unplacedViews(of: stack.source[index], index, self.sections[number])
        return true
      }
      var notes = body.groups.notes
      if body.isTooBroad { notes.insert(.memberTooLarge) }
      // Said once of a definition, however many sections it lays out.
      for (note, code) in Self.codes where notes.contains(note) && !noted[number].contains(note) {
        noted[number].insert(note)
        warnings.append(
          LayoutWarning(
            code: code, section: index, item: nil, count: 1, kind: nil,
            parameter: path + ["\(number)", "group"]))
      }
      warnings += unplacedViews(of: body.section, index, body.definition)
      return true
    }
    return warnings
  }

  /// Why the first item of a section is not drawn by the expressions in the middle of the viewport.
  private func failure(
    of drawing: VisibleItemsDrawing, inSection section: Int, of stack: StackedLayout<CompositionalContent>
  ) -> LayoutError? {
    let first = IndexPath(section: section, item: 0)
    let path = ElementPath(kind: .cell, indexPath: first)
    guard let item = stack.attributes(of: path, visible: nil) else { return nil }
    let frame = stack.axis.rect(stack.space.axialRect(item.frame))
    return drawing.failure(ofItem: first, frame)
  }

  private static let codes: [(SolvedGroup.Notes, LayoutWarning.Code)] = [
    (.memberTooLarge, .memberLargerThanGroup), (.fractionOfEstimate, .fractionOfEstimate),
    (.insetsOfEstimate, .insetsOfEstimate),
  ]

  /// Views that a section has and its definition does not.
  private func unplacedViews(
    of section: Section, _ index: Int, _ definition: CompositionalSection
  ) -> [LayoutWarning] {
    guard section.header != nil || section.footer != nil || !section.supplementaries.isEmpty else {
      return []
    }
    var kinds = definition.viewKinds
    if index == 0 { kinds.formUnion(boundaryItems.map({ $0.kind })) }
    var unplaced: [LayoutWarning] = []
    func note(_ kind: String, count: Int, isStrip: Bool) {
      guard count > 0, !kinds.contains(kind) else { return }
      unplaced.append(
        LayoutWarning(
          code: .supplementaryNotPlaced, section: index, item: nil, count: count, kind: kind,
          isStrip: isStrip))
    }
    if section.header != nil { note(ElementKind.header.name, count: 1, isStrip: true) }
    if section.footer != nil { note(ElementKind.footer.name, count: 1, isStrip: true) }
    for (kind, views) in section.supplementaries.sorted(by: { $0.key < $1.key }) {
      note(kind, count: views.count, isStrip: false)
    }
    return unplaced
  }
}

extension CompositionalSection {
  /// The kinds of supplementary views that it places.
  var viewKinds: Set<String> {
    guard kind == nil else { return [ElementKind.header.name, ElementKind.footer.name] }
    return group.attachedKinds.union(boundaryItems.map { $0.kind })
  }
}
