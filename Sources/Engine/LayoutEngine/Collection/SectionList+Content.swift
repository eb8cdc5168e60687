/// Finds the elements whose content determines their size.
extension SectionList {
  /// Whether there may be such elements.
  ///
  /// - Complexity: O(1).
  package var hasOpenContent: Bool { tree.totals.openContents > 0 || tree.totals.haveShowingViews }

  /// The content of an element; nil if it has none.
  ///
  /// - Complexity: O(log n) for n items.
  package func content(of element: ElementPath) -> Content? {
    let place = element.indexPath
    guard place.section < count else { return nil }
    let section = self[place.section]
    guard element.kind == .cell else {
      return section.description(of: element.kind.name, place.item)?.content
    }
    return section.items.find(place.item).flatMap { chunk, place in
      chunk.hasContent(place) ? chunk.contents[place] : nil
    }
  }

  /// Visits the items and views that have content to measure and no size.
  ///
  /// - Complexity: O(s + n / c + k) for s sections and n items in chunks of c, of which k are visited.
  package func forEachOpenContent(_ visit: (ElementPath, Content) -> Void) {
    guard hasOpenContent else { return }
    var index = 0
    forEachSection { section in
      if section.hasShowingViews { section.forEachOpenView(at: index, visit) }
      if section.items.openContentCount > 0 {
        section.items.forEachOpenContent { visit(.cell(index, $0), $1) }
      }
      index += 1
    }
  }
}

extension Section {
  /// Whether a header, a footer or another view has content.
  var hasShowingViews: Bool {
    header?.content != nil || footer?.content != nil
      || supplementaries.values.contains { $0.contains { $0.content != nil } }
  }

  fileprivate func forEachOpenView(at section: Int, _ visit: (ElementPath, Content) -> Void) {
    func offer(_ kind: ElementKind, _ number: Int, _ view: Supplementary?) {
      guard let view, view.size == nil, let content = view.content else { return }
      visit(ElementPath(kind: kind, indexPath: IndexPath(section: section, item: number)), content)
    }
    offer(.header, 0, header)
    offer(.footer, 0, footer)
    for (name, views) in supplementaries.sorted(by: { $0.key < $1.key }) {
      let kind = ElementKind(category: .supplementary, name: name)
      for (number, view) in views.enumerated() { offer(kind, number, view) }
    }
  }
}

extension ItemSequence {
  /// The number of items that have content to measure and no size.
  ///
  /// - Complexity: O(1).
  var openContentCount: Int { chunks.totals.open.withContent }

  fileprivate func forEachOpenContent(_ visit: (Int, Content) -> Void) {
    var first = 0
    chunks.walk { chunk in
      if chunk.totals.open.withContent > 0 {
        for place in 0..<chunk.count where !chunk.hasSize(place) {
          if let content = chunk.contents[place], content.isMeasured { visit(first + place, content) }
        }
      }
      first += chunk.count
    }
  }
}
