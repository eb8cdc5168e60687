import Testing

@testable import Geometry

/// Conversions of numbers that have a result for every one.
struct TotalConversionTests {
  @Test(
    arguments: [
      (0, 0), (1.9, 1), (-1.9, -1), (0x1p53, 1 << 53), (9.3e18, Int.max), (-9.3e18, Int.min),
      (0x1p63, Int.max), (-0x1p63, Int.min), (.infinity, Int.max), (-.infinity, Int.min), (.nan, 0),
      (0x1p63.nextDown, 9_223_372_036_854_774_784),
    ] as [(Double, Int)])
  func `a number beyond the range of whole numbers becomes the nearest of them`(number: Double, whole: Int) {
    #expect(Int(clamping: number) == whole)
  }

  @Test func `a range has its bounds in order whatever they are`() {
    #expect(ClosedRange(ordered: 1, 2) == 1...2)
    #expect(ClosedRange(ordered: 2, 1) == 1...2)
    #expect(ClosedRange(ordered: .nan, 2) == -.infinity...2)
    #expect(ClosedRange(ordered: 1, .nan) == 1 ... .infinity)
    #expect(ClosedRange(ordered: .nan, .nan) == .everything)
    #expect(ClosedRange(ordered: .infinity, -.infinity) == .everything)
    #expect(ClosedRange.everything.moved(by: -.infinity) == .everything)
    #expect((1.0...2).widened(by: -5) == -3...6)
    #expect(AxialRect(along: 1, across: 0, length: -3, breadth: .nan).stretch == -2...1)
    #expect(AxialRect(along: 1, across: 5, length: 0, breadth: .nan).stretchAcross == 5 ... .infinity)
  }
}
