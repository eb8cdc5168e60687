import Flexbox
import Geometry

extension FlexStyle {
  /// The default style with some properties changed.
  static func with(_ change: (inout FlexStyle) -> Void) -> FlexStyle {
    var style = FlexStyle()
    change(&style)
    return style
  }

  /// A box of a fixed size.
  static func sized(_ width: Double, _ height: Double, _ change: (inout FlexStyle) -> Void = { _ in })
    -> FlexStyle
  {
    .with {
      $0.width = .points(width)
      $0.height = .points(height)
      change(&$0)
    }
  }
}

extension FlexTree {
  /// A container with children that have no children.
  init(_ container: FlexStyle, _ children: [FlexStyle]) {
    self.init(
      [FlexNode(container, .boxes(Array(1..<(children.count + 1))))] + children.map { FlexNode($0) })
  }

  /// Containers inside each other, each with a text besides the next one.
  static func chain(depth: Int, _ style: (Int) -> FlexStyle) -> FlexTree {
    var tree = FlexTree([])
    for level in 0..<depth {
      let own = tree.nodes.count
      tree.nodes.append(FlexNode(style(level), .boxes(level == depth - 1 ? [own + 1] : [own + 1, own + 2])))
      tree.nodes.append(FlexNode(FlexStyle(), .measured))
    }
    return tree
  }

  /// The frames in a container of a size.
  func frames(_ width: Double? = nil, _ height: Double? = nil, _ direction: FlexInlineDirection = .ltr)
    -> [Rect]
  {
    FlexLayout.solve(self, width: width, height: height, direction: direction, measure: FlexMeasurement.words)
      .frames
  }
}

extension FlexMeasurement {
  /// A text of ten words, each 20 points wide and 10 points high, whose baseline is at 8 points.
  static func words(_ node: Int, _ width: FlexSpace) -> FlexMeasurement {
    let wordsInLine =
      switch width {
      case .minContent: 1.0
      case .maxContent: 10.0
      case .points(let points): min(10, max(1, (points / 20).rounded(.down)))
      // The fewest words in a line that make no more lines.
      case .shrinkWrap(let points):
        (10 / (10 / min(10, max(1, (points / 20).rounded(.down)))).rounded(.up)).rounded(.up)
      }
    let lines = (10 / wordsInLine).rounded(.up)
    return FlexMeasurement(
      size: Size(width: wordsInLine * 20, height: lines * 10), firstBaseline: 8, lastBaseline: lines * 10 - 2)
  }
}
