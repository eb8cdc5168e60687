import JSON
import LayoutEngine

/// Decodes a compositional layout, section by section.
extension DecodingContext {
  private enum CompositionalField: String, FieldNames {
    case kind, scrollDirection, interSectionSpacing, contentInsetsReference, boundarySupplementaryItems
    case sections, alternatives, lengthsScaleWith, flipsHorizontallyInOppositeLayoutDirection
  }

  private enum AlternativeField: String, FieldNames { case minimumWidth, sections }

  private enum CompositionalSectionField: String, FieldNames {
    case group, list, grid, waterfall, flow
    case contentInsets, interGroupSpacing, orthogonalScrollingBehavior, lengthsScaleWith
    case boundarySupplementaryItems, decorationItems, visibleItems
    case contentInsetsReference, supplementariesFollowContentInsets, supplementaryContentInsetsReference
  }

  private enum DecorationField: String, FieldNames { case kind, contentInsets, zIndex }

  private enum VisibleItemsField: String, FieldNames { case zIndex, alpha, transform }

  func compositionalLayout(_ value: JSONValue) -> CompositionalLayout {
    var layout = CompositionalLayout(sections: [])
    object(value, CompositionalField.self, "a compositional layout") { field, value in
      switch field {
      case .kind, .flipsHorizontallyInOppositeLayoutDirection: break
      case .scrollDirection: set(&layout.scrollDirection, name(value, of: ScrollAxis.self))
      case .interSectionSpacing: set(&layout.interSectionSpacing, length(value))
      case .contentInsetsReference:
        set(
          &layout.contentInsetsReference, name(value, of: CompositionalLayout.ContentInsetsReference.self))
      case .boundarySupplementaryItems: layout.boundaryItems = boundaryItems(value)
      case .sections: layout.sections = compositionalSections(value)
      case .alternatives: layout.alternatives = alternatives(value)
      case .lengthsScaleWith: layout.lengthsScaleWith = name(value, of: TextStyle.self)
      }
    }
    requireSections(of: value)
    let whole = Set(layout.boundaryItems.map { $0.kind })
    at("sections") { checkKinds(of: layout.sections, beside: whole) }
    for (number, alternative) in layout.alternatives.enumerated() {
      at("alternatives") {
        at(number) { at("sections") { checkKinds(of: alternative.sections, beside: whole) } }
      }
    }
    return layout
  }

  /// Reports that there is no definition of a section.
  private func requireSections(of value: JSONValue) {
    require("sections", of: value)
    if value["sections"]?.kind == .array, value["sections"]?.count == 0 {
      at("sections") { fault("a compositional layout has at least one section definition") }
    }
  }

  /// Reads definitions for broader containers.
  private func alternatives(_ value: JSONValue) -> [CompositionalAlternative] {
    var alternatives: [CompositionalAlternative] = []
    let expected = "an array of objects with \"minimumWidth\" and \"sections\""
    array(value, expected) { number, value in
      guard number < CompositionalLayout.alternativeLimit else {
        if number == CompositionalLayout.alternativeLimit {
          fault("a compositional layout has at most \(number) alternatives")
        }
        return
      }
      var alternative = CompositionalAlternative(minimumWidth: 0, sections: [])
      let isObject = object(
        value, AlternativeField.self, "an object with \"minimumWidth\" and \"sections\""
      ) { field, value in
        switch field {
        case .minimumWidth:
          guard let width = positive(value) else { return }
          if alternatives.contains(where: { $0.minimumWidth == width }) {
            fault("another alternative has the same width")
          }
          alternative.minimumWidth = width
        case .sections: alternative.sections = compositionalSections(value)
        }
      }
      // An invalid one stays, so that the next has its number.
      alternatives.append(alternative)
      guard isObject else { return }
      require("minimumWidth", of: value)
      requireSections(of: value)
    }
    return alternatives
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
      case .list, .grid, .waterfall, .flow: section.kind = sectionKind(value, field.rawValue)
      case .contentInsets: set(&section.contentInsets, directionalInsets(value))
      case .interGroupSpacing: set(&section.interGroupSpacing, length(value))
      case .lengthsScaleWith: section.lengthsScaleWith = name(value, of: TextStyle.self)
      case .orthogonalScrollingBehavior:
        set(&section.orthogonalScrolling, name(value, of: OrthogonalScrollingBehavior.self))
      case .boundarySupplementaryItems: section.boundaryItems = boundaryItems(value)
      case .decorationItems: section.decorationItems = decorationItems(value)
      case .visibleItems: section.visibleItems = visibleItems(value)
      case .contentInsetsReference:
        set(
          &section.contentInsetsReference, name(value, of: CompositionalLayout.ContentInsetsReference.self))
      case .supplementariesFollowContentInsets:
        set(&section.supplementariesFollowContentInsets, bool(value))
      case .supplementaryContentInsetsReference:
        set(
          &section.supplementaryContentInsetsReference,
          name(value, of: CompositionalLayout.ContentInsetsReference.self))
      }
    }
    guard isObject else { return nil }
    requireOneContent(of: section, in: value)
    return section
  }

  /// Reports a section that has neither groups nor another kind, or several, or another kind with members of groups that
  /// are not their defaults.
  private func requireOneContent(of section: CompositionalSection, in value: JSONValue) {
    let contents = (["group"] + SectionKind.names).filter { value.member(named: $0) != nil }
    let others = SectionKind.names.map(quoted).joined(separator: ", ")
    guard let content = contents.first else {
      return fault("the field \"group\" is missing, or one of \(others) in its place")
    }
    guard contents.count == 1 else {
      let given = contents.map(quoted).joined(separator: " and ")
      return fault("a section has \"group\" or one of \(others); this one has \(given)")
    }
    guard content != "group" else { return }
    let membersOfGroups = [
      ("interGroupSpacing", section.interGroupSpacing != 0),
      ("orthogonalScrollingBehavior", section.orthogonalScrolling != .none),
      ("boundarySupplementaryItems", !section.boundaryItems.isEmpty),
      ("decorationItems", !section.decorationItems.isEmpty),
    ]
    for (name, isGiven) in membersOfGroups where isGiven {
      at(name) { fault("only a section with \"group\" has \"\(name)\"; this one has \(quoted(content))") }
    }
  }

  private func visibleItems(_ value: JSONValue) -> AppearanceFormulas {
    let scope = FormulaScope(variables: ExpressionVariable.ofVisibleItems)
    var formulas = AppearanceFormulas()
    let expected = "an object with \"zIndex\", \"alpha\" or \"transform\", of expressions"
    let isObject = object(value, VisibleItemsField.self, expected) { field, value in
      let path = ["visibleItems", field.rawValue]
      switch field {
      case .zIndex: formulas.zIndex = formula(value, path, scope)
      case .alpha: formulas.alpha = formula(value, path, scope)
      case .transform: formulas.transform = customTransform(value, path, scope)
      }
    }
    if isObject, value.count == 0 { let _: Bool? = mismatch(value, expected) }
    return formulas
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
  ///
  /// - Parameter whole: the kinds of boundary items of the whole layout.
  private func checkKinds(of sections: [CompositionalSection], beside whole: Set<String>) {
    for (index, section) in sections.enumerated() {
      var uses: [String: [String]] = [:]
      if section.kind != nil {
        uses[ElementKind.header.name] = ["headers"]
        uses[ElementKind.footer.name] = ["footers"]
      }
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
        at(index) {
          fault("the kind \(quoted(kind)) stands for views of \(users.joined(separator: " and of "))")
        }
      }
    }
  }
}
