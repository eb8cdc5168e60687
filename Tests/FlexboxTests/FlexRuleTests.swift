import Flexbox
import Geometry
import Testing

/// The rules of the flexbox layout, one at a time.
@Suite struct FlexRuleTests {
  @Test func `free space goes to the items by their flexGrow`() {
    let frames = FlexTree(
      FlexStyle(), [.sized(10, 10) { $0.flexGrow = 1 }, .sized(10, 10) { $0.flexGrow = 3 }]
    )
    .frames(100, 20)
    #expect(frames.map(\.width) == [100, 30, 70])
  }

  @Test func `factors that sum up to less than one leave some of the free space`() {
    let frames = FlexTree(FlexStyle(), [.sized(20, 10) { $0.flexGrow = 0.25 }]).frames(100, 20)
    #expect(frames[1].width == 40)
  }

  @Test func `items shrink by their flexShrink times their base size`() {
    let frames = FlexTree(
      FlexStyle(), [.sized(60, 10), .sized(120, 10), .sized(20, 10) { $0.flexShrink = 0 }]
    )
    .frames(110, 20)
    #expect(frames.map(\.width) == [110, 30, 60, 20])
  }

  @Test func `an item at its limit leaves the rest of the space to the others`() {
    let frames = FlexTree(
      FlexStyle(),
      [
        .with { ($0.flexGrow, $0.maxWidth) = (1, .points(10)) }, .with { $0.flexGrow = 1 },
        .with { ($0.flexGrow, $0.minWidth) = (1, .points(60)) },
      ]
    ).frames(100, 20)
    #expect(frames.map(\.width) == [100, 10, 30, 60])
  }

  @Test func `an item does not shrink below its contents, unless it cuts them off`() {
    var tree = FlexTree([
      FlexNode(FlexStyle(), .boxes([1])), FlexNode(FlexStyle(), .boxes([2])), FlexNode(.sized(50, 10)),
    ])
    tree.nodes[2].style.flexShrink = 0
    #expect(tree.frames(30, 20)[1].width == 50)
    tree.nodes[1].style.overflow = .hidden
    #expect(tree.frames(30, 20)[1].width == 30)
  }

  @Test func `an image takes its width from a stretched height also where it has that of its contents`() {
    for keyword in [FlexWidthKeyword.minContent, .maxContent, .fitContent] {
      let style = FlexStyle.with { $0.widthKeyword = keyword }
      let image = FlexNode(style, .replaced(Size(width: 20, height: 10)))
      let row = FlexTree([FlexNode(FlexStyle(), .boxes([1])), image])
      #expect(row.frames(200, 40)[1].size == Size(width: 80, height: 40))
      // A row of no known height stretches it to its own.
      #expect(row.frames(200)[1].size == Size(width: 20, height: 10))
      var column = FlexTree([FlexNode(.with { $0.flexDirection = .column }, .boxes([1])), image])
      column.nodes[1].style.height = .points(30)
      #expect(column.frames(200)[1].size == Size(width: 60, height: 30))
      column.nodes[1].style.flexBasis = .content
      #expect(column.frames(200)[1].size == Size(width: 20, height: 10))
      let inner = FlexNode(style, .boxes([2]))
      let natural = FlexNode(FlexStyle(), .replaced(Size(width: 20, height: 10)))
      let nested = FlexTree([FlexNode(FlexStyle(), .boxes([1])), inner, natural])
      #expect(nested.frames(200, 40)[1].size == Size(width: 80, height: 40))
    }
  }

  @Test func `a minimum that is a sum has its points where its percentage is of an unknown length`() {
    let tree = FlexTree(FlexStyle(), [.sized(10, 10) { $0.minHeight = .sum(percent: 50, points: 25) }])
    #expect(tree.frames(100)[1].height == 25)
    #expect(tree.frames(100, 40)[1].height == 45)
    let negative = FlexTree(FlexStyle(), [.sized(10, 10) { $0.minHeight = .sum(percent: 50, points: -25) }])
    #expect(negative.frames(100)[1].height == 10)
    let widths = FlexLayout.contentWidths(
      of: FlexTree(FlexStyle(), [.sized(10, 10) { $0.minWidth = .sum(percent: 50, points: 25) }]),
      measure: FlexMeasurement.words)
    #expect(widths.minimum == 25 && widths.maximum == 25)
  }

  /// A container of a direction around a text of ten words, each 20 points wide.
  private func tree(
    _ keyword: FlexWidthKeyword, _ direction: FlexDirection = .row,
    _ change: (inout FlexStyle) -> Void = { _ in }
  ) -> FlexTree {
    var style = FlexStyle.with { ($0.widthKeyword, $0.flexShrink) = (keyword, 0) }
    change(&style)
    return FlexTree([
      FlexNode(.with { $0.flexDirection = direction }, .boxes([1])), FlexNode(style, .measured),
    ])
  }

  @Test(
    arguments: [
      (.minContent, 20), (.maxContent, 200), (.fitContent, 130), (.stretch, 130), (.shrinkWrap, 100),
    ] as [(FlexWidthKeyword, Double)])
  func `a keyword of the width follows the contents or the container`(
    keyword: FlexWidthKeyword, width: Double
  ) {
    #expect(tree(keyword).frames(130)[1].width == width)
    #expect(tree(keyword, .column).frames(130)[1].width == width)
  }

  @Test func `the least width that keeps the lines is sought within padding, margins and limits`() {
    func width(_ limit: Double) -> Double {
      tree(.shrinkWrap) {
        ($0.paddingLeft, $0.paddingRight, $0.marginLeft) = (.points(10), .points(10), .points(5))
        $0.maxWidth = .points(limit)
      }.frames(130)[1].width
    }
    // 80 points are four words in each of three lines, 70 are three words in four lines.
    #expect(width(100) == 100 && width(90) == 80)
    // 130 - 5 - 20 are five words in each of two lines.
    #expect(width(1000) == 120)
  }

  @Test func `a keyword that needs the width of the container is automatic while that is unknown`() {
    func widths(_ keyword: FlexWidthKeyword) -> [Double] {
      let widths = FlexLayout.contentWidths(of: tree(keyword, .column), measure: FlexMeasurement.words)
      return [widths.minimum, widths.maximum]
    }
    for keyword in [FlexWidthKeyword.fitContent, .stretch, .shrinkWrap] {
      #expect(widths(keyword) == [20, 200], "\(keyword)")
    }
    #expect(widths(.minContent) == [20, 20] && widths(.maxContent) == [200, 200])
  }

  @Test func `an item without a height is as high as its line`() {
    let frames = FlexTree(FlexStyle(), [.sized(10, 30), .with { $0.width = .points(10) }]).frames(100)
    #expect(frames.map(\.height) == [30, 30, 30])
  }

  @Test func `items that do not fit wrap into lines, which share the free height`() {
    let frames = FlexTree(
      .with { ($0.flexWrap, $0.columnGap, $0.rowGap) = (.wrap, .points(5), .points(10)) },
      Array(repeating: FlexStyle.sized(40, 20), count: 3)
    ).frames(85, 110)
    #expect(frames.map(\.x) == [0, 0, 45, 0])
    #expect(frames.map(\.y) == [0, 0, 0, 60])
  }

  @Test(arguments: [
    (FlexJustification.flexStart, [0.0, 20]), (.flexEnd, [60, 80]), (.center, [30, 50]), (.start, [0, 20]),
    (.end, [60, 80]), (.left, [0, 20]), (.right, [60, 80]), (.spaceBetween, [0, 80]),
    (.spaceAround, [15, 65]),
    (.spaceEvenly, [20, 60]), (.normal, [0, 20]), (.stretch, [0, 20]),
  ])
  func `the free space of a line is distributed by justifyContent`(
    justification: FlexJustification, positions: [Double]
  ) {
    let frames = FlexTree(.with { $0.justifyContent = justification }, [.sized(20, 10), .sized(20, 10)])
      .frames(100, 10)
    #expect(frames.dropFirst().map(\.x) == positions)
  }

  @Test(arguments: [
    (FlexItemAlignment.flexStart, 0.0), (.flexEnd, 30), (.center, 15), (.start, 0), (.end, 30), (.stretch, 0),
  ])
  func `an item is aligned across its line`(alignment: FlexItemAlignment, y: Double) {
    let frames = FlexTree(.with { $0.alignItems = alignment }, [.sized(10, 20)]).frames(100, 50)
    #expect(frames[1].y == y)
  }

  @Test func `from right to left, rows begin at the right edge`() {
    let frames = FlexTree(FlexStyle(), [.sized(20, 10) { $0.marginRight = .points(5) }, .sized(20, 10)])
      .frames(100, 10, .rtl)
    #expect(frames.dropFirst().map(\.x) == [75, 55])
  }

  @Test func `a row in reverse begins at its end, and wraps to the top in reverse`() {
    let frames = FlexTree(
      .with { ($0.flexDirection, $0.flexWrap) = (.rowReverse, .wrapReverse) },
      Array(repeating: FlexStyle.sized(60, 20), count: 2)
    ).frames(100)
    #expect(frames.dropFirst().map(\.x) == [40, 40])
    #expect(frames.dropFirst().map(\.y) == [20, 0])
  }

  @Test func `items are laid out by their order`() {
    let frames = FlexTree(FlexStyle(), [.sized(20, 10) { $0.order = 1 }, .sized(30, 10)]).frames(100, 10)
    #expect(frames.dropFirst().map(\.x) == [30, 0])
  }

  @Test func `automatic margins take the free space before justifyContent`() {
    let frames = FlexTree(
      .with { $0.justifyContent = .center },
      [.sized(20, 10) { ($0.marginLeft, $0.marginTop) = (.auto, .auto) }, .sized(20, 10)]
    ).frames(100, 50)
    #expect(frames.dropFirst().map(\.origin) == [Point(x: 60, y: 40), Point(x: 80, y: 0)])
  }

  @Test func `baselines of items are on one line, and the container has it too`() {
    let tree = FlexTree([
      FlexNode(.with { $0.alignItems = .baseline }, .boxes([1, 2])), FlexNode(.sized(20, 30)),
      FlexNode(.with { $0.marginTop = .points(3) }, .measured),
    ])
    let layout = FlexLayout.solve(tree, width: 300, measure: FlexMeasurement.words)
    #expect(layout.frames[2].y == 22)
    #expect(layout.firstBaseline == 30)
  }

  @Test func `an aspect ratio gives the height that a width lacks`() {
    let frames = FlexTree(
      .with { $0.alignItems = .flexStart }, [.with { ($0.width, $0.aspectRatio) = (.points(60), 3) }]
    ).frames(100, 50)
    #expect(frames[1].size == Size(width: 60, height: 20))
  }

  @Test func `an image that is stretched in a column keeps its ratio`() {
    let tree = FlexTree([
      FlexNode(.with { $0.flexDirection = .column }, .boxes([1])),
      FlexNode(FlexStyle(), .replaced(Size(width: 40, height: 10))),
    ])
    #expect(tree.frames(100).map(\.size) == [Size(width: 100, height: 25), Size(width: 100, height: 25)])
  }

  @Test func `a percentage of an unknown height is the height of the contents`() {
    let tree = FlexTree([
      FlexNode(.with { $0.alignItems = .flexStart }, .boxes([1])),
      FlexNode(.with { $0.height = .percent(50) }, .boxes([2])), FlexNode(.sized(10, 30)),
    ])
    #expect(tree.frames(100)[1].height == 30)
    #expect(tree.frames(100, 80)[1].height == 40)
  }

  @Test func `a height by stretching is known to percentages`() {
    let tree = FlexTree([
      FlexNode(FlexStyle(), .boxes([1])), FlexNode(FlexStyle(), .boxes([2])),
      FlexNode(.with { ($0.width, $0.height) = (.points(10), .percent(50)) }),
    ])
    #expect(tree.frames(100, 80)[2].height == 40)
  }

  @Test func `absolute boxes are placed by their insets, and otherwise where they would be alone`() {
    let frames = FlexTree(
      .with { ($0.justifyContent, $0.alignItems, $0.paddingLeft) = (.center, .flexEnd, .points(20)) },
      [
        .sized(10, 10) { $0.position = .absolute },
        .with {
          ($0.position, $0.top, $0.right, $0.bottom) = (.absolute, .points(5), .points(10), .percent(10))
          $0.width = .points(30)
        },
      ]
    ).frames(100, 50)
    #expect(frames[1] == Rect(x: 55, y: 40, width: 10, height: 10))
    #expect(frames[2] == Rect(x: 60, y: 5, width: 30, height: 40))
  }

  @Test func `relative insets move a box and nothing else`() {
    let frames = FlexTree(
      FlexStyle(), [.sized(10, 10) { ($0.left, $0.bottom) = (.points(5), .points(2)) }, .sized(10, 10)]
    ).frames(100, 50)
    #expect(frames.dropFirst().map(\.origin) == [Point(x: 5, y: -2), Point(x: 10, y: 0)])
  }

  @Test func `boxes without display have no frames, and neither have their descendants`() {
    let tree = FlexTree([
      FlexNode(FlexStyle(), .boxes([1, 3])), FlexNode(.sized(10, 10) { $0.display = .none }, .boxes([2])),
      FlexNode(.sized(5, 5)), FlexNode(.sized(10, 10)),
    ])
    #expect(
      tree.frames(100, 50)[1...] == [.zero, .zero, Rect(x: 0, y: 0, width: 10, height: 10)])
  }

  @Test func `a content box excludes the padding`() {
    let frames = FlexTree(
      .with { $0.alignItems = .flexStart },
      [
        .sized(30, 10) {
          ($0.boxSizing, $0.paddingLeft, $0.paddingTop) = (.contentBox, .points(5), .points(7))
        }
      ]
    ).frames(100, 50)
    #expect(frames[1].size == Size(width: 35, height: 17))
  }

  @Test func `a root without a width is as wide as its contents, within its limits`() {
    var tree = FlexTree(.with { $0.paddingLeft = .points(10) }, [.sized(30, 10), .sized(40, 10)])
    #expect(tree.frames()[0].size == Size(width: 80, height: 10))
    tree.nodes[0].style.maxWidth = .points(50)
    #expect(tree.frames()[0].width == 50)
  }

  @Test func `text wraps in the width that its item has`() {
    let tree = FlexTree([FlexNode(FlexStyle(), .boxes([1])), FlexNode(FlexStyle(), .measured)])
    #expect(tree.frames(105)[1].size == Size(width: 105, height: 20))
    let widths = FlexLayout.contentWidths(of: tree, measure: FlexMeasurement.words)
    #expect(widths.minimum == 20 && widths.maximum == 200)
  }
}
