import Testing

@testable import LayoutEngine

@Suite("Custom at its limits")
struct CustomExtremesTests {
  @Test("a million counted items are found by number and by rect")
  func counted() throws {
    let layout = try CustomLayout(
      x: "i % 1000 * 10", y: "floor(i / 1000) * 10", width: "10", height: "10")
    let solved = try layout.solve(Section(1_000_000))
    #expect(solved.contentSize == Size(width: 10000, height: 10000))
    #expect(solved.frame(0, 999_999) == Rect(x: 9990, y: 9990, width: 10, height: 10))
    #expect(solved.names(in: Rect(x: 5005, y: 5005, width: 1, height: 1)) == ["cell 0.500500"])
  }

  @Test("two hundred thousand sections are found by section and by rect")
  func sections() throws {
    let sections = SectionList(ContiguousArray(repeating: Section(1), count: 200_000))
    let solved = try CustomLayout(x: "0", y: "section * 60").prepare(sections, in: Container(320, 480))
    #expect(solved.contentSize.height == 200_000 * 60 - 10)
    #expect(solved.frame(123_456, 0)?.y == 7_407_360)
    #expect(
      solved.names(in: Rect(x: 0, y: 6_000_000, width: 1, height: 70)) == ["cell 100000.0", "cell 100001.0"])
  }

  @Test(
    "frames as far away as there are numbers are still found",
    arguments: [Container.Direction.leftToRight, .rightToLeft])
  func far(direction: Container.Direction) throws {
    let layout = try CustomLayout(x: "(i * 2 - 1) * 4503599627370497", y: "(1 - i * 2) * 4503599627370497")
    for scale in [nil, 1.0, 3, 1000] {
      let container = Container(320, 480).with {
        $0.direction = direction
        $0.scale = scale
      }
      let solved = try layout.solve(Section(2), in: container)
      for frame in solved.cells() {
        #expect(solved.elements(in: frame, visible: nil).count == 1, "scale \(scale ?? 0)")
      }
    }
  }

  @Test(
    "the bound of coordinates counts the lengths of elements that begin before the origin",
    arguments: [Container.Direction.leftToRight, .rightToLeft])
  func lengths(direction: Container.Direction) throws {
    let container = Container(320, 480).with { $0.direction = direction }
    let wide = try CustomLayout(x: "-900", y: "0", width: "1000", height: "1")
    #expect(try wide.solve(Section(1), in: container).coordinateBound >= 1000)
    let tall = try CustomLayout(x: "0", y: "-900", width: "1", height: "1000")
    #expect(try tall.solve(Section(1), in: container).coordinateBound >= 1000)
  }

  @Test("a container without size has room 0, and zero-sized items are there")
  func nothing() throws {
    let solved = try CustomLayout(x: "width * i", y: "height", width: "0", height: "0").solve(
      Section(3), in: Container(0, 0))
    #expect(solved.contentSize == .zero)
    #expect(solved.elements(in: nil, visible: nil).count == 3)
    #expect(solved.elements(in: Rect(x: -1, y: -1, width: 2, height: 2), visible: nil).count == 3)
  }

  @Test("no frame has a negative zero")
  func negativeZero() throws {
    let frame = try CustomLayout(x: "i * -1", y: "-i", width: "i * -1", height: "0").solve(Section(1))
      .cells()[0]
    #expect([frame.x, frame.y, frame.width, frame.height].allSatisfy { $0.sign == .plus })
  }
}
