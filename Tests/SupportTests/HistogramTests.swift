import Support
import Testing

struct HistogramTests {
  @Test func `a number falls into the first bucket whose bound is not below it`() {
    var histogram = Histogram(bounds: [1, 2, 5])
    for number in [0.5, 1, 1.5, 5, 5.5] { histogram.add(number) }
    #expect(histogram.counts == [2, 1, 1, 1])
    #expect(histogram.count == 5)
    #expect(histogram.sum == 13.5)
  }
}
