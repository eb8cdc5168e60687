import Testing

@testable import LayoutEngine

@Test("bisection finds the first element beyond, or the end")
func bisection() {
  for count in 0..<40 {
    let values = ContiguousArray((0..<count).map { $0 / 2 })
    for target in -1...21 {
      #expect(values.bisect { $0 > target } == values.firstIndex { $0 > target } ?? count)
    }
  }
}
