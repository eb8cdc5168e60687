/// A new description of an element at its position.
package enum Redescription: Sendable {
  case item(IndexPath, Item)
  /// Nil removes the description of the view.
  case view(ElementPath, Supplementary?)
}

extension SectionList {
  /// The list with new descriptions of some elements. Each path must exist, and occur once.
  ///
  /// - Throws: `BatchError` if an index path does not exist.
  /// - Complexity: O(k log n) for k elements of n. A section whose views change is laid out anew.
  package func describing(_ changes: [Redescription]) throws(BatchError) -> Updated {
    var paths: [IndexPath] = []
    var items: [Item] = []
    var views: [(path: ElementPath, view: Supplementary?)] = []
    paths.reserveCapacity(changes.count)
    items.reserveCapacity(changes.count)
    for change in changes {
      switch change {
      case .item(let path, let item):
        paths.append(path)
        items.append(item)
      case .view(let path, let view): views.append((path, view))
      }
    }
    var updated = try applying(paths.isEmpty ? [] : [BatchUpdate(.reconfigureItems(at: paths, items))])
    for (path, view) in views {
      let place = path.indexPath.section
      var section = updated.sections[place]
      section.describe(path.kind.name, path.indexPath.item, as: view)
      updated.sections = updated.sections.replacing(place..<place + 1, with: [section])
      updated.replacedSections.insert(place)
    }
    return updated
  }

  /// Visits the items whose descriptions differ from those in a list of the same items in the same order.
  ///
  /// - Parameter section: the only section to visit; nil, the default, visits all.
  /// - Complexity: O(n) for n items, in chunks that the lists do not share.
  package func forEachItem(
    differingFrom other: SectionList, inSection section: Int? = nil, _ visit: (IndexPath, Item) -> Void
  ) {
    for index in indices(of: section, sharedWith: other) {
      let items = self[index].items
      guard var cursor = ItemCursor(items, at: 0), var theirs = ItemCursor(other[index].items, at: 0) else {
        continue
      }
      var item = 0
      while item < items.count {
        cursor.move(to: item)
        theirs.move(to: item)
        let end = min(cursor.end, theirs.end)
        let isShared =
          cursor.chunk === theirs.chunk && cursor.first == theirs.first
          || cursor.chunk.isBare && theirs.chunk.isBare
        for place in item..<(isShared ? item : end)
        where !cursor.chunk.columns.hasSameDescription(
          at: place - cursor.first, as: theirs.chunk.columns, at: place - theirs.first)
        {
          visit(IndexPath(section: index, item: place), cursor.chunk.columns.item(at: place - cursor.first))
        }
        item = end
      }
    }
  }

  /// Visits the header, footer and other views whose descriptions differ from those in a list of the same sections.
  ///
  /// - Parameter section: the only section to visit; nil, the default, visits all.
  /// - Complexity: O(s + v) for s sections and v views.
  package func forEachView(
    differingFrom other: SectionList, inSection section: Int? = nil,
    _ visit: (ElementPath, Supplementary) -> Void
  ) {
    for index in indices(of: section, sharedWith: other) {
      let (section, theirs) = (self[index], other[index])
      func compare(_ kind: ElementKind, _ number: Int, _ view: Supplementary?, _ old: Supplementary?) {
        guard let view, view != old, view != Supplementary() || old != nil else { return }
        visit(ElementPath(kind: kind, indexPath: IndexPath(section: index, item: number)), view)
      }
      compare(.header, 0, section.header, theirs.header)
      compare(.footer, 0, section.footer, theirs.footer)
      for (name, views) in section.supplementaries.sorted(by: { $0.key < $1.key }) {
        let old = theirs.supplementaries[name] ?? []
        for (number, view) in views.enumerated() {
          compare(
            ElementKind(category: .supplementary, name: name), number, view,
            number < old.count ? old[number] : nil)
        }
      }
    }
  }

  private func indices(of section: Int?, sharedWith other: SectionList) -> Range<Int> {
    let all = 0..<min(count, other.count)
    return section.map { all.clamped(to: $0..<$0 + 1) } ?? all
  }
}

extension Section {
  /// The description of a supplementary view; nil if it has none.
  package func description(of kind: String, _ index: Int) -> Supplementary? {
    if index == 0, kind == ElementKind.header.name { return header }
    if index == 0, kind == ElementKind.footer.name { return footer }
    guard let views = supplementaries[kind], views.indices.contains(index) else { return nil }
    return views[index]
  }

  fileprivate mutating func describe(_ kind: String, _ index: Int, as view: Supplementary?) {
    if index == 0, kind == ElementKind.header.name { return header = view }
    if index == 0, kind == ElementKind.footer.name { return footer = view }
    var views = supplementaries[kind] ?? []
    // The layout defines the views before it, too: they have no description.
    while views.count <= index { views.append(Supplementary()) }
    views[index] = view ?? Supplementary()
    while view == nil, views.last == Supplementary() { views.removeLast() }
    supplementaries[kind] = views.isEmpty ? nil : views
  }
}
