import Cancellation

extension CustomLayout: CollectionLayout {
  typealias Metrics = NoMetrics

  static let kind = "custom"

  static let cost = LayoutCost(section: 1000, item: 16, work: 10, countsEveryItem: true, laysOutAnew: true)

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.structure("frame")
    visitor.structure("zIndex")
    visitor.structure("alpha")
    visitor.structure("transform")
    visitor.structure("values")
    visitor.structure("supplementaries")
    visitor.structure("decorations")
    visitor.structure("itemSize")
    visitor.structure("contentSize")
  }

  var itemsPushOthers: Bool { false }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems { .none }

  /// - Throws: where a formula has no result for some element, an item lacks a value, or there is too much to work out.
  /// - Complexity: O(s + n·f) for s sections and n items and views, counted ones too, and formulas of f steps in all.
  func prepare(_ sections: SectionList, in container: Container) throws(LayoutError) -> CustomSolution {
    let known = Self.known(sections, container)
    var placers = CustomPlacers(self, knowing: known, on: container.grid)
    try checkCost(of: placers.cells.formulas, for: sections.itemCount)
    let size = try contentSize(sections.itemCount, known)
    let solved = try solve(sections, &placers)
    return CustomSolution(
      container: container, placers: placers, sections: solved, contentSize: size,
      warnings: warnings(of: sections))
  }

  /// - Throws: as the other function.
  /// - Complexity: O(s + k (f + log n)) for s sections and k changed items of n, and formulas of f steps; O(m·f) more
  ///   for the m items and views of each section in which items are inserted, deleted or moved. All sections are laid
  ///   out anew if some are inserted, deleted or moved: formulas may name a section's index and the number of sections.
  func prepare(
    _ updated: SectionList.Updated, from old: CustomSolution, in container: Container
  ) throws(LayoutError) -> CustomSolution {
    let sections = updated.sections
    guard updated.map.sections.vacated.isEmpty, updated.map.sections.taken.isEmpty else {
      return try prepare(sections, in: container)
    }
    var placers = old.placers
    try checkCost(of: placers.cells.formulas, for: sections.itemCount)
    let size = try contentSize(sections.itemCount, Self.known(sections, container))
    var failure: LayoutError?
    var tally = CustomViewTally()
    /// What a section becomes; what it was, if it or one before it fails.
    func changed(
      _ old: CustomSection, _ change: () throws(LayoutError) -> CustomSection
    ) -> CustomSection {
      if failure != nil { return old }
      do throws(LayoutError) { return try change() } catch {
        failure = error
        return old
      }
    }
    let solved = updated.follow(old.sections) { section, index in
      changed(old.sections.leaf(at: index).leaf) { () throws(LayoutError) in
        try CustomSection(section, at: index, &placers, &tally)
      }
    } changing: { section, old, edits, index in
      changed(old) { () throws(LayoutError) in
        try old.following(section, at: index, edits, &placers, &tally)
      }
    }
    if let failure { throw failure }
    var whole = CustomViewTally()
    try whole.add(views: solved.totals.views, steps: solved.totals.steps)
    return CustomSolution(
      container: container, placers: placers, sections: solved, contentSize: size,
      warnings: warnings(of: sections))
  }

  /// The variables that are the same for all items.
  private static func known(_ sections: SectionList, _ container: Container) -> [ExpressionVariable: Double] {
    [
      .sections: Double(sections.count),
      .width: container.breadth(across: .vertical),
      .height: container.breadth(across: .horizontal),
    ]
  }

  private func checkCost(of formulas: CustomFormulas, for count: Int) throws(LayoutError) {
    guard Double(formulas.cost) * Double(count) > Self.stepLimit else { return }
    throw LayoutError(
      parameter: [], indexPath: nil,
      detail: "the expressions take \(formulas.cost) steps an item, and \(count) items; "
        + "a layout may take \(Int(Self.stepLimit)) steps in all")
  }

  /// Evaluates everything once: stores the bounds of the placed elements, or throws the first error.
  private func solve(
    _ sections: SectionList, _ placers: inout CustomPlacers
  ) throws(LayoutError) -> SummaryTree<CustomSection> {
    var solved = ContiguousArray<CustomSection>()
    solved.reserveCapacity(sections.count)
    var failure: LayoutError?
    var pace = Pace()
    var tally = CustomViewTally()
    sections.tree.forEachLeaf {
      do throws(LayoutError) {
        if pace.isOver(after: 16) { throw .cancelled }
        solved.append(try CustomSection($0.leaf, at: $0.index, &placers, &tally))
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    return SummaryTree(solved)
  }

  /// The content size that the layout gives, if it does.
  private func contentSize(
    _ count: Int, _ known: [ExpressionVariable: Double]
  ) throws(LayoutError) -> Size? {
    guard let contentSize else { return nil }
    let formulas = [contentSize.width, contentSize.height]
    var compiler = ExpressionCompiler(knowing: known)
    let program = CustomProgram(formulas, of: nil, &compiler) { (width: $0[0], height: $0[1]) }
    let (width, height) = program.results
    var machine = compiler.machine()
    machine[.count] = Double(count)
    try program.run(on: &machine, for: nil)
    let failure = program.outOfBounds(extents: ["width": width, "height": height], on: machine, for: nil)
    if let failure { throw failure }
    return Size(width: machine[width] + 0, height: machine[height] + 0)
  }

  /// Supplementary views that no formulas place.
  private func warnings(of sections: SectionList) -> [LayoutWarning] {
    var warnings: [LayoutWarning] = []
    let kinds = views.filter { $0.kind.category == .supplementary }.map { $0.kind.name }
    sections.tree.forEachLeaf { position in
      func warn(_ kind: String, _ count: Int, isStrip: Bool) {
        warnings.append(
          LayoutWarning(
            code: .supplementaryNotPlaced, section: position.index, item: nil, count: count, kind: kind,
            isStrip: isStrip))
      }
      /// Whether the kind is one of a section's own views, which its supplementaries are not.
      func isStrip(_ kind: String) -> Bool {
        kind == ElementKind.header.name || kind == ElementKind.footer.name
      }
      if position.leaf.header != nil, !kinds.contains(ElementKind.header.name) {
        warn(ElementKind.header.name, 1, isStrip: true)
      }
      for (kind, views) in position.leaf.supplementaries.sorted(by: { $0.key < $1.key })
      where !views.isEmpty && (isStrip(kind) || !kinds.contains(kind)) {
        warn(kind, views.count, isStrip: false)
      }
      if position.leaf.footer != nil, !kinds.contains(ElementKind.footer.name) {
        warn(ElementKind.footer.name, 1, isStrip: true)
      }
      return true
    }
    return warnings
  }
}

extension LayoutKind {
  /// A layout by the client's formulas.
  public static func custom(_ layout: CustomLayout) -> LayoutKind { LayoutKind(layout) }
}
