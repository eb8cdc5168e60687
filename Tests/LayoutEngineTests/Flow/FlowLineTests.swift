import Testing

@testable import LayoutEngine

@Suite("Lines of a flow")
struct FlowLineTests {
  let tight = FlowLayout {
    $0.metrics.minimumInteritemSpacing = 0; $0.metrics.minimumLineSpacing = 0
  }

  @Test("without parameters items are 50 by 50 with 10 points between them and between lines")
  func defaults() {
    let solved = FlowLayout().solve(Section(7), in: Container(170, 500))
    #expect(solved.frame(0, 1) == Rect(x: 60, y: 0, width: 50, height: 50))
    #expect(solved.frame(0, 3) == Rect(x: 0, y: 60, width: 50, height: 50))
    #expect(solved.contentSize == Size(width: 170, height: 170))
  }

  @Test("a line takes items until the next no longer fits, spacing counted from the second")
  func greedy() {
    let fits = FlowLayout().solve(Section(3), in: Container(170, 500))
    #expect(fits.cells().map(\.y) == [0, 0, 0])
    let short = FlowLayout().solve(Section(3), in: Container(169, 500))
    #expect(short.cells().map(\.y) == [0, 0, 60])
  }

  @Test("items that fill a line to the last bit stay on it, whatever fractions their sum carries")
  func exactFit() {
    for count in 2...40 {
      let breadth = 375.0 / Double(count)
      let solved = tight.solve(
        Section(sizes: Array(repeating: (breadth, 10), count: count * 3)), in: Container(375, 500))
      #expect(solved.contentSize.height == 30, "\(count) to a line")
      let uniform = FlowLayout {
        $0.metrics = tight.metrics
        $0.metrics.itemSize = Size(width: breadth, height: 10)
      }
      #expect(uniform.solve(Section(count * 3), in: Container(375, 500)).contentSize.height == 30)
    }
  }

  @Test("the room of a line is the container less its insets and the section's")
  func room() {
    let layout = FlowLayout { $0.metrics.sectionInset = Insets(left: 20, right: 15) }
    let container = Container(200, 500).with { $0.insets = Insets(left: 3, right: 2) }
    let solved = layout.solve(Section(4), in: container)
    #expect(solved.contentSize.width == 195)
    #expect(solved.xs() == [20, 130, 20, 130])
  }

  @Test("a full line spreads its slack between its items")
  func slack() {
    let solved = FlowLayout().solve(
      Section(sizes: [(50, 50), (60, 50), (40, 50), (90, 50)]), in: Container(180, 9))
    #expect(solved.xs().prefix(3) == [0, 65, 140])
  }

  @Test("an item alone on a line that is not the last is centred")
  func loneItem() {
    let solved = FlowLayout().solve(Section(sizes: [(100, 10), (100, 10)]), in: Container(180, 500))
    #expect(solved.xs() == [40, 0])
  }

  @Test("the last line of items of one size keeps the columns of the lines above")
  func uniformLastLine() {
    let solved = FlowLayout().solve(Section(5), in: Container(200, 500))
    #expect(solved.xs() == [0, 75, 150, 0, 75])
  }

  @Test("a single short line of items of one size has the columns a full line would have")
  func uniformOnlyLine() {
    #expect(FlowLayout().solve(Section(2), in: Container(200, 500)).xs() == [0, 75])
  }

  @Test("the last line of items with sizes of their own starts at the edge with minimum spacing")
  func sizedLastLine() {
    let equal = Section(sizes: Array(repeating: (50, 50), count: 5))
    #expect(FlowLayout().solve(equal, in: Container(200, 500)).xs() == [0, 75, 150, 0, 60])
  }

  @Test("one item with a size of its own ends the rule for items of one size")
  func mixedLastLine() {
    let items = Array(repeating: Item(), count: 4) + [Item(size: Size(width: 50, height: 50))]
    #expect(FlowLayout().solve(Section(items: items), in: Container(200, 500)).xs() == [0, 75, 150, 0, 60])
  }

  @Test("a run goes on where the sized items before it left the line open")
  func runAfterOpenLine() {
    var builder = ItemSequenceBuilder()
    builder.append(size: Size(width: 30, height: 20))
    builder.append(run: 6)
    builder.append(size: Size(width: 30, height: 20))
    let solved = FlowLayout().solve(Section(items: builder.finish()), in: Container(170, 500))
    #expect(solved.cells().map(\.y) == [15, 0, 0, 60, 60, 60, 120, 135])
    #expect(solved.xs().suffix(2) == [0, 60])
  }

  @Test("a run that fits on the open line closes nothing")
  func runInsideOpenLine() {
    var builder = ItemSequenceBuilder()
    builder.append(size: Size(width: 30, height: 50))
    builder.append(run: 1)
    builder.append(size: Size(width: 30, height: 50))
    let solved = FlowLayout().solve(Section(items: builder.finish()), in: Container(170, 500))
    #expect(solved.cells().map(\.y) == [0, 0, 0])
  }

  @Test("the part of a run that an open line takes counts against the room that is left on it")
  func runFillsOpenLine() {
    var builder = ItemSequenceBuilder()
    builder.append(size: Size(width: 30, height: 50))
    builder.append(run: 2)
    builder.append(size: Size(width: 30, height: 50))
    let solved = FlowLayout().solve(Section(items: builder.finish()), in: Container(170, 500))
    #expect(solved.cells().map(\.y) == [0, 0, 0, 60])
  }

  @Test("items of different lengths are centred in their line, which is as long as the longest")
  func centred() {
    let sizes = [(50.0, 50.0), (50, 80), (50, 20), (50, 10)]
    let solved = FlowLayout().solve(Section(sizes: sizes), in: Container(170, 500))
    #expect(solved.cells().map(\.y) == [15, 0, 30, 90])
    #expect(solved.contentSize.height == 100)
  }

  @Test("line alignment stands shorter items at the top or the bottom instead")
  func lineAlignment() {
    let sizes = [(50.0, 50.0), (50, 80)]
    let top = FlowLayout { $0.lineAlignment = .top }.solve(Section(sizes: sizes), in: Container(170, 9))
    #expect(top.cells().map(\.y) == [0, 0])
    let bottom = FlowLayout { $0.lineAlignment = .bottom }.solve(Section(sizes: sizes), in: Container(170, 9))
    #expect(bottom.cells().map(\.y) == [30, 0])
  }

  @Test(
    "item alignment packs every line, the last one too, at minimum spacing",
    arguments: [
      (FlowLayout.ItemAlignment.leading, [0.0, 60, 120, 0, 60]), (.center, [15, 75, 135, 45, 105]),
      (.trailing, [30, 90, 150, 90, 150]), (.justified, [0, 75, 150, 0, 75]),
    ])
  func itemAlignment(alignment: FlowLayout.ItemAlignment, xs: [Double]) {
    let solved = FlowLayout { $0.itemAlignment = alignment }.solve(Section(5), in: Container(200, 500))
    #expect(solved.xs() == xs)
  }

  @Test("horizontal flow fills columns from the top and stacks them to the right")
  func horizontal() {
    let layout = FlowLayout {
      $0.scrollDirection = .horizontal
      $0.metrics.itemSize = Size(width: 40, height: 50)
    }
    let solved = layout.solve(Section(4), in: Container(500, 200))
    #expect(solved.cells().map(\.y) == [0, 75, 150, 0])
    #expect(solved.xs() == [0, 0, 0, 50])
    #expect(solved.contentSize == Size(width: 90, height: 200))
  }

  @Test("an item wider than its line stands alone on it and is warned of, with how many there are")
  func overWide() {
    let sizes = [(50.0, 10.0), (300, 10), (50, 10), (201, 10), (200, 10)]
    let solved = FlowLayout().solve(Section(1), Section(sizes: sizes), in: Container(200, 500))
    #expect(
      solved.warnings == [
        LayoutWarning(code: .itemWiderThanLine, section: 1, item: 1, count: 2, kind: nil)
      ])
    #expect(solved.frame(1, 1) == Rect(x: 0, y: 70, width: 300, height: 10))
    #expect(solved.cells(1).map(\.y) == [50, 70, 90, 110, 130])
  }

  @Test("a run of items wider than their line is one to a line, all warned of, wherever the run begins")
  func overWideRun() {
    let layout = FlowLayout { $0.metrics.itemSize = Size(width: 300, height: 10) }
    var builder = ItemSequenceBuilder()
    builder.append(size: Size(width: 20, height: 10))
    builder.append(run: 1000)
    let solved = layout.solve(Section(items: builder.finish()), in: Container(200, 500))
    #expect(
      solved.warnings == [
        LayoutWarning(code: .itemWiderThanLine, section: 0, item: 1, count: 1000, kind: nil)
      ])
    #expect(solved.contentSize.height == 1001 * 20 - 10)
  }

  @Test("a section's metrics stand in for the layout's, one by one")
  func overrides() {
    let metrics = FlowMetrics {
      $0.itemSize = Size(width: 20, height: 30)
      $0.minimumLineSpacing = 1
      $0.minimumInteritemSpacing = 5
      $0.sectionInset = Insets(top: 7, left: 10, bottom: 9, right: 10)
      $0.headerReferenceSize = Size(width: 1, height: 11)
      $0.footerReferenceSize = Size(width: 1, height: 13)
    }
    let solved = FlowLayout().solve(
      Section(3), Section(4).with { $0.metrics = .flow(metrics) }, in: Container(90, 500))
    #expect(solved.frame(.header, 0) == nil)
    #expect(solved.frame(.header, 1) == Rect(x: 0, y: 170, width: 90, height: 11))
    #expect(solved.frame(1, 0) == Rect(x: 10, y: 188, width: 20, height: 30))
    #expect(solved.frame(1, 1)?.x == 35)
    #expect(solved.frame(1, 3)?.y == 219)
    #expect(solved.frame(.footer, 1)?.y == 258)
    #expect(solved.contentSize.height == 271)
  }

  // Apple, UICollectionViewFlowLayout.sectionInsetReference: "The boundary that section insets are defined in relation
  // to. The default value of this property is UICollectionViewFlowLayout.SectionInsetReference.fromContentInset."
  @Test(
    "section insets are inside the layout margins if they refer to these; headers span the layout all the same"
  )
  func insetReference() {
    for (width, margin) in [(320.0, 16.0), (500, 20)] {
      for reference in FlowLayout.SectionInsetReference.allCases {
        let layout = FlowLayout {
          $0.sectionInsetReference = reference
          $0.metrics.sectionInset = Insets(top: 4, left: 10, right: 6)
          $0.metrics.headerReferenceSize = Size(width: 1, height: 30)
        }
        let solved = layout.solve(
          Section(sizes: [(40, 40), (40, 40)]),
          in: Container(width + 12, 400).with { $0.insets = Insets(left: 12) })
        let side = reference == .fromLayoutMargins ? margin : 0
        #expect(solved.frame(0, 0)?.origin == Point(x: side + 10, y: 34))
        #expect(solved.frame(.header, 0) == Rect(x: 0, y: 0, width: width, height: 30))
        // As many fit as the space between the margins takes.
        let wide = layout.solve(Section(sizes: [(width - 20 - 16, 9), (1, 9)]), in: Container(width, 400))
        #expect(wide.warnings.isEmpty == (reference != .fromLayoutMargins))
      }
    }
  }

  @Test("a section may override one of the metrics and keep the rest")
  func partialOverrides() {
    let metrics = FlowMetrics { $0.minimumLineSpacing = 0 }
    let solved = FlowLayout().solve(Section(4).with { $0.metrics = .flow(metrics) }, in: Container(170, 500))
    #expect(solved.frame(0, 3) == Rect(x: 0, y: 50, width: 50, height: 50))
    #expect(solved.frame(0, 1)?.x == 60)
  }
}
