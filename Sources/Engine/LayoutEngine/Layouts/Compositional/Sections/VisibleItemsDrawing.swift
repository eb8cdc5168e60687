/// Draws the items of a section by their places in the viewport, with expressions compiled for one container.
final class VisibleItemsDrawing: Sendable {
  private typealias Program = CustomProgram<CustomFormulas.AppearanceResults>

  private let program: Program
  /// Copied by each query, which turns its copy from item to item.
  private let machine: ExpressionMachine

  /// - Returns: nil without expressions.
  init?(_ formulas: AppearanceFormulas, in container: Container) {
    var compiler = ExpressionCompiler(knowing: [
      .width: container.breadth(across: .vertical), .height: container.breadth(across: .horizontal),
    ])
    guard let program = CustomFormulas.appearance(formulas, of: .cell, &compiler) else { return nil }
    self.program = program
    machine = compiler.machine()
  }

  /// The cost of drawing one item, in simple operations.
  var cost: Int { program.program.cost }

  /// Draws the cells that a collector has from a row on, all of them of one section.
  ///
  /// Where an expression has no result, an item is drawn as without expressions: only some offsets may have that fault,
  /// which the client learns from a warning.
  ///
  /// - Parameter scroller: the part of a section that scrolls across, from side to side of the content; nil for one that
  ///   scrolls with the layout.
  /// - Complexity: O(c) for c cells.
  func draw(from first: Int, across scroller: ClosedRange<Double>?, to collector: inout ElementCollector) {
    let space = collector.space
    let section = collector.section
    let offset: Double
    let middle: Double
    if let scroller {
      offset = collector.orthogonalOffsets[section]
      middle = offset + (scroller.lowerBound + scroller.upperBound) / 2
    } else {
      offset = collector.pinRange?.lowerBound ?? 0
      middle = collector.focus
    }
    var machine = machine
    machine[.section] = Double(section)
    machine[.offset] = offset
    collector.redrawCells(from: first, steps: cost) { record, own in
      let rect = space.axialRect(record.frame)
      let center = scroller == nil ? rect.along + rect.length / 2 : rect.across + rect.breadth / 2
      move(&machine, to: record.indexPath.item, space.axis.rect(rect), distance: center - middle)
      guard let drawn = try? program.appearance(on: &machine, for: nil) else { return own }
      return (space.mirrorWidth == nil ? drawn : drawn.mirrored).over(own)
    }
  }

  /// Sets the variables of an item.
  ///
  /// - Parameter frame: read from left to right.
  private func move(
    _ machine: inout ExpressionMachine, to item: Int, _ frame: Rect, distance: Double
  ) {
    machine.setItem(index: Double(item), size: frame.size)
    machine[.itemX] = frame.x
    machine[.itemY] = frame.y
    machine[.distance] = distance
  }

  /// Why an item has no appearance in the middle of the viewport, at the offset 0; nil if it has one.
  ///
  /// - Parameter frame: read from left to right.
  func failure(ofItem item: IndexPath, _ frame: Rect) -> LayoutError? {
    var machine = machine
    machine[.section] = Double(item.section)
    move(&machine, to: item.item, frame, distance: 0)
    do throws(LayoutError) {
      _ = try program.appearance(on: &machine, for: item)
      return nil
    } catch {
      return error
    }
  }
}
