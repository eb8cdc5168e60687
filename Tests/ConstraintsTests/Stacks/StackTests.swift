import Geometry
import Testing

@testable import Constraints

/// The rules of `UIStackView` in Apple's documentation, one by one.
@Suite struct StackTests {
  private static func frames(
    _ arrangement: StackArrangement, _ views: [TemplateView], _ size: Size,
    margins: LayoutMargins = LayoutMargins(),
    direction: LayoutDirection = .leftToRight
  ) throws -> [Rect] {
    let template = try stacked(arrangement, views, margins: margins, direction: direction)
    let solution = try template.solved(
      Fitting(size, horizontalPriority: .required, verticalPriority: .required))
    #expect(
      solution.broken.isEmpty
        && isNear([solution.size.width, solution.size.height], [size.width, size.height]))
    return solution.frames
  }

  private static let three = [box("a", 40, 20), box("b", 60, 30), box("c", 20, 10)]

  private func expect(_ frames: [Rect], _ expected: [Rect], _ location: SourceLocation = #_sourceLocation) {
    #expect(
      frames.count == expected.count && zip(frames, expected).allSatisfy { isNear($0, $1) }, "\(frames)",
      sourceLocation: location)
  }

  // MARK: Distribution

  @Test func `fill gives the rest to the view with the lowest hugging`() throws {
    var views = Self.three
    views[1].hugging = TemplateView.Priorities(priority(249))
    let frames = try Self.frames(.row(spacing: 10), views, Size(width: 200, height: 50))
    expect(frames, [frame(0, 0, 40, 50), frame(50, 0, 120, 50), frame(180, 0, 20, 50)])
  }

  @Test func `fill compresses the view with the lowest compression resistance`() throws {
    var views = Self.three
    views[2].compressionResistance = TemplateView.Priorities(priority(749))
    let frames = try Self.frames(.row(spacing: 10), views, Size(width: 130, height: 50))
    expect(frames, [frame(0, 0, 40, 50), frame(50, 0, 60, 50), frame(120, 0, 10, 50)])
  }

  @Test func `among equals the first view grows and the first view shrinks`() throws {
    let wide = try Self.frames(.row(), Self.three, Size(width: 150, height: 50))
    expect(wide, [frame(0, 0, 70, 50), frame(70, 0, 60, 50), frame(130, 0, 20, 50)])
    let narrow = try Self.frames(.row(), Self.three, Size(width: 100, height: 50))
    expect(narrow, [frame(0, 0, 20, 50), frame(20, 0, 60, 50), frame(80, 0, 20, 50)])
  }

  @Test func `among equals text gives way before a picture, and text that wraps before other text`() throws {
    let views = [box("icon", 40, 20), label("label", 6), paragraph("text")]
    func widths(_ width: Double) throws -> [Double] {
      let template = try stacked(.row(), views.map(\.showingText))
      var solver = try CellSolver(template, .width(width))
      return try solver.solve(template.views.map(\.metrics)) { _, width in letters(8, width) }.frames.map(
        \.width)
    }
    #expect(try widths(180) == [40, 60, 80])
    #expect(try widths(200) == [40, 60, 100])
    #expect(try widths(130) == [40, 60, 30])
    #expect(try widths(80) == [40, 40, 0])
    #expect(try widths(30) == [30, 0, 0])
  }

  @Test func `a view without content is a spacer, which grows before any content`() throws {
    let views = [label("title", 5), box("spacer"), label("value", 3)]
    let frames = try Self.frames(.row(spacing: 4), views, Size(width: 200, height: 20))
    expect(frames, [frame(0, 0, 50, 20), frame(54, 0, 112, 20), frame(170, 0, 30, 20)])
  }

  @Test func `fillEqually gives all views one size`() throws {
    let frames = try Self.frames(.row(.fillEqually, spacing: 10), Self.three, Size(width: 320, height: 50))
    expect(frames, [frame(0, 0, 100, 50), frame(110, 0, 100, 50), frame(220, 0, 100, 50)])
    let column = try Self.frames(.column(.fillEqually, spacing: 10), Self.three, Size(width: 50, height: 110))
    expect(column, [frame(0, 0, 50, 30), frame(0, 40, 50, 30), frame(0, 80, 50, 30)])
  }

  @Test func `fillEqually is as large as its largest view, times their number`() throws {
    let solution = try stacked(.row(.fillEqually, spacing: 10), Self.three).solved(.compressed)
    #expect(isNear([solution.size.width, solution.size.height], [200, 30]))
  }

  @Test func `fillProportionally gives sizes in proportion to the content`() throws {
    let frames = try Self.frames(
      .row(.fillProportionally, spacing: 10), Self.three, Size(width: 260, height: 50))
    // 240 points for 120 points of content.
    expect(frames, [frame(0, 0, 80, 50), frame(90, 0, 120, 50), frame(220, 0, 40, 50)])
    let less = try Self.frames(.row(.fillProportionally), Self.three, Size(width: 60, height: 50))
    expect(less, [frame(0, 0, 20, 50), frame(20, 0, 30, 50), frame(50, 0, 10, 50)])
  }

  @Test func `fillProportionally keeps the proportions of other content without compiling again`() throws {
    let template = try stacked(.row(.fillProportionally, spacing: 10), Self.three)
    var solver = try CellSolver(template, .width(260))
    for widths in [[10.0, 20, 30], [100, 100, 40], [1, 0, 5]] {
      let solution = try solver.solve(widths.map { ViewMetrics(width: $0, height: 10) })
      let total = widths.reduce(0, +)
      #expect(isNear(solution.frames.map(\.width), widths.map { $0 / total * 240 }), "\(solution.frames)")
    }
  }

  @Test func `fillProportionally with content of no size still fills`() throws {
    let views = ["a", "b"].map { box($0, 0, 0) }
    let frames = try Self.frames(.row(.fillProportionally), views, Size(width: 60, height: 50))
    #expect(isNear(frames.reduce(0) { $0 + $1.width }, 60) && frames[0].x == 0)
  }

  @Test func `equalSpacing keeps the sizes and spreads the rest between them`() throws {
    let frames = try Self.frames(.row(.equalSpacing, spacing: 10), Self.three, Size(width: 200, height: 50))
    expect(frames, [frame(0, 0, 40, 50), frame(80, 0, 60, 50), frame(180, 0, 20, 50)])
  }

  @Test func `equalSpacing keeps the spacing and shrinks views where there is no room`() throws {
    let frames = try Self.frames(.row(.equalSpacing, spacing: 10), Self.three, Size(width: 120, height: 50))
    expect(frames, [frame(0, 0, 20, 50), frame(30, 0, 60, 50), frame(100, 0, 20, 50)])
  }

  @Test func `equalCentering puts the centres at equal distances`() throws {
    let frames = try Self.frames(.row(.equalCentering, spacing: 10), Self.three, Size(width: 230, height: 50))
    // From 20 to 220 in two steps of 100.
    expect(frames, [frame(0, 0, 40, 50), frame(90, 0, 60, 50), frame(210, 0, 20, 50)])
  }

  @Test func `equalCentering keeps the spacing at the expense of the centres`() throws {
    let frames = try Self.frames(.row(.equalCentering, spacing: 10), Self.three, Size(width: 145, height: 50))
    #expect(frames.map(\.width) == [40, 60, 20])
    #expect(isNear(frames[1].x - frames[0].maxX, 10) && isNear(frames[2].x - frames[1].maxX, 15))
  }

  // MARK: Alignment

  @Test func `fill makes all views as high as a row, and as wide as a column`() throws {
    let row = try stacked(.row(), Self.three).solved(.compressed)
    #expect(row.frames.map(\.height) == [30, 30, 30] && row.size == Size(width: 120, height: 30))
    let column = try stacked(.column(), Self.three).solved(.compressed)
    #expect(column.frames.map(\.width) == [60, 60, 60] && column.size == Size(width: 60, height: 60))
  }

  @Test(arguments: [
    (StackArrangement.Alignment.leading, [0.0, 0, 0]), (.center, [15, 10, 20]), (.trailing, [30, 20, 40]),
  ])
  func `views keep their sizes at the edge or in the middle`(
    alignment: StackArrangement.Alignment, tops: [Double]
  ) throws {
    let frames = try Self.frames(.row(.fill, alignment), Self.three, Size(width: 120, height: 50))
    expect(
      frames, [frame(0, tops[0], 40, 20), frame(40, tops[1], 60, 30), frame(100, tops[2], 20, 10)])
  }

  @Test func `the stack is as high as its highest view where they are not stretched`() throws {
    for alignment in [StackArrangement.Alignment.leading, .center, .trailing] {
      let solution = try stacked(.row(.fill, alignment, spacing: 5), Self.three).solved(.compressed)
      #expect(isNear([solution.size.width, solution.size.height], [130, 30]))
    }
  }

  private static let baselines = [
    TemplateView("big", ViewMetrics(width: 50, height: 40, firstBaseline: 30, lastBaseline: 10)),
    TemplateView("small", ViewMetrics(width: 30, height: 40, firstBaseline: 15, lastBaseline: 5)),
  ]

  @Test func `firstBaseline puts first baselines at one height, below the top of the highest`() throws {
    let solution = try stacked(.row(.fill, .firstBaseline), Self.baselines).solved(.compressed)
    expect(solution.frames, [frame(0, 0, 50, 40), frame(50, 15, 30, 40)])
    #expect(isNear(solution.size.height, 55))
  }

  @Test func `lastBaseline puts last baselines at one height, above the bottom of the lowest`() throws {
    let solution = try stacked(.row(.fill, .lastBaseline), Self.baselines).solved(.height(60))
    // Baselines 30 below the tops of 40 and 35 below those of 40: the lower of the bottoms is at 60.
    expect(solution.frames, [frame(0, 20, 50, 40), frame(50, 15, 30, 40)])
  }

  @Test func `baselines of a vertical stack are refused`() throws {
    let view = box("stack").arranging(.column(.fill, .firstBaseline))
    #expect(throws: TemplateError.view(index: 0, .baselinesOfVerticalStack)) {
      try Template(views: [view], constraints: [])
    }
  }

  // MARK: Spacing and margins

  @Test func `a view may have a spacing of its own after it`() throws {
    let views = [Self.three[0].spacingAfter(30), Self.three[1], Self.three[2].spacingAfter(99)]
    let solution = try stacked(.row(spacing: 5), views).solved(.compressed)
    #expect(isNear(solution.frames.map(\.x), [0, 70, 135]) && isNear(solution.size.width, 155))
  }

  @Test func `negative spacing overlaps the views`() throws {
    let solution = try stacked(.row(spacing: -10), Self.three).solved(.compressed)
    #expect(isNear(solution.frames.map(\.x), [0, 30, 80]) && isNear(solution.size.width, 100))
  }

  @Test func `margins count if the arrangement is relative to them, on the side that they name`() throws {
    var arrangement = StackArrangement.row(spacing: 5)
    let margins = LayoutMargins(top: 1, leading: 2, bottom: 4, trailing: 8)
    let edges = try stacked(arrangement, Self.three, margins: margins).solved(.compressed)
    #expect(edges.size == Size(width: 130, height: 30))
    arrangement.isLayoutMarginsRelative = true
    let solution = try stacked(arrangement, Self.three, margins: margins).solved(.compressed)
    #expect(isNear([solution.size.width, solution.size.height], [140, 35]))
    #expect(isNear([solution.frames[0].x, solution.frames[0].y], [2, 1]))
    let mirrored = try stacked(arrangement, Self.three, margins: margins, direction: .rightToLeft)
      .solved(.compressed)
    #expect(isNear(mirrored.frames.map(\.x), [98, 33, 8]))
  }

  @Test func `a row runs from right to left with the text`() throws {
    let frames = try Self.frames(
      .row(.equalSpacing, .leading, spacing: 10), Self.three, Size(width: 200, height: 50),
      direction: .rightToLeft)
    expect(frames, [frame(160, 0, 40, 20), frame(60, 0, 60, 30), frame(0, 0, 20, 10)])
    let column = try Self.frames(
      .column(.fill, .leading), Self.three, Size(width: 100, height: 60), direction: .rightToLeft)
    #expect(column.map(\.maxX) == [100, 100, 100])
  }

  @Test func `spacing between baselines counts from the last one to the first one of the next`() throws {
    var arrangement = StackArrangement.column(spacing: 30)
    arrangement.isBaselineRelative = true
    let texts = [label("a", 3), label("b", 4)]
    let solution = try stacked(arrangement, texts).solved(.compressed)
    // A label's baseline is 15 below its top, and 5 above its bottom.
    #expect(isNear(solution.frames.map(\.y), [15, 45]) && isNear(solution.size.height, 90))
    let mixed = try stacked(arrangement, [label("a", 3), box("b", 10, 10)]).solved(.compressed)
    #expect(isNear(mixed.frames.map(\.y), [15, 60]) && isNear(mixed.size.height, 70))
  }

  // MARK: Hidden views

  @Test func `a hidden view takes no room, and its spacing goes with it`() throws {
    let views = [Self.three[0], Self.three[1].spacingAfter(50).hidden, Self.three[2]]
    let solution = try stacked(.row(spacing: 5), views).solved(.compressed)
    expect(solution.frames, [frame(0, 0, 40, 20), frame(0, 0, 0, 0), frame(45, 0, 20, 20)])
    #expect(isNear([solution.size.width, solution.size.height], [65, 20]))
  }

  @Test func `content hides and shows views from item to item`() throws {
    let template = try stacked(.row(spacing: 5), Self.three)
    var solver = try CellSolver(template, .compressed)
    for hidden in [[false, false, false], [true, false, false], [true, true, true], [false, true, false]] {
      let metrics = zip(Self.three, hidden).map { view, isHidden in
        var metrics = view.metrics
        metrics.isHidden = isHidden
        return metrics
      }
      let widths = zip(Self.three, hidden).compactMap { $1 ? nil : $0.metrics.width! }
      let solution = try solver.solve(metrics)
      #expect(
        isNear(solution.size.width, widths.reduce(0, +) + 5 * Double(max(0, widths.count - 1))), "\(hidden)")
    }
  }

  @Test func `constraints on a view that is hidden in a stack do not count`() throws {
    let size = LayoutConstraint(.view("b"), .width, constant: 300)
    var views = Self.three
    #expect(isNear(try stacked(.row(), views, [size]).solved(.compressed).size.width, 360))
    views[1] = views[1].hidden
    let solution = try stacked(.row(), views, [size]).solved(.compressed)
    #expect(isNear(solution.size.width, 60) && solution.broken.isEmpty)
  }

  @Test func `a stack without views has no size`() throws {
    let solution = try stacked(.row(), [box("empty").arranging(.column()), box("a", 10, 10)])
      .solved(.compressed)
    expect(solution.frames, [frame(0, 0, 0, 10), frame(0, 0, 10, 10)])
  }

  // MARK: Nesting

  @Test func `a card of stacks in stacks`() throws {
    // A picture beside a column of title and row; the row spreads its two labels.
    let views = [
      box("picture", 40, 40),
      box("column").arranging(.column(spacing: 4)),
      paragraph("title").inside(1),
      box("row").arranging(.row(.equalSpacing, .firstBaseline, spacing: 8)).inside(1),
      label("date", 4).inside(3),
      label("price", 3).inside(3),
    ]
    let template = try stacked(.row(.fill, .leading, spacing: 10), views)
    var solver = try CellSolver(template, .width(250))
    let solution = try solver.solve(template.views.map(\.metrics)) { _, width in letters(30, width) }
    // 250 - 40 - 10 = 200: 20 letters a line, so 30 have two lines.
    expect(
      solution.frames,
      [
        frame(0, 0, 40, 40), frame(50, 0, 200, 64), frame(50, 0, 200, 40), frame(50, 44, 200, 20),
        frame(50, 44, 40, 20), frame(220, 44, 30, 20),
      ])
    #expect(isNear(solution.size.height, 64))
  }

  @Test func `the baseline of a stack is that of its first text, and the last one that of its last`() throws {
    let views = [
      label("kicker", 3),
      box("column").arranging(.column(spacing: 5)),
      TemplateView("title", ViewMetrics(width: 60, height: 40, firstBaseline: 30, lastBaseline: 10)).inside(
        1),
      label("detail", 2).inside(1),
    ]
    let solution = try stacked(.row(.fill, .firstBaseline), views).solved(.compressed)
    #expect(isNear(solution.frames.map(\.y), [15, 0, 0, 45]))
    let last = try stacked(.row(.fill, .lastBaseline), views).solved(.height(65))
    #expect(isNear(last.frames.map(\.y), [45, 0, 0, 45]))
  }
}

private func isNear(_ a: Double, _ b: Double) -> Bool { isNear([a], [b]) }
