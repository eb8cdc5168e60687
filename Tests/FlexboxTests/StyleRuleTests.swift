import Flexbox
import Geometry
import Testing

/// The rules of lengths, sides and keywords, one at a time.
@Suite struct StyleRuleTests {
  // MARK: Sums

  @Test func `a sum is a percentage and points together`() {
    let frames = FlexTree(
      .with { $0.columnGap = .sum(percent: 1, points: 3) },
      [
        .sized(10, 10) {
          ($0.width, $0.marginTop) = (.sum(percent: 25, points: -8), .sum(percent: 5, points: 2))
        },
        .with {
          ($0.flexBasis, $0.height) = (.length(.sum(percent: 10, points: 4)), .sum(percent: 50, points: 5))
        },
      ]
    ).frames(200, 40)
    // 25% of 200 - 8 = 42, and 5% of 200 + 2 = 12; 42 and a gap of 1% + 3 = 5; 10% + 4 = 24, and 50% of 40 + 5 = 25.
    #expect(frames[1] == Rect(x: 0, y: 12, width: 42, height: 10))
    #expect(frames[2] == Rect(x: 47, y: 0, width: 24, height: 25))
  }

  @Test func `a negative sum is 0 where a length cannot be negative`() {
    let negative = FlexLength.sum(percent: 10, points: -50)
    let frames = FlexTree(
      .with { ($0.paddingLeft, $0.columnGap) = (negative, negative) },
      [.sized(10, 10) { $0.flexShrink = 0 }, .sized(10, 10) { $0.width = negative }, .sized(10, 10)]
    ).frames(100, 50)
    #expect(frames.dropFirst().map(\.x) == [0, 10, 10] && frames[2].width == 0)
  }

  @Test func `a sum with a percentage of an unknown length is automatic, and has no percentage in spaces`() {
    var tree = FlexTree([
      FlexNode(.with { $0.alignItems = .flexStart }, .boxes([1])),
      FlexNode(
        .with { ($0.height, $0.rowGap) = (.sum(percent: 50, points: 7), .sum(percent: 50, points: 3)) }),
    ])
    tree.nodes[1].style.flexDirection = .column
    tree.nodes[1].content = .boxes([2, 3])
    tree.nodes += [FlexNode(.sized(10, 30)), FlexNode(.sized(10, 30))]
    let layout = FlexLayout.solve(tree, width: 100, measure: FlexMeasurement.words)
    #expect(layout.frames[1].height == 63)
    #expect(layout.unknownPercentages == [1])
  }

  // MARK: Keywords of heights

  /// A row, or a column, with a box around another one that is 20 points high.
  private func tree(_ keyword: FlexHeightKeyword, _ change: (inout FlexStyle) -> Void = { _ in }) -> FlexTree
  {
    var style = FlexStyle.with { $0.heightKeyword = keyword }
    change(&style)
    return FlexTree([
      FlexNode(FlexStyle(), .boxes([1])), FlexNode(style, .boxes([2])), FlexNode(.sized(10, 20)),
    ])
  }

  @Test(arguments: [FlexHeightKeyword.minContent, .maxContent, .fitContent])
  func `a height of the contents does not stretch`(keyword: FlexHeightKeyword) {
    #expect(tree(keyword).frames(100, 50)[1].height == 20)
    let between = tree(keyword) { ($0.position, $0.top, $0.bottom) = (.absolute, .zero, .zero) }
    #expect(between.frames(100, 50)[1].height == 20)
  }

  @Test func `a stretched height fills the container with its margins, whatever the alignment`() {
    var row = tree(.stretch) {
      ($0.marginTop, $0.marginBottom, $0.alignSelf) = (.points(5), .points(10), .flexStart)
    }
    #expect(row.frames(100, 50)[1] == Rect(x: 0, y: 5, width: 10, height: 35))
    // Without a height of the container, it is that of the contents.
    #expect(row.frames(100)[1].height == 20)
    row.nodes[0].style.flexDirection = .column
    #expect(row.frames(100, 50)[1].height == 35)
  }

  @Test func `a stretched height of an absolute box fills the room between its insets`() {
    let box = tree(.stretch) { ($0.position, $0.top, $0.marginBottom) = (.absolute, .points(8), .points(2)) }
    #expect(box.frames(100, 50)[1] == Rect(x: 0, y: 8, width: 10, height: 40))
  }

  // MARK: Safe alignment

  /// The place of a box of 60 by 60 in a row of 40 by 40.
  private func place(_ change: (inout FlexStyle) -> Void) -> Point {
    FlexTree(.with(change), [.sized(60, 60) { $0.flexShrink = 0 }]).frames(40, 40)[1].origin
  }

  @Test func `an item that exceeds its container begins at the start if its alignment is safe`() {
    for overflow in [FlexOverflowAlignment.normal, .unsafe] {
      #expect(
        place {
          ($0.justifyContent, $0.justifyContentOverflow) = (.center, overflow)
          ($0.alignItems, $0.alignItemsOverflow) = (.end, overflow)
        } == Point(x: -10, y: -20))
    }
    #expect(
      place {
        ($0.justifyContent, $0.justifyContentOverflow) = (.center, .safe)
        ($0.alignItems, $0.alignItemsOverflow) = (.end, .safe)
      } == .zero)
    // The start of the axis, not that of the flex direction.
    #expect(
      place {
        ($0.flexDirection, $0.justifyContent, $0.justifyContentOverflow) = (.rowReverse, .flexStart, .safe)
      }
        == .zero)
  }

  @Test func `an item that fits is where its safe alignment says`() {
    let frames = FlexTree(
      .with { ($0.justifyContent, $0.justifyContentOverflow) = (.end, .safe) },
      [.sized(10, 10) { ($0.alignSelf, $0.alignSelfOverflow) = (.center, .safe) }]
    ).frames(40, 40)
    #expect(frames[1].origin == Point(x: 30, y: 15))
  }

  @Test func `lines that exceed their container begin at the start if their alignment is safe`() {
    func tops(_ overflow: FlexOverflowAlignment) -> [Double] {
      let container = FlexStyle.with {
        ($0.flexWrap, $0.alignContent, $0.alignContentOverflow) = (.wrap, .flexEnd, overflow)
      }
      return FlexTree(container, [.sized(40, 30), .sized(40, 30)]).frames(40, 50).dropFirst().map(\.y)
    }
    #expect(tops(.normal) == [-10, 20] && tops(.safe) == [0, 30])
  }

  @Test func `an absolute box stays in its container, unless its alignment is unsafe`() {
    func top(_ alignment: FlexItemAlignment, _ overflow: FlexOverflowAlignment) -> Double {
      let box = FlexStyle.sized(10, 30) {
        ($0.position, $0.top, $0.bottom) = (.absolute, .points(30), .zero)
        ($0.alignSelf, $0.alignSelfOverflow) = (alignment, overflow)
      }
      return FlexTree(FlexStyle(), [box]).frames(100, 50)[1].y
    }
    // 30 points in the lower 20 of 50: from 20 on if they stay inside, from 25 on in the middle.
    #expect(top(.center, .normal) == 20 && top(.center, .unsafe) == 25 && top(.center, .safe) == 30)
  }

  // MARK: Sides by direction

  @Test func `selfStart is the edge where the direction of the item begins`() {
    func x(_ alignment: FlexItemAlignment, _ own: FlexInlineDirection, in direction: FlexInlineDirection)
      -> Double
    {
      FlexTree(
        .with { ($0.flexDirection, $0.alignItems) = (.column, alignment) },
        [.sized(20, 10) { $0.direction = own }]
      ).frames(100, 50, direction)[1].x
    }
    #expect(x(.selfStart, .ltr, in: .ltr) == 0 && x(.selfEnd, .ltr, in: .ltr) == 80)
    #expect(x(.selfStart, .rtl, in: .ltr) == 80 && x(.selfEnd, .rtl, in: .ltr) == 0)
    #expect(x(.selfStart, .ltr, in: .rtl) == 0 && x(.selfStart, .rtl, in: .rtl) == 80)
  }

  @Test func `in a row, selfStart is the top`() {
    let frames = FlexTree(.with { $0.alignItems = .selfEnd }, [.sized(20, 10) { $0.direction = .rtl }])
      .frames(100, 50)
    #expect(frames[1].y == 40)
  }

  @Test
  func `lengths of logical sides replace those of the sides that the direction of the box makes of them`() {
    func frames(_ direction: FlexInlineDirection) -> [Rect] {
      var tree = FlexTree([
        FlexNode(FlexStyle(), .boxes([1])),
        FlexNode(
          .with {
            ($0.paddingLeft, $0.paddingRight, $0.marginLeft) = (.points(1), .points(1), .points(1))
            ($0.paddingInlineStart, $0.marginInlineStart) = (.points(7), .points(20))
            ($0.marginInlineEnd, $0.insetInlineStart) = (.points(5), .points(3))
          }, .boxes([2])), FlexNode(.sized(30, 10)),
      ])
      tree.nodes[2].style.flexShrink = 0
      return tree.frames(100, 50, direction)
    }
    // The box is 7 + 30 + 1 wide, 20 + 3 from the start.
    #expect(
      frames(.ltr)[1...] == [
        Rect(x: 23, y: 0, width: 38, height: 50), Rect(x: 30, y: 0, width: 30, height: 10),
      ])
    // From right to left, the margin and the padding of its end are those of the left.
    #expect(
      frames(.rtl)[1...] == [
        Rect(x: 39, y: 0, width: 38, height: 50), Rect(x: 40, y: 0, width: 30, height: 10),
      ])
  }

  @Test func `the widths of logical borders replace those of the sides that the direction makes of them`() {
    func layout(_ direction: FlexInlineDirection) -> FlexLayout {
      var tree = FlexTree([
        FlexNode(
          .with {
            $0.borderWidths = Insets(top: 1, left: 2, bottom: 3, right: 4)
            $0.borderInlineStartWidth = 10
          }, .boxes([1])),
        FlexNode(.sized(30, 10)),
      ])
      tree.nodes[1].style.borderInlineEndWidth = 5
      return FlexLayout.solve(
        tree, width: 100, height: 50, direction: direction, measure: FlexMeasurement.words)
    }
    #expect(
      layout(.ltr).borderWidths == [
        Insets(top: 1, left: 10, bottom: 3, right: 4), Insets(top: 0, left: 0, bottom: 0, right: 5),
      ])
    #expect(layout(.ltr).frames[1].x == 10)
    #expect(
      layout(.rtl).borderWidths == [
        Insets(top: 1, left: 2, bottom: 3, right: 10), Insets(top: 0, left: 5, bottom: 0, right: 0),
      ])
    // Of the 100 points, 10 are the border at the right, and 30 the box before it.
    #expect(layout(.rtl).frames[1].x == 60)
  }

  // MARK: Collapsed items

  @Test func `a collapsed item takes no room along its line, and leaves the line as large across`() {
    var tree = FlexTree(
      .with { $0.columnGap = .points(5) },
      [.sized(20, 10), .sized(30, 40) { $0.visibility = .collapse }, .sized(20, 10)])
    #expect(tree.frames(100)[0].height == 40)
    #expect(tree.frames(100)[2...] == [.zero, Rect(x: 25, y: 0, width: 20, height: 10)])
    #expect(tree.frames()[0].width == 45)
    tree.nodes[0].style.flexDirection = .column
    #expect(tree.frames()[0].size == Size(width: 30, height: 20))
  }

  @Test func `the items of other lines move up where a collapsed item was, and its line keeps its height`() {
    let frames = FlexTree(
      .with { ($0.flexWrap, $0.alignContent) = (.wrap, .flexStart) },
      [
        .sized(60, 10), .sized(30, 40) { $0.visibility = .collapse }, .sized(40, 20), .sized(60, 10),
      ]
    ).frames(100)
    // With it, 60 + 30 are the first line, which is 40 high; without it, 60 + 40 are.
    #expect(frames[3] == Rect(x: 60, y: 0, width: 40, height: 20))
    #expect(frames[4] == Rect(x: 0, y: 40, width: 60, height: 10))
    #expect(frames[0].height == 50)
  }

  @Test func `a container of collapsed items alone is as high as these, and its descendants have no frames`()
  {
    var tree = FlexTree([
      FlexNode(FlexStyle(), .boxes([1])), FlexNode(.with { $0.visibility = .collapse }, .boxes([2])),
      FlexNode(.sized(10, 30)),
    ])
    #expect(tree.frames(100) == [Rect(x: 0, y: 0, width: 100, height: 30), .zero, .zero])
    #expect(tree.frames()[0].width == 0)
    tree.nodes[1].style.position = .absolute
    #expect(tree.frames(100)[0].height == 0)
  }

  // MARK: Borders

  @Test func `a border is part of the box, outside of its padding`() {
    var tree = FlexTree([
      FlexNode(
        .with {
          ($0.paddingLeft, $0.borderWidths) = (.points(4), Insets(top: 1, left: 2, bottom: 3, right: 6))
        }, .boxes([1])), FlexNode(.sized(30, 10)),
    ])
    let layout = FlexLayout.solve(tree, measure: FlexMeasurement.words)
    #expect(
      layout.frames == [Rect(x: 0, y: 0, width: 42, height: 14), Rect(x: 6, y: 1, width: 30, height: 10)])
    #expect(layout.contentInsets == [Insets(top: 1, left: 6, bottom: 3, right: 6), .zero])
    tree.nodes[0].style.width = .points(50)
    #expect(tree.frames()[0].width == 50)
    tree.nodes[0].style.boxSizing = .contentBox
    #expect(tree.frames()[0].width == 62)
  }

  @Test func `insets and percentages of an absolute box count from the inside of the border`() {
    let frames = FlexTree(
      .with {
        ($0.paddingLeft, $0.paddingTop) = (.points(10), .points(10))
        $0.borderWidths = Insets(top: 5, left: 10, bottom: 5, right: 10)
      },
      [
        .sized(10, 10) { ($0.position, $0.right, $0.bottom) = (.absolute, .points(1), .points(2)) },
        .with {
          ($0.position, $0.left, $0.width, $0.height) = (.absolute, .zero, .percent(50), .percent(100))
        },
        .sized(10, 10) { $0.position = .absolute },
      ]
    ).frames(120, 60)
    // Inside the border are 100 by 50 points from (10, 5) on.
    #expect(frames[1].origin == Point(x: 99, y: 43))
    #expect(frames[2] == Rect(x: 10, y: 15, width: 50, height: 50))
    #expect(frames[3].origin == Point(x: 20, y: 15))
  }

  @Test func `a box is no smaller than its border`() {
    let frames = FlexTree(
      .with { $0.alignItems = .flexStart },
      [.sized(5, 0) { ($0.borderWidths, $0.flexShrink) = (Insets(top: 4, left: 4, bottom: 4, right: 4), 0) }]
    ).frames(100, 50)
    #expect(frames[1].size == Size(width: 8, height: 8))
  }
}
