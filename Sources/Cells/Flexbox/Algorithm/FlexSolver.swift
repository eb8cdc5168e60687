internal import Cancellation
internal import Geometry

/// The state of one layout: the boxes, and the results that were computed for them.
///
/// The phases are extensions of this type, one a file. All extents are border boxes, unless a name says otherwise. A
/// browser computes in steps of 1/64 point; the solver does not round.
final class FlexSolver {
  /// The nodes, whose left and right sides have the lengths of their start and end.
  let nodes: ContiguousArray<FlexNode>
  let boxes: ContiguousArray<FlexBox>
  /// The results of each box, by node.
  var caches: ContiguousArray<BoxCache>
  /// All layouts of all boxes.
  var layouts: ContiguousArray<BoxLayout> = []
  var work = FlexWork()
  /// The boxes whose height is limited or set by a percentage of an unknown height.
  var unknownPercentages: Set<Int> = []
  var pace = Pace()
  private let measureContents: (Int, FlexSpace) -> FlexMeasurement

  private init(
    _ tree: FlexTree, _ direction: FlexInlineDirection,
    _ measure: @escaping (Int, FlexSpace) -> FlexMeasurement
  ) {
    var nodes = ContiguousArray(tree.nodes)
    boxes = FlexBox.boxes(of: &nodes, direction: direction)
    self.nodes = nodes
    caches = ContiguousArray(repeating: BoxCache(), count: nodes.count)
    measureContents = measure
  }

  /// Calls `body` with a solver whose measurements come from `measure`.
  ///
  /// After an error of `measure`, all contents are empty, and the error is thrown at the end.
  static func run<Failure: Error, Result>(
    _ tree: FlexTree, _ direction: FlexInlineDirection,
    _ measure: (Int, FlexSpace) throws(Failure) -> FlexMeasurement, _ body: (FlexSolver) -> Result
  ) throws(Failure) -> Result {
    var failure: Failure?
    let measureUntilFailure = { (node: Int, width: FlexSpace) -> FlexMeasurement in
      guard failure == nil else { return FlexMeasurement(size: .zero) }
      do throws(Failure) {
        return try measure(node, width)
      } catch {
        failure = error
        return FlexMeasurement(size: .zero)
      }
    }
    let result = withoutActuallyEscaping(measureUntilFailure) { body(FlexSolver(tree, direction, $0)) }
    if let failure { throw failure }
    return result
  }

  /// Returns the size of the contents of a `measured` node at a width of its content box.
  func measurement(_ node: Int, _ width: FlexSpace) -> FlexMeasurement {
    if let known = caches[node].measurements.first(where: { $0.width == width }) { return known.measurement }
    work.measurements += 1
    let measurement = measureContents(node, width)
    caches[node].measurements.append((width, measurement))
    return measurement
  }
}

/// What the tree says of a box besides its node.
struct FlexBox {
  var direction: FlexInlineDirection
  /// The children that are items, by `order`.
  var items: [Int] = []
  /// The absolute children, in the order of the document.
  var absolutes: [Int] = []
  /// The padding and the border, unless a side of the padding is a percentage.
  var fixedPadding: Insets?
  /// Whether the height, or a limit of it, is a percentage.
  var hasPercentHeight = false

  /// Returns the boxes of all nodes, and resolves the start and the end of the nodes.
  static func boxes(
    of nodes: inout ContiguousArray<FlexNode>, direction: FlexInlineDirection
  ) -> ContiguousArray<FlexBox> {
    var boxes = ContiguousArray(repeating: FlexBox(direction: direction), count: nodes.count)
    for index in nodes.indices {
      boxes[index].direction = nodes[index].style.direction ?? boxes[index].direction
      nodes[index].style.resolveInlineSides(in: boxes[index].direction)
      let node = nodes[index]
      boxes[index].fixedPadding = node.style.fixedPadding
      boxes[index].hasPercentHeight = node.style.hasPercentHeight
      guard case .boxes(let children) = node.content else { continue }
      for child in children where child > index && child < nodes.count {
        boxes[child].direction = boxes[index].direction
        let style = nodes[child].style
        if style.display == .none { continue }
        if style.position == .absolute {
          if style.visibility == .visible { boxes[index].absolutes.append(child) }
        } else {
          boxes[index].items.append(child)
        }
      }
      if boxes[index].items.contains(where: { nodes[$0].style.order != 0 }) {
        // The standard library's sort is stable.
        boxes[index].items.sort { nodes[$0].style.order < nodes[$1].style.order }
      }
    }
    return boxes
  }
}

/// The results of a box for each distinct question.
struct BoxCache {
  var layouts: [(key: LayoutKey, index: Int)] = []
  var contentWidths: [(key: ContentWidthsKey, widths: ContentWidths)] = []
  var measurements: [(width: FlexSpace, measurement: FlexMeasurement)] = []
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
  /// The children, unless only the size was asked for.
  var children: [PlacedBox]?

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
