/// The space of a section that another kind lays out, across the scroll direction.
struct KindSpace: Sendable {
  /// The layout's container without its insets, as broad as the content around the section, with the section's space
  /// at the sides.
  let container: Container
  /// The extent of the section and its views, boundary items of the whole layout at its sides included.
  let breadth: Double
  /// The direction in which the layout scrolls, and its grids and flows with it.
  let axis: ScrollAxis
  /// The section's insets, of which those along the scroll direction stand around the cells.
  private let insets: AxialInsets
  /// From the edges of elements that span the layout to those of the section's header and footer.
  private let besideStrips: AxialInsets

  /// - Parameters:
  ///   - room: that of the cells.
  ///   - viewRoom: that of header and footer.
  ///   - container: the layout's.
  init(
    _ definition: CompositionalSection, in room: CompositionalRoom, views viewRoom: CompositionalRoom,
    axis: ScrollAxis, of container: Container
  ) {
    self.axis = axis
    breadth = max(room.breadth(axis), viewRoom.breadth(axis))
    insets = axis.axialInsets(definition.contentInsets)
    var own = container
    own.size = axis.size(length: axis.length(of: room.size), breadth: room.breadth(axis))
    own.insets = .zero
    own.sides = room.free(besides: definition.contentInsets, axis)
    self.container = own
    var besides = viewRoom.free(besides: definition.insetsOfViews, axis)
    besides.trailing += container.breadth(across: axis) - viewRoom.breadth(axis)
    besideStrips = besides
  }

  /// A section with its strips and insets where a compositional layout has them.
  ///
  /// - Parameter spacing: to the next section.
  func placed<Body: SectionBody>(
    _ solved: StackedSection<Body>, spacing: Double
  ) -> StackedSection<CompositionalContent> {
    var around = solved.insets
    around.before += insets.before
    around.after += insets.after
    var footer = placed(solved.footer)
    footer.insets.after += spacing
    return StackedSection(
      header: placed(solved.header), insets: around, body: CompositionalContent(solved.body, in: self),
      footer: footer)
  }

  private func placed(_ strip: Strip) -> Strip {
    var strip = strip
    strip.insets.leading += besideStrips.leading
    strip.insets.trailing += besideStrips.trailing
    return strip
  }
}

extension CompositionalRoom {
  /// The extent of a section across the scroll direction.
  fileprivate func breadth(_ axis: ScrollAxis) -> Double {
    let sides = sides.axial(axis)
    return sides.leading + axis.breadth(of: size) + sides.trailing
  }

  /// How much of that stays free at the sides of the content.
  fileprivate func free(besides insets: Insets, _ axis: ScrollAxis) -> AxialInsets {
    let (sides, within) = (sides.axial(axis), (insets + margins).axial(axis))
    return AxialInsets(
      before: 0, after: 0, leading: sides.leading + within.leading, trailing: sides.trailing + within.trailing
    )
  }
}

extension CompositionalRooms {
  /// The space of a section that another kind lays out.
  func space(of definition: CompositionalSection) -> KindSpace {
    KindSpace(
      definition, in: room(of: definition), views: viewRoom(of: definition), axis: axis, of: container)
  }
}

extension SectionKind {
  /// Solves a section.
  ///
  /// - Parameter spacing: to the next section.
  /// - Complexity: that of the kind.
  func solved(
    _ section: Section, in space: KindSpace, spacing: Double
  ) -> StackedSection<CompositionalContent> {
    let section = section.withoutMetrics
    switch self {
    case .list(let layout):
      return space.placed(layout.solved(section, in: space.container), spacing: spacing)
    case .grid(var layout):
      layout.scrollDirection = space.axis
      return space.placed(layout.solved(section, in: space.container), spacing: spacing)
    case .waterfall(let layout):
      return space.placed(layout.solved(section, in: space.container), spacing: spacing)
    case .flow(var layout):
      layout.scrollDirection = space.axis
      return space.placed(layout.solved(section, in: space.container), spacing: spacing)
    }
  }

  /// Solves a section of which a batch changed some items.
  ///
  /// - Complexity: that of the kind.
  func solved(
    _ section: Section, reusing old: StackedSection<CompositionalContent>, _ edits: ItemEdits,
    in space: KindSpace
  ) -> StackedSection<CompositionalContent> {
    let section = section.withoutMetrics
    switch self {
    case .list(let layout): return layout.changed(section, old, edits, in: space)
    case .grid(var layout):
      layout.scrollDirection = space.axis
      return layout.changed(section, old, edits, in: space)
    case .waterfall(let layout): return layout.changed(section, old, edits, in: space)
    case .flow(var layout):
      layout.scrollDirection = space.axis
      return layout.changed(section, old, edits, in: space)
    }
  }
}

extension StackedKind {
  /// The section with another body: items decide nothing around it.
  fileprivate func changed(
    _ section: Section, _ old: StackedSection<CompositionalContent>, _ edits: ItemEdits, in space: KindSpace
  ) -> StackedSection<CompositionalContent> {
    var changed = old
    if let body: Body = old.body.body() {
      let before = StackedSection(header: old.header, insets: old.insets, body: body, footer: old.footer)
      let after = solved(section, reusing: before, edits, in: space.container)
      changed.body = CompositionalContent(after.body, in: space)
    }
    return changed
  }
}

extension Section {
  /// The section without metrics, which are those of a layout that it had before: a compositional layout has none.
  var withoutMetrics: Section {
    guard !metrics.isNone else { return self }
    var section = self
    section.metrics = .none
    return section
  }
}
