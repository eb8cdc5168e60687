import Testing

@testable import LayoutEngine

@Suite struct DistinctValuesTests {
  @Test func `each value has the index at which it was first asked for`() {
    var distinct = DistinctValues("cell")
    let asked = ["b", "cell", "c", "b"] + (0..<20).map { "kind \($0)" }
    let expected = ["cell", "b", "c"] + (0..<20).map { "kind \($0)" }
    for _ in 0..<2 {
      for value in asked {
        #expect(distinct.index(of: value) == UInt16(expected.firstIndex(of: value)!), "\(value)")
      }
    }
    #expect(distinct.values == expected)
  }

  @Test func `finding kinds takes a few hashes and comparisons for each, however many there are`() {
    for count in [100, 1000, ElementList.kindLimit] {
      let work = Work()
      var distinct = DistinctValues(CountedValue(number: 0, work: work))
      for _ in 0..<2 {
        for number in 0..<count { _ = distinct.index(of: CountedValue(number: number, work: work)) }
      }
      #expect(distinct.values.count == count)
      // Comparing with every value before it would take 50 for each of 100, and 5,000 for each of the most.
      #expect(work.hashes < 12 * count, "\(work.hashes) hashes of \(count) values")
      #expect(work.comparisons < 24 * count, "\(work.comparisons) comparisons of \(count) values")
    }
  }
}

/// How often values were hashed and compared.
private final class Work {
  var hashes = 0
  var comparisons = 0
}

/// A number that counts how often it is hashed and compared.
private struct CountedValue: Hashable {
  let number: Int
  let work: Work

  func hash(into hasher: inout Hasher) {
    work.hashes += 1
    hasher.combine(number)
  }

  static func == (a: CountedValue, b: CountedValue) -> Bool {
    a.work.comparisons += 1
    return a.number == b.number
  }
}
