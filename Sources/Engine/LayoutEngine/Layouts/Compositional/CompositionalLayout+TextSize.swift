/// Lengths that grow with a text style (`UIFontMetrics.scaledValue(for:compatibleWith:)`). Fractions and the widths at which
/// alternatives begin stay as they are.
extension CompositionalLayout {
  /// Returns whether lengths are others in a container than at the text size `large`.
  ///
  /// - Complexity: O(d) for d definitions.
  func scalesLengths(in container: Container) -> Bool {
    container.contentSizeCategory != .large
      && (lengthsScaleWith != nil || sections.contains { $0.lengthsScaleWith != nil })
  }

  /// Returns the layout with lengths as they are in a container.
  ///
  /// - Complexity: O(n) for a definition of n parts.
  func scaled(in container: Container) -> CompositionalLayout {
    guard scalesLengths(in: container) else { return self }
    let category = container.contentSizeCategory
    func factor(_ style: TextStyle?) -> Double { style.map { DynamicType.growth(of: $0, category) } ?? 1 }
    var scaled = self
    let whole = factor(lengthsScaleWith)
    scaled.lengthsScaleWith = nil
    scaled.interSectionSpacing = interSectionSpacing.scaled(by: whole)
    scaled.boundaryItems = boundaryItems.map { $0.scaled(by: whole) }
    scaled.sections = sections.map { section in
      let style = section.lengthsScaleWith ?? lengthsScaleWith
      return section.scaled(with: style, by: factor(style))
    }
    return scaled
  }
}

extension CompositionalSection {
  /// - Parameter style: that of a kind, which scales by itself.
  fileprivate func scaled(with style: TextStyle?, by factor: Double) -> CompositionalSection {
    var scaled = self
    scaled.lengthsScaleWith = nil
    scaled.group = group.scaled(by: factor)
    scaled.kind = kind?.scaling(with: style)
    scaled.contentInsets = contentInsets.scaled(by: factor)
    scaled.interGroupSpacing = interGroupSpacing.scaled(by: factor)
    scaled.boundaryItems = boundaryItems.map { $0.scaled(by: factor) }
    scaled.decorationItems = decorationItems.map {
      var item = $0
      item.contentInsets = item.contentInsets.scaled(by: factor)
      return item
    }
    return scaled
  }
}

extension SectionKind {
  fileprivate func scaling(with style: TextStyle?) -> SectionKind {
    switch self {
    case .list(var layout):
      layout.metrics.lengthsScaleWith = style
      return .list(layout)
    case .grid(var layout):
      layout.metrics.lengthsScaleWith = style
      return .grid(layout)
    case .waterfall(var layout):
      layout.metrics.lengthsScaleWith = style
      return .waterfall(layout)
    case .flow(var layout):
      layout.metrics.lengthsScaleWith = style
      return .flow(layout)
    }
  }
}

extension LayoutGroup {
  fileprivate func scaled(by factor: Double) -> LayoutGroup {
    LayoutGroup(
      arrangement.scaled(by: factor), size: size.scaled(by: factor),
      interItemSpacing: interItemSpacing.scaled(by: factor), contentInsets: contentInsets.scaled(by: factor),
      edgeSpacing: edgeSpacing.scaled(by: factor),
      supplementaryItems: supplementaryItems.map { $0.scaled(by: factor) })
  }
}

extension LayoutGroup.Arrangement {
  fileprivate func scaled(by factor: Double) -> Self {
    switch self {
    case .line(let axis, let members): .line(axis, members: members.map { $0.scaled(by: factor) })
    case .repeating(let axis, let member, let count):
      .repeating(axis, member: member.scaled(by: factor), count: count)
    case .custom(let frames):
      .custom(
        frames: frames.map {
          Rect(
            x: $0.x.scaled(by: factor), y: $0.y.scaled(by: factor), width: $0.width.scaled(by: factor),
            height: $0.height.scaled(by: factor))
        })
    }
  }
}

extension LayoutGroup.Member {
  fileprivate func scaled(by factor: Double) -> Self {
    switch self {
    case .group(let group): .group(group.scaled(by: factor))
    case .item(let item):
      .item(
        LayoutItem(
          size: item.size.scaled(by: factor), contentInsets: item.contentInsets.scaled(by: factor),
          edgeSpacing: item.edgeSpacing.scaled(by: factor),
          supplementaryItems: item.supplementaryItems.map { $0.scaled(by: factor) }))
    }
  }
}

extension LayoutSize {
  fileprivate func scaled(by factor: Double) -> LayoutSize {
    LayoutSize(width: width.scaled(by: factor), height: height.scaled(by: factor))
  }
}

extension LayoutDimension {
  fileprivate func scaled(by factor: Double) -> LayoutDimension {
    switch self {
    case .fractionalWidth, .fractionalHeight: self
    case .absolute(let points): .absolute(points.scaled(by: factor))
    case .estimated(let points): .estimated(points.scaled(by: factor))
    case .uniformAcrossSiblings(let points): .uniformAcrossSiblings(estimate: points.scaled(by: factor))
    }
  }
}

extension LayoutSpacing {
  fileprivate func scaled(by factor: Double) -> LayoutSpacing {
    switch self {
    case .fixed(let points): .fixed(points.scaled(by: factor))
    case .flexible(let points): .flexible(points.scaled(by: factor))
    }
  }
}

extension LayoutEdgeSpacing {
  fileprivate func scaled(by factor: Double) -> LayoutEdgeSpacing {
    LayoutEdgeSpacing(
      leading: leading.scaled(by: factor), top: top.scaled(by: factor), trailing: trailing.scaled(by: factor),
      bottom: bottom.scaled(by: factor))
  }
}

extension BoundaryItem {
  fileprivate func scaled(by factor: Double) -> BoundaryItem {
    var scaled = self
    scaled.size = size.scaled(by: factor)
    scaled.absoluteOffset = absoluteOffset.scaled(by: factor)
    return scaled
  }
}

extension AnchoredItem {
  fileprivate func scaled(by factor: Double) -> AnchoredItem {
    var scaled = self
    scaled.size = size.scaled(by: factor)
    scaled.containerAnchor = containerAnchor.scaled(by: factor)
    scaled.itemAnchor = itemAnchor?.scaled(by: factor)
    return scaled
  }
}

extension LayoutAnchor {
  fileprivate func scaled(by factor: Double) -> LayoutAnchor {
    guard case .absolute(let offset) = offset else { return self }
    return LayoutAnchor(
      horizontal: horizontal, vertical: vertical, offset: .absolute(offset.scaled(by: factor)))
  }
}
