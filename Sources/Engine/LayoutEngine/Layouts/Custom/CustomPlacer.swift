/// Works out frames and appearances, one element of a kind after the other.
struct CustomPlacer: Sendable {
  let kind: ElementKind
  let formulas: CustomFormulas
  private var machine: ExpressionMachine
  private let sizing: FlowSizing
  private let grid: PixelGrid
  private var values: CustomValueReader
  /// The element whose variables are set, and where its traits stand.
  private var item = IndexPath(section: 0, item: 0)
  private var isEstimated = false
  /// The value that the layout needs and the item lacks.
  private var missing: String?

  /// The placer of a layout's items, or of a kind of its views.
  ///
  /// - Parameter view: nil for the items.
  init(
    _ layout: CustomLayout, _ view: CustomView?, knowing known: [ExpressionVariable: Double],
    on grid: PixelGrid
  ) {
    let values = view == nil ? layout.values : []
    var compiler = ExpressionCompiler(knowing: known, values: values.count)
    kind = view?.kind ?? .cell
    formulas = CustomFormulas(view?.element ?? layout.cell, of: kind, count: view?.count, &compiler)
    machine = compiler.machine()
    sizing = FlowSizing(axis: .vertical, itemSize: layout.itemSize, estimate: nil)
    self.grid = grid
    self.values = CustomValueReader(values)
  }

  /// Turns to the elements of a section.
  ///
  /// - Parameter count: the number of the section's items.
  mutating func enter(section: Int, of count: Int) {
    item.section = section
    machine[.section] = Double(section)
    machine[.count] = Double(count)
  }

  /// Turns to an item of the section entered last.
  @inline(__always)
  mutating func move(to index: Int, at place: Int, in chunk: ItemChunk) {
    item.item = index
    let own = sizing.sizeRegardlessOfContent(of: place, in: chunk)
    isEstimated = own.isEstimated && formulas.followsItemSize
    machine.setItem(index: Double(index), size: own.size)
    if !values.named.isEmpty { missing = values.read(place, in: chunk, into: &machine) }
  }

  /// Turns to a supplementary view or a decoration of the section entered last.
  ///
  /// - Parameter view: the description of a supplementary view.
  mutating func move(to index: Int, _ view: Supplementary?) {
    item.item = index
    isEstimated = view?.size == nil && view?.estimatedSize != nil && formulas.followsItemSize
    machine.setItem(index: Double(index), size: view?.size ?? view?.estimatedSize ?? sizing.itemSize)
  }

  /// How many decorations the section entered last has; nil without a formula for it.
  ///
  /// - Throws: where the formula has no result, or one that is no number of elements.
  mutating func count() throws(LayoutError) -> Int? {
    guard let program = formulas.count else { return nil }
    try program.run(on: &machine, for: nil)
    let count = machine[program.results].rounded(.toNearestOrAwayFromZero)
    guard count >= 0, count <= Double(CustomLayout.viewLimit) else {
      let bound = count < 0 ? "below 0" : "beyond \(CustomLayout.viewLimit)"
      throw program.failure(
        of: program.results, "a count \(bound) (\(count)) for section \(item.section)", for: nil)
    }
    return Int(count)
  }

  /// Whether the size of the element's frame may yet change.
  var frameIsEstimated: Bool { isEstimated }

  /// The element's frame in content coordinates, left to right: its size snapped to pixels, its origin not yet.
  @inline(__always)
  mutating func frame() throws(LayoutError) -> AxialRect {
    if let missing { throw lack(of: missing) }
    try formulas.frame.run(on: &machine, for: item)
    let results = formulas.frame.results
    let (x, y) = (machine[results.x], machine[results.y])
    let (width, height) = (machine[results.width], machine[results.height])
    let limit = Coordinate.limit
    let isThere = abs(x) <= limit && abs(y) <= limit && (0...limit ~= width) && (0...limit ~= height)
    if !isThere, let failure = frameFailure { throw failure }
    // Adding 0 takes the sign off a zero.
    return AxialRect(
      along: y + 0, across: x + 0, length: grid.nearest(height + 0), breadth: grid.nearest(width + 0))
  }

  private var frameFailure: LayoutError? {
    let results = formulas.frame.results
    return formulas.frame.outOfBounds(
      results.x, results.y, extents: ["width": results.width, "height": results.height], on: machine,
      for: item)
  }

  @inline(never)
  private func lack(of value: String) -> LayoutError {
    LayoutError(
      parameter: ["values", value], indexPath: item,
      detail: "without a default every item needs this value; there is none")
  }

  /// How the element is drawn, left to right; nil is plainly.
  mutating func appearance() throws(LayoutError) -> Appearance? {
    guard let program = formulas.appearance else { return nil }
    return try program.appearance(on: &machine, for: item)
  }
}
