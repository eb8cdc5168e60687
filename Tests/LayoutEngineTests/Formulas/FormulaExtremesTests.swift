import Testing

@testable import LayoutEngine

@Suite("Formulas with few, many or enormous things")
struct FormulaExtremesTests {
  static let kinds: [LayoutKind] = [
    .stack(StackLayout()), .circle(CircleLayout()), .spiral(SpiralLayout()),
    .spiral(SpiralLayout { $0.metrics.spiral = .fermat }), .coverFlow(CoverFlowLayout()),
    .carousel(CarouselLayout()), .carousel(CarouselLayout { $0.metrics.style = .rotary }),
  ]

  @Test("an empty section takes nothing", arguments: kinds.indices)
  func none(kind: Int) throws {
    let container = Container(375, 667)
    for sections in [SectionList([]), SectionList(Section(0), Section(0))] {
      let solved = try Self.kinds[kind].prepare(sections, in: container)
      #expect(solved.elements(in: nil, visible: nil).count == 0)
      #expect(solved.contentSize.width == 0 || solved.contentSize.height == 0)
      #expect(solved.attributes(of: .cell(0, 0), visible: nil) == nil)
      #expect(solved.targetContentOffset(forProposed: .zero, velocity: .zero) == nil)
    }
  }

  @Test("one item and two are drawn plainly or in order", arguments: kinds.indices)
  func few(kind: Int) throws {
    for count in 1...2 {
      let solved = try Self.kinds[kind].prepare(SectionList(Section(count)), in: Container(375, 667))
      #expect(solved.cells().count == count)
      #expect(solved.look(0, count - 1).zIndex <= 0 && solved.look(0, 0).zIndex <= 0)
      #expect(solved.look(0, 0).transform == .identity && solved.look(0, 0).transform3D == .identity)
    }
  }

  @Test("a million counted items cost nothing until they are queried", arguments: kinds.indices)
  func million(kind: Int) throws {
    let container = Container(375, 667).with { $0.scale = 2 }
    let solved = try Self.kinds[kind].prepare(SectionList(Section(1_000_000)), in: container)
    let size = solved.contentSize
    #expect(size.width.isFinite && size.height.isFinite)
    let last = try #require(solved.attributes(of: .cell(0, 999_999), visible: nil))
    #expect(isFinite(last))
    #expect(last.frame.maxX <= size.width + 1 && last.frame.maxY <= size.height + 1)
    // Everything lies at one point in a stack, and around one viewport in a circle.
    if ["stack", "circle"].contains(Self.kinds[kind].name) { return }
    let corner = solved.attributes(of: .cell(0, 123_456), visible: nil)!.frame
    let screen = Rect(x: corner.x - 100, y: corner.y - 100, width: 375, height: 667)
    let found = solved.elements(in: screen, visible: screen)
    #expect(found.count > 0 && found.count < 1000)
    #expect((0..<found.count).contains { found[$0].indexPath.item == 123_456 })
  }

  @Test("numbers stay finite whatever the container and the parameters", arguments: kinds.indices)
  func finite(kind: Int) throws {
    let huge = 0x1p53
    for (width, height) in [(0.0, 0.0), (0, 500), (huge, huge), (1e-9, huge)] {
      for insets in [Insets.zero, Insets(top: huge, left: -huge, bottom: 1, right: 1)] {
        for scale in [nil, 1, 1000.0] {
          let container = Container(size: Size(width: width, height: height), insets: insets, scale: scale)
          for section in [Section(3), Section(sizes: [(huge, huge), (0, 0), (1e-300, huge)])] {
            let solved = try Self.extreme(kind).prepare(SectionList(section, Section(1)), in: container)
            for layout in [solved, try Self.kinds[kind].prepare(SectionList(section), in: container)] {
              check(layout, visible: nil)
              check(layout, visible: Rect(x: -huge, y: huge, width: huge, height: 0))
            }
          }
        }
      }
    }
  }

  /// The kind with parameters as large as they may be.
  private static func extreme(_ kind: Int) -> LayoutKind {
    let huge = 0x1p53
    let size = Size(width: huge, height: 0)
    switch ReferenceFormulas.Formula(kinds[kind]) {
    case .stack(var layout):
      (layout.metrics.itemSize, layout.metrics.itemOffset) = (size, Point(x: huge, y: -huge))
      (layout.metrics.itemScale, layout.metrics.visibleCount) = (0, Int(huge))
      return .stack(layout)
    case .circle(var layout):
      (layout.metrics.itemSize, layout.metrics.radius) = (size, huge)
      return .circle(layout)
    case .spiral(var layout):
      (layout.metrics.itemSize, layout.metrics.spacing) = (size, huge)
      layout.metrics.outerScale = 0
      return .spiral(layout)
    case .coverFlow(var layout):
      (layout.metrics.itemSize, layout.metrics.itemSpacing) = (size, -huge)
      (layout.metrics.sideShift, layout.metrics.sideDepth) = (huge, huge)
      layout.metrics.perspective = 1
      return .coverFlow(layout)
    case .carousel(var layout):
      (layout.metrics.itemSize, layout.metrics.itemSpacing) = (size, -huge)
      (layout.metrics.radius, layout.metrics.perspective) = (huge, 1)
      return .carousel(layout)
    default: return kinds[kind]
    }
  }

  private func check(_ solved: any SolvedLayout, visible: Rect?) {
    let list = solved.elements(in: nil, visible: visible)
    #expect((0..<list.count).allSatisfy { isFinite(list[$0]) })
    #expect(solved.contentSize.width.isFinite && solved.contentSize.height.isFinite)
    if let target = solved.targetContentOffset(
      forProposed: visible ?? .zero, velocity: Point(x: 0x1p53, y: -0x1p53))
    {
      #expect(target.x.isFinite && target.y.isFinite)
    }
    _ = solved.elements(in: Rect(x: -0x1p53, y: -0x1p53, width: 0x1p53, height: 1), visible: visible)
  }

  private func isFinite(_ element: LayoutAttributes) -> Bool {
    let frame = element.frame
    let look = element.appearance
    let numbers =
      [frame.x, frame.y, frame.width, frame.height, look.alpha] + look.transform.numbers
      + look.transform3D.numbers
    return numbers.allSatisfy(\.isFinite)
  }

  @Test("a section overrides every parameter of the layout")
  func overrides() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let stack = StackMetrics.random(&random)
      let stacked = StackMetrics().overridden(by: .stack(stack))
      #expect(stacked.itemSize == stack.$itemSize ?? StackMetrics().itemSize)
      #expect(stacked.itemOffset == stack.$itemOffset ?? StackMetrics().itemOffset)
      #expect(stacked.itemScale == stack.$itemScale ?? 1 && stacked.spread == stack.$spread ?? 12)
      #expect(stacked.visibleCount == stack.$visibleCount ?? 8)
      let circle = CircleMetrics.random(&random)
      let circled = CircleMetrics().overridden(by: .circle(circle))
      #expect(circled.radius == circle.radius && circled.startAngle == circle.$startAngle ?? -90)
      #expect(circled.sweep == circle.$sweep ?? 360 && circled.rotatesItems == circle.$rotatesItems ?? false)
      let spiral = SpiralMetrics.random(&random)
      let spiralled = SpiralMetrics().overridden(by: .spiral(spiral))
      #expect(
        spiralled.spiral == spiral.$spiral ?? .archimedean && spiralled.spacing == spiral.$spacing ?? 54)
      #expect(spiralled.startAngle == spiral.$startAngle ?? -90)
      #expect(
        spiralled.outerScale == spiral.$outerScale ?? 1 && spiralled.outerAlpha == spiral.$outerAlpha ?? 1)
      let cover = CoverFlowMetrics.random(&random)
      let covered = CoverFlowMetrics().overridden(by: .coverFlow(cover))
      #expect(covered.itemSpacing == cover.$itemSpacing ?? -140 && covered.angle == cover.$angle ?? 65)
      #expect(covered.sideShift == cover.$sideShift ?? 75 && covered.sideDepth == cover.$sideDepth ?? 100)
      #expect(covered.perspective == cover.$perspective ?? 500)
      let carousel = CarouselMetrics.random(&random)
      let carouselled = CarouselMetrics().overridden(by: .carousel(carousel))
      #expect(carouselled.style == carousel.$style ?? .linear && carouselled.tilt == carousel.$tilt ?? 25)
      #expect(carouselled.itemSize == carousel.itemSize && carouselled.radius == carousel.radius)
      #expect(carouselled.sideItemScale == carousel.$sideItemScale ?? 0.8)
      #expect(carouselled.sideItemAlpha == carousel.sideItemAlpha)
      #expect(carouselled.pitch == carousel.$pitch ?? .common)
      #expect(carouselled.itemsPerTurn == carousel.$itemsPerTurn ?? 12)
      #expect(carouselled.itemSpacing == carousel.$itemSpacing ?? 0)
      #expect(carouselled.perspective == carousel.$perspective ?? 500)
      #expect(carouselled.sectionInset == carousel.$sectionInset ?? .zero)
    }
  }
}
