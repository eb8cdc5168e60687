import JSON
import LayoutEngine

/// Decodes a compositional layout, section by section.
extension DecodingContext {
  private enum CompositionalField: String, FieldNames {
    case kind, scrollDirection, interSectionSpacing, contentInsetsReference, boundarySupplementaryItems
    case sections
  }

  private enum CompositionalSectionField: String, FieldNames {
    case group, contentInsets, interGroupSpacing, orthogonalScrollingBehavior
    case boundarySupplementaryItems, decorationItems
  }

  private enum DecorationField: String, FieldNames { case kind, contentInsets, zIndex }

  func compositionalLayout(_ value: JSONValue) -> CompositionalLayout {
    var layout = CompositionalLayout(sections: [])
    object(value, CompositionalField.self, "a compositional layout") { field, value in
      switch field {
      case .kind: break
      case .scrollDirection: set(&layout.scrollDirection, name(value, of: ScrollAxis.self))
      case .interSectionSpacing: set(&layout.interSectionSpacing, length(value))
      case .contentInsetsReference:
        set(
          &layout.contentInsetsReference, name(value, of: CompositionalLayout.ContentInsetsReference.self))
      case .boundarySupplementaryItems: layout.boundaryItems = boundaryItems(value)
      case .sections: layout.sections = compositionalSections(value)
      }
    }
    require("sections", of: value)
    if value["sections"]?.kind == .array, value["sections"]?.count == 0 {
      at("sections") { fault("a compositional layout has at least one section definition") }
    }
    checkKinds(of: layout)
    return layout
  }

  private func compositionalSections(_ value: JSONValue) -> [CompositionalSection] {
    var sections: [CompositionalSection] = []
    array(value, "an array of section definitions") { _, value in
      if let section = compositionalSection(value) { sections.append(section) }
    }
    return sections
  }

  private func compositionalSection(_ value: JSONValue) -> CompositionalSection? {
    var section = CompositionalSection(group: LayoutGroup(.line(.horizontal, members: [])))
    let isObject = object(value, CompositionalSectionField.self, "a section definition: an object") {
      field, value in
      switch field {
      case .group: set(&section.group, layoutGroup(value))
      case .contentInsets: set(&section.contentInsets, directionalInsets(value))
      case .interGroupSpacing: set(&section.interGroupSpacing, length(value))
      case .orthogonalScrollingBehavior:
        set(&section.orthogonalScrolling, name(value, of: OrthogonalScrollingBehavior.self))
      case .boundarySupplementaryItems: section.boundaryItems = boundaryItems(value)
      case .decorationItems: section.decorationItems = decorationItems(value)
      }
    }
    guard isObject else { return nil }
    require("group", of: value)
    return section
  }

  private func decorationItems(_ value: JSONValue) -> [DecorationItem] {
    var items: [DecorationItem] = []
    array(value, "an array of decoration items") { _, value in
      var item = DecorationItem(kind: "")
      object(value, DecorationField.self, "a decoration item: an object with \"kind\"") { field, value in
        switch field {
        case .kind: set(&item.kind, elementKind(value))
        case .contentInsets: set(&item.contentInsets, directionalInsets(value))
        case .zIndex: set(&item.zIndex, zIndex(value))
        }
      }
      if value.kind == .object { require("kind", of: value) }
      items.append(item)
    }
    return items
  }
}

extension DecodingContext {
  /// Checks that no two views of a section would have the same name.
  ///
  /// A view is named by its kind and a number: of its item, of its group, or among the boundary items of its kind.
  /// Two of these with the same kind would have the same names.
  private func checkKinds(of layout: CompositionalLayout) {
    let whole = Set(layout.boundaryItems.map { $0.kind })
    for (index, section) in layout.sections.enumerated() {
      var uses: [String: [String]] = [:]
      for kind in Set(section.boundaryItems.map({ $0.kind })) {
        uses[kind, default: []].append("boundary items")
      }
      for kind in Set(section.group.supplementaryItems.map({ $0.kind })) {
        uses[kind, default: []].append("groups")
      }
      for kind in section.group.itemKinds { uses[kind, default: []].append("items") }
      for kind in section.group.nestedKinds { uses[kind, default: []].append("groups inside groups") }
      for kind in whole where uses[kind] != nil {
        uses[kind]!.append("boundary items of the whole layout")
      }
      for (kind, users) in uses.sorted(by: { $0.key < $1.key }) where users.count > 1 {
        at("sections") {
          at(index) {
            fault("the kind \(quoted(kind)) stands for views of \(users.joined(separator: " and of "))")
          }
        }
      }
    }
  }
}
