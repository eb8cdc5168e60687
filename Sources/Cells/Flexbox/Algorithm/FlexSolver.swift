internal import Cancellation
internal import Geometry

/// The state of one layout: the boxes, and the results that were computed for them.
///
/// The phases are extensions of this type, one a file. All extents are border boxes, unless a name says otherwise. A
/// browser computes in steps of 1/64 point; the solver does not round.
final class FlexSolver {
  /// The nodes of the tree, in its own memory: a layout ends before its tree does.
  let nodes: UnsafeBufferPointer<FlexNode>
  let boxes: Scratch<FlexBox>
  /// The children of all boxes, of which each box has a range.
  let children: Scratch<Int>
  /// The items and the lines of all containers, of which each container has ranges.
  let items: Scratch<FlexItem>
  let lines: Scratch<FlexLine>
  /// All layouts of all boxes.
  let layouts: Scratch<BoxLayout>
  /// The children of all layouts, of which each complete layout has a range.
  let placedBoxes: Scratch<PlacedBox>
  /// The index of the layout at each size.
  let knownLayouts: Memo<LayoutKey, Int>
  let knownItems: Memo<SizedItemsKey, SizedItems>
  let knownContentWidths: Memo<ContentWidthsKey, ContentWidths>
  let knownMeasurements: Memo<FlexSpace, FlexMeasurement>
  var work = FlexWork()
  var pace = Pace()
  private let measureContents: (Int, FlexSpace) -> FlexMeasurement

  private init(
    _ nodes: UnsafeBufferPointer<FlexNode>, _ direction: FlexInlineDirection,
    _ measure: @escaping (Int, FlexSpace) -> FlexMeasurement
  ) {
    self.nodes = nodes
    (boxes, children) = FlexBox.boxes(of: nodes, direction: direction)
    let count = nodes.count
    items = Scratch(capacity: 3 * count)
    lines = Scratch(capacity: 2 * count)
    layouts = Scratch(capacity: 2 * count)
    placedBoxes = Scratch(capacity: 2 * count)
    knownLayouts = Memo(boxes: count, results: 2)
    knownItems = Memo(boxes: count, results: 1)
    knownContentWidths = Memo(boxes: count, results: 2)
    knownMeasurements = Memo(boxes: count, results: 3)
    measureContents = measure
  }

  deinit {
    boxes.deallocate()
    children.deallocate()
    items.deallocate()
    lines.deallocate()
    layouts.deallocate()
    placedBoxes.deallocate()
    knownLayouts.deallocate()
    knownItems.deallocate()
    knownContentWidths.deallocate()
    knownMeasurements.deallocate()
  }

  /// Calls `body` with a solver whose measurements come from `measure`.
  static func run<Result>(
    _ tree: FlexTree, _ direction: FlexInlineDirection, _ measure: (Int, FlexSpace) -> FlexMeasurement,
    _ body: (FlexSolver) -> Result
  ) -> Result {
    withoutActuallyEscaping(measure) { measure in
      tree.nodes.withUnsafeBufferPointer { body(FlexSolver($0, direction, measure)) }
    }
  }

  /// Returns the size of the contents of a `measured` node at a width of its content box.
  func measurement(_ node: Int, _ width: FlexSpace) -> FlexMeasurement {
    if let known = knownMeasurements.entry(node, for: width) { return knownMeasurements.result(of: known) }
    work.measurements += 1
    let measurement = measureContents(node, width)
    knownMeasurements.add(node, width, measurement)
    return measurement
  }
}

/// Everything that the layout of a box depends on.
struct LayoutKey: Equatable {
  var width: Double
  /// The width that percentages of the padding refer to; nil for a box without such a percentage.
  var paddingBase: Double?
  var height: HeightPlan
}

/// Everything that the content widths of a box depend on.
struct ContentWidthsKey: Equatable {
  /// The width that percentages of the padding refer to; nil for a box without such a percentage.
  var paddingBase: Double?
  var height: HeightPlan
}

/// A box at a size.
struct BoxLayout {
  var width: Double
  var height: Double
  /// The height without the box's own height and limits.
  var contentHeight: Double
  var firstBaseline: Double?
  var lastBaseline: Double?
  /// The children, a range of the solver's placed boxes, unless only the size was asked for.
  var children: Range<Int>?

  /// Moves the baselines of contents that are cut off to the nearest edge.
  mutating func keepBaselinesInside() {
    firstBaseline = firstBaseline.map { max(0, min($0, height)) }
    lastBaseline = lastBaseline.map { max(0, min($0, height)) }
  }
}

/// A child at its place in its parent.
struct PlacedBox {
  var node: Int
  /// The distance from the left edge of the parent's border box.
  var x: Double
  /// The distance from the top edge of the parent's border box.
  var y: Double
  /// The index of its layout.
  var layout: Int
}
