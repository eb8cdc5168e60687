import Flexbox
import Foundation
import Geometry
import Testing
import Text

/// The frames that Chromium gives the same trees.
@Suite struct BrowserAgreementTests {
  /// How far a coordinate may be from the browser's, which computes in steps of 1/64: in each step down the tree, some of
  /// its values are rounded.
  private static let tolerance = 1.0 / 64 + 1e-6

  @Test func `at least 995 of 1,000 boxes are where a browser puts them`() throws {
    let measurer = TextMeasurer(fonts: try FontLibrary())
    var counts: [String: (boxes: Int, agreeing: Int)] = [:]
    var hist = [Int](repeating: 0, count: 12)
    let log = ProcessInfo.processInfo.environment["FLEX_LOG"] != nil
    for sample in try BrowserCorpus().trees {
      let layout = try FlexLayout.solve(
        sample.tree, width: sample.width, height: sample.height, direction: sample.direction
      ) { node, width in try sample.texts[node]!.measure(measurer, width) }
      var differing: [String] = []
      for (node, expected) in sample.frames.enumerated() {
        guard let expected else { continue }
        let origin = sample.parents[node].map { layout.frames[$0].origin } ?? .zero
        let frame = layout.frames[node].moved(by: Point(x: -origin.x, y: -origin.y))
        counts[sample.theme, default: (0, 0)].boxes += 1
        let distance =
          [
            frame.x - expected.x, frame.y - expected.y, frame.width - expected.width,
            frame.height - expected.height,
          ].map(\.magnitude).max() ?? 0
        hist[min(11, Int(distance * 64 - 1e-6))] += 1
        if distance <= Self.tolerance {
          counts[sample.theme]?.agreeing += 1
        } else {
          differing.append("  node \(node): \(frame) not \(expected)")
        }
      }
      var tree = sample.tree
      tree.nodes[0].style.maxWidth = .auto
      tree.nodes[0].style.minWidth = .auto
      let widths = try FlexLayout.contentWidths(of: tree, direction: sample.direction) { node, width in
        try sample.texts[node]!.measure(measurer, width)
      }
      counts["widths", default: (0, 0)].boxes += 1
      if abs(widths.minimum - sample.widths[0]) <= 1.0 / 16
        && abs(widths.maximum - sample.widths[1]) <= 1.0 / 16
      {
        counts["widths", default: (0, 0)].agreeing += 1
      } else {
        differing.append("  node w: \(widths.minimum) \(widths.maximum) 0.0 0.0 not \(sample.widths) 0.0 0.0")
      }
      if log, !differing.isEmpty {
        print("#\(sample.number) \(sample.theme)")
        differing.forEach { print($0) }
      }
    }
    print("hist", hist)
    for (theme, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(theme): \(count.agreeing) of \(count.boxes)")
    }
    let total = counts.values.reduce((0, 0)) { ($0.0 + $1.boxes, $0.1 + $1.agreeing) }
    print("all: \(total.1) of \(total.0)")
    #expect(Double(total.1) >= 0.995 * Double(total.0))
  }
}
