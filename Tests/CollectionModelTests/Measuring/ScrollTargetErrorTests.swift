import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// The error of a scroll target, against where the item is once everything is measured.
struct ScrollTargetErrorTests {
  private typealias Distribution = @Sendable (inout SeededGenerator) -> Double

  private static func share(_ random: inout SeededGenerator) -> Double {
    Double.random(in: 0..<1, using: &random)
  }

  private static let distributions: [(name: String, height: Distribution)] = [
    ("even", { 40 + 160 * share(&$0) }),
    ("bell", { 20 + 50 * (share(&$0) + share(&$0) + share(&$0) + share(&$0)) }),
    (
      "lines of text",
      { random in
        var lines = 1.0
        while random.chance(1, in: 2) { lines += 1 }
        return 24 + 20 * lines
      }
    ),
    (
      "skewed",
      { random in
        let share = share(&random)
        return 40 + 300 * share * share * share
      }
    ),
    ("photos among lines", { $0.chance(1, in: 5) ? 240 : 60 }),
  ]

  private static func waterfall(_ columns: Int) -> LayoutKind {
    var waterfall = WaterfallLayout()
    waterfall.metrics.columnCount = columns
    return .waterfall(waterfall)
  }

  private static func grid(_ columns: Int) -> LayoutKind {
    var grid = GridLayout()
    grid.metrics.columns = .count(columns)
    grid.metrics.lineExtent = .automatic
    return .grid(grid)
  }

  private static var flow: LayoutKind {
    var flow = FlowLayout()
    flow.estimatedItemSize = .automatic
    return .flow(flow)
  }

  private static let kinds: [(name: String, kind: LayoutKind)] = [
    ("list", MeasuredScreens.automaticList), ("list with an estimate", MeasuredScreens.list),
    ("waterfall of 2", waterfall(2)), ("waterfall of 3", waterfall(3)), ("grid of 2", grid(2)),
    ("grid of 3", grid(3)), ("magazine", .magazine(MagazineLayout())), ("flow", flow),
  ]

  /// How far a target is from the truth, and its error.
  private func deviation(
    _ kind: LayoutKind, _ height: Distribution, _ random: inout SeededGenerator
  ) throws -> (deviation: Double, error: Double) {
    let count = random.integer(300...2000)
    let measured = random.integer(8...90)
    var collection = try MeasuredScreens.collection(
      kind, SectionList([Section(items: ItemSequence(count: count))]))
    let breadth = try #require(collection.cell(0)).frame.width
    let sizes = (0..<count).map { item in
      // Other kinds than flow give items their breadth.
      let width = kind.packing == .wrappedLines ? Double(random.integer(30...80)) : breadth
      return (item: item, size: Size(width: width, height: height(&random)))
    }
    collection = try collection.applying(collection.measurements(Array(sizes.prefix(measured)))).after
    let path = IndexPath(section: 0, item: random.integer(measured + 60...count - 60))
    let target = try #require(
      collection.scrollTarget(for: path, at: .top, in: collection.state.main))
    #expect(!target.isExact)
    collection = try collection.applying(collection.measurements(sizes)).after
    let truth = try #require(
      collection.scrollTarget(for: path, at: .top, in: collection.state.main))
    return (abs(target.contentOffset.y - truth.contentOffset.y), target.error)
  }

  @Test func `the offset is within twice the error in 95 of 100 cases, and the error is not far above it`()
    throws
  {
    var random = SeededGenerator(seed: 31)
    var shares: [Double] = []
    for (name, kind) in Self.kinds {
      var own: [Double] = []
      for (_, height) in Self.distributions {
        for _ in 0..<8 {
          let (deviation, error) = try deviation(kind, height, &random)
          own.append(deviation / error)
        }
      }
      let median = own.sorted()[own.count / 2]
      #expect(median > 0.2 && median < 1.5, "\(name): \(median)")
      let within = Double(own.count { $0 <= 2 }) / Double(own.count)
      #expect(within >= 0.85, "\(name): \(within)")
      shares += own
    }
    #expect(shares.count >= 200)
    #expect(Double(shares.count { $0 <= 2 }) / Double(shares.count) >= 0.95)
    let median = shares.sorted()[shares.count / 2]
    #expect(median > 0.3 && median < 1.5, "\(median)")
  }

  @Test func `the error of many rows is that of the mean, which more measurements make smaller`() throws {
    let rows = SectionList([Section(items: ItemSequence(count: 100_000))])
    var collection = try MeasuredScreens.collection(MeasuredScreens.automaticList, rows)
    var random = SeededGenerator(seed: 2)
    let heights = (0..<4096).map { _ in Double(random.integer(60...176)) }
    var errors: [Double] = []
    var measured = 0
    for count in [16, 256, 4096] {
      let sizes = (measured..<count).map { (item: $0, size: Size(width: 200, height: heights[$0])) }
      collection = try collection.applying(collection.measurements(sizes)).after
      measured = count
      let path = IndexPath(section: 0, item: 73_412)
      errors.append(
        try #require(collection.scrollTarget(for: path, at: .top, in: collection.state.main)).error)
    }
    // The heights deviate by 34 points: 73,412 of them by 34 · 73,412 / √m.
    for (error, expected) in zip(errors, [624_000.0, 156_000, 38_000]) {
      #expect(error > expected * 0.7 && error < expected * 1.5, "\(error)")
    }
  }
}
