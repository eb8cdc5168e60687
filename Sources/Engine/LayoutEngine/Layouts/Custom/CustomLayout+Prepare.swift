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
    visitor.structure("itemSize")
    visitor.structure("contentSize")
  }

  var itemsPushOthers: Bool { false }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems { .none }

  /// - Throws: where a formula has no result for some item, or there is too much to work out.
  /// - Complexity: O(s + n·f) for s sections and n items, counted ones too, and formulas of f steps in all.
  func prepare(_ sections: SectionList, in container: Container) throws(LayoutError) -> CustomSolution {
    var compiler = ExpressionCompiler(knowing: Self.known(sections, container))
    let formulas = CustomFormulas(self, &compiler)
    try checkCost(of: formulas, for: sections.itemCount)
    let size = try contentSize(sections.itemCount, &compiler)
    var placer = CustomPlacer(
      formulas: formulas, machine: compiler.machine(),
      sizing: FlowSizing(axis: .vertical, itemSize: itemSize, estimate: nil),
      grid: container.grid)
    let solved = try solve(sections, &placer)
    return CustomSolution(
      container: container, placer: placer, sections: solved, contentSize: size,
      warnings: Self.warnings(of: sections))
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

  /// Evaluates everything once: stores the bounds of the placed items, or throws the first error.
  private func solve(
    _ sections: SectionList, _ placer: inout CustomPlacer
  ) throws(LayoutError) -> SummaryTree<CustomSection> {
    var solved = ContiguousArray<CustomSection>()
    solved.reserveCapacity(sections.count)
    var failure: LayoutError?
    var pace = Pace()
    sections.tree.forEachLeaf {
      do throws(LayoutError) {
        if pace.isOver(after: 16) { throw .cancelled }
        solved.append(try CustomSection($0.leaf.items, section: $0.index, &placer))
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
    _ count: Int, _ compiler: inout ExpressionCompiler
  ) throws(LayoutError) -> Size? {
    guard let contentSize else { return nil }
    let formulas = [contentSize.width, contentSize.height]
    let program = CustomProgram(formulas, &compiler) { (width: $0[0], height: $0[1]) }
    let (width, height) = program.results
    var machine = compiler.machine()
    machine[.count] = Double(count)
    try program.run(on: &machine, for: nil)
    let failure = program.outOfBounds(extents: ["width": width, "height": height], on: machine, for: nil)
    if let failure { throw failure }
    return Size(width: machine[width] + 0, height: machine[height] + 0)
  }

  /// A custom layout places no supplementary view.
  private static func warnings(of sections: SectionList) -> [LayoutWarning] {
    var warnings: [LayoutWarning] = []
    sections.tree.forEachLeaf { position in
      func warn(_ kind: String, _ count: Int, isStrip: Bool) {
        warnings.append(
          LayoutWarning(
            code: .supplementaryNotPlaced, section: position.index, item: nil, count: count, kind: kind,
            isStrip: isStrip))
      }
      if position.leaf.header != nil { warn(ElementKind.header.name, 1, isStrip: true) }
      for (kind, views) in position.leaf.supplementaries.sorted(by: { $0.key < $1.key })
      where !views.isEmpty {
        warn(kind, views.count, isStrip: false)
      }
      if position.leaf.footer != nil { warn(ElementKind.footer.name, 1, isStrip: true) }
      return true
    }
    return warnings
  }
}

extension LayoutKind {
  /// A layout by the client's formulas.
  public static func custom(_ layout: CustomLayout) -> LayoutKind { LayoutKind(layout) }
}
