import Flexbox
import Foundation
import Geometry
import Testing

/// The work of a layout, counted.
@Suite struct LinearityTests {
  /// The containers of a chain, by level.
  static let chains: [(name: String, style: @Sendable (Int) -> FlexStyle)] = [
    ("rows", { _ in .with { _ in } }),
    ("wrapping rows", { _ in .with { $0.flexWrap = .wrap } }),
    ("columns", { _ in .with { $0.flexDirection = .column } }),
    ("wrapping columns", { _ in .with { ($0.flexDirection, $0.flexWrap) = (.column, .wrap) } }),
    ("rows and columns", { level in .with { $0.flexDirection = level.isMultiple(of: 2) ? .row : .column } }),
    (
      "wrapping rows and columns",
      { level in .with { ($0.flexDirection, $0.flexWrap) = (level.isMultiple(of: 2) ? .row : .column, .wrap) }
      }
    ),
    ("baselines", { _ in .with { ($0.alignItems, $0.flexWrap) = (.baseline, .wrap) } }),
    (
      "growing", { _ in .with { ($0.flexGrow, $0.paddingTop, $0.paddingLeft) = (1, .points(1), .points(1)) } }
    ),
    (
      "percentages",
      { level in
        .with { ($0.height, $0.flexDirection) = (.percent(90), level.isMultiple(of: 3) ? .column : .row) }
      }
    ),
    (
      "ratios",
      { level in .with { ($0.aspectRatio, $0.flexDirection) = (2, level.isMultiple(of: 2) ? .column : .row) }
      }
    ),
    (
      "absolute boxes",
      { level in
        .with { ($0.position, $0.flexWrap) = (level.isMultiple(of: 2) ? .absolute : .relative, .wrap) }
      }
    ),
  ]

  @Test(arguments: chains.indices, [nil, 300.0])
  func `a hundred nested containers take twice as much work as fifty`(chain: Int, width: Double?) {
    let (name, style) = Self.chains[chain]
    let works = [50, 100].map { depth in
      FlexLayout.solve(.chain(depth: depth, style), width: width, measure: FlexMeasurement.words).work
    }
    // A box with an aspect ratio is laid out at more sizes the deeper it is, up to a limit.
    let factor = name == "ratios" ? 2.5 : 2.1
    for count in [\FlexWork.layouts, \.contentWidths, \.measurements] {
      #expect(
        Double(works[1][keyPath: count]) <= factor * Double(works[0][keyPath: count]) + 10,
        "\(name): \(works)")
    }
    if name != "ratios" {
      #expect(works[1].layouts <= 600 && works[1].contentWidths <= 600, "\(name): \(works)")
    }
  }

  @Test func `random trees of a thousand boxes need few layouts of each box`() {
    for seed in 1...8 {
      var random = RandomTree(seed: UInt64(seed))
      let tree = random.tree(count: 1000, depth: 100)
      let work = FlexLayout.solve(tree, width: 400, height: 800, measure: FlexMeasurement.words).work
      #expect(work.layouts <= 5000 && work.contentWidths <= 5000, "seed \(seed): \(work)")
    }
  }

  @Test func `chains that ask for more sizes at each level are laid out at a limited number of them`() {
    // Each level of these doubles the sizes of the next one.
    let ratios = FlexTree.chain(depth: 100) { level in
      .with { style in
        style.flexDirection = level.isMultiple(of: 2) ? .row : .columnReverse
        style.aspectRatio = level.isMultiple(of: 2) ? 7.0 / 3 : 2.0 / 3
        style.alignItems = level.isMultiple(of: 2) ? .baseline : .normal
        style.flexWrap = level.isMultiple(of: 2) ? .nowrap : .wrap
        if !level.isMultiple(of: 2) { style.minHeight = .percent(95) }
      }
    }
    let work = FlexLayout.solve(ratios, width: 300, measure: FlexMeasurement.words).work
    #expect(work.layouts <= 32 * ratios.nodes.count, "\(work)")
  }

  @Test func `a hundred levels fit into a stack of four megabytes`() {
    let finished = Finished()
    let thread = Thread {
      for (_, style) in Self.chains {
        let tree = FlexTree.chain(depth: 100, style)
        _ = FlexLayout.solve(tree, width: 300, measure: FlexMeasurement.words)
      }
      finished.signal.signal()
    }
    thread.stackSize = 4 << 20
    thread.start()
    finished.signal.wait()
  }

  private final class Finished: Sendable {
    let signal = DispatchSemaphore(value: 0)
  }
}
