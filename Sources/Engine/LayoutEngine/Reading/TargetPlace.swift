/// An item or a section as the target of scrolling, in reading coordinates.
package struct TargetPlace: Sendable {
  /// The attributes of the item, or of an element of the section.
  package let attributes: LayoutAttributes
  /// The frame of the target.
  package let frame: AxialRect
  /// How far inside the bounds the item is clear of insets, and of the elements that pin in its section.
  package let margins: TargetMargins
}

/// Distances from the ends of a viewport's bounds, in points.
package struct TargetMargins: Hashable, Sendable {
  /// The distance from the start of the bounds.
  package var start: Double
  /// The distance from the end of the bounds.
  package var end: Double

  /// Creates margins of their distances, in points.
  package init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }
}

extension DiffSide {
  /// An item, or the header or the beginning of a section, and the margins within which scrolling brings it; nil if there
  /// is none.
  ///
  /// The margins are those of the elements that pin in the item's own section, at full length, wherever the section is
  /// now: so the place is found at once, and is right when scrolling has ended there.
  ///
  /// - Parameter path: the index path at which the side shows the item.
  /// - Complexity: O(log n + p) for p views that pin in the section.
  package func target(of path: IndexPath) -> TargetPlace? {
    guard let found = path.isSection ? start(of: path.section) : element(.cell, at: path) else { return nil }
    let frame = readingSpace.axialRect(found.frame)
    return TargetPlace(attributes: found, frame: frame, margins: margins(of: found, beside: frame))
  }

  private func element(_ kind: ElementKind, at path: IndexPath) -> LayoutAttributes? {
    layout.attributes(of: ElementPath(kind: kind, indexPath: path), visible: nil)
  }

  /// The header of a section; one of no extent where the section begins if it has none.
  private func start(of section: Int) -> LayoutAttributes? {
    let path = IndexPath(section: section, item: 0)
    return element(.header, at: path)
      ?? layout.beginning(ofSection: section).map {
        LayoutAttributes(
          kind: .header, indexPath: path, frame: $0, appearance: .plain, isEstimated: false, isPinned: false)
      }
  }

  private func margins(of target: LayoutAttributes, beside frame: AxialRect) -> TargetMargins {
    let space = readingSpace
    let insets = space.axialInsets(container.insets)
    let view = space.axis.length(of: viewSize)
    let inset = TargetMargins(start: insets.before, end: insets.after)
    guard view - inset.start - inset.end > space.hairline else { return TargetMargins(start: 0, end: 0) }
    var pinned = TargetMargins(start: 0, end: 0)
    let (section, zIndex) = (target.indexPath.section, target.appearance.zIndex)
    // A header that pins is not in front of itself.
    for view in layout.pinningViews(ofSection: section)
    where view.appearance.zIndex >= zIndex
      && (view.kind != target.kind || view.indexPath != target.indexPath)
    {
      let strip = space.axialRect(view.frame)
      guard strip.across < frame.across + frame.breadth, strip.across + strip.breadth > frame.across else {
        continue
      }
      // Views that pin at one edge lie one over the other there.
      switch view.pins {
      case .start: pinned.start = max(pinned.start, strip.length)
      case .end: pinned.end = max(pinned.end, strip.length)
      case nil: break
      }
    }
    let margins = TargetMargins(start: inset.start + pinned.start, end: inset.end + pinned.end)
    return view - margins.start - margins.end > space.hairline ? margins : inset
  }
}
