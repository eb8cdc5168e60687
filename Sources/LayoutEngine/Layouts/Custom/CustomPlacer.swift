/// Works out frames and appearances, one item after the other.
struct CustomPlacer: Sendable {
  let formulas: CustomFormulas
  private var machine: ExpressionMachine
  private let sizing: FlowSizing
  private let grid: PixelGrid
  /// The item whose variables are set, and where its traits stand.
  private var item = IndexPath(section: 0, item: 0)
  private var isEstimated = false

  init(formulas: CustomFormulas, machine: ExpressionMachine, sizing: FlowSizing, grid: PixelGrid) {
    self.formulas = formulas
    self.machine = machine
    self.sizing = sizing
    self.grid = grid
  }

  /// Turns to the items of a section.
  mutating func enter(section: Int, of count: Int) {
    item.section = section
    machine[.section] = Double(section)
    machine[.count] = Double(count)
  }

  /// Turns to an item of the section entered last.
  @inline(__always)
  mutating func move(to index: Int, at place: Int, in chunk: ItemChunk) {
    item.item = index
    let own = sizing.size(of: place, in: chunk)
    isEstimated = own.isEstimated && formulas.followsItemSize
    machine[.index] = Double(index)
    machine[.itemWidth] = own.size.width
    machine[.itemHeight] = own.size.height
  }

  /// Whether the size of the item's frame may yet change.
  var frameIsEstimated: Bool { isEstimated }

  /// The item's frame in content coordinates, left to right: its size snapped to pixels, its origin not yet.
  @inline(__always)
  mutating func frame() throws(LayoutFailure) -> AxialRect {
    let x = try formulas.x.value(on: &machine, for: item)
    let y = try formulas.y.value(on: &machine, for: item)
    let width = try formulas.width?.extent("width", on: &machine, for: item) ?? machine[.itemWidth]
    let height = try formulas.height?.extent("height", on: &machine, for: item) ?? machine[.itemHeight]
    return AxialRect(along: y, across: x, length: grid.nearest(height), breadth: grid.nearest(width))
  }

  /// How the item is drawn, left to right.
  mutating func appearance() throws(LayoutFailure) -> Appearance {
    Appearance(zIndex: try zIndex(), alpha: try alpha(), transform: try transform())
  }

  private mutating func zIndex() throws(LayoutFailure) -> Int {
    guard let program = formulas.zIndex else { return 0 }
    let value = try program.value(on: &machine, for: item).rounded(.toNearestOrAwayFromZero)
    guard let zIndex = Int32(exactly: value) else {
      throw program.failure("a result beyond 2^31 (\(value))", for: item)
    }
    return Int(zIndex)
  }

  private mutating func alpha() throws(LayoutFailure) -> Double {
    guard let program = formulas.alpha else { return 1 }
    return min(1, max(0, try program.value(on: &machine, for: item)))
  }

  private mutating func transform() throws(LayoutFailure) -> AffineTransform {
    switch formulas.transform {
    case .none:
      return .identity
    case .turn(let rotation, let scale):
      let angle = try rotation?.value(on: &machine, for: item) ?? 0
      return .rotation(angle, scale: try scale?.value(on: &machine, for: item) ?? 1)
    case .matrix(let programs):
      return AffineTransform(
        a: try programs[0].value(on: &machine, for: item), b: try programs[1].value(on: &machine, for: item),
        c: try programs[2].value(on: &machine, for: item), d: try programs[3].value(on: &machine, for: item),
        tx: try programs[4].value(on: &machine, for: item), ty: try programs[5].value(on: &machine, for: item)
      )
    }
  }
}
