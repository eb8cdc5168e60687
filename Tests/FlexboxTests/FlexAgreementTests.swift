import Flexbox
import Foundation
import Geometry
import Testing
import Text

/// The frames that Chromium gives the same trees; `Fixtures/README.md` describes the trees and the tolerance.
@Suite struct FlexAgreementTests {
  /// The step that a browser computes in, in points.
  private static let step = 1.0 / 64

  /// How a frame compares with that of the browser.
  private enum Comparison: String, CaseIterable {
    /// Each edge and extent is within one step.
    case same
    /// Within one step for each box of the tree, and an eighth of a point: a browser rounds each of the lengths that an
    /// offset or an extent is the sum of.
    case rounded
    /// Farther away, in a tree with text.
    case text
    case different

    init(_ distance: Double, boxes: Int, hasText: Bool) {
      let epsilon = 1e-6
      if distance <= step + epsilon {
        self = .same
      } else if distance <= step * Double(min(boxes, 8)) + epsilon {
        self = .rounded
      } else {
        self = hasText ? .text : .different
      }
    }
  }

  @Test func `at least 995 of 1,000 boxes are where a browser puts them`() throws {
    let measurer = TextMeasurer(fonts: try FontLibrary())
    var counts: [String: [Comparison: Int]] = [:]
    for sample in try BrowserCorpus().trees {
      let layout = try sample.solve(measurer)
      for (node, expected) in sample.frames.enumerated() {
        guard let expected else {
          #expect(layout.frames[node] == .zero, "tree \(sample.number), node \(node)")
          continue
        }
        let frame = sample.frame(of: node, in: layout)
        let comparison = Comparison(
          frame.distance(to: expected), boxes: sample.frames.count, hasText: !sample.texts.isEmpty)
        counts[sample.theme, default: [:]][comparison, default: 0] += 1
        if comparison != .same, comparison != .rounded {
          print("tree \(sample.number) (\(sample.theme)), node \(node): \(frame), not \(expected)")
        }
      }
    }
    expectAgreement(counts)
  }

  private func expectAgreement(_ counts: [String: [Comparison: Int]]) {
    var total: [Comparison: Int] = [:]
    for (theme, own) in counts.sorted(by: { $0.key < $1.key }) {
      print(summary(theme, own))
      total.merge(own, uniquingKeysWith: +)
    }
    print(summary("all", total))
    let boxes = Double(total.values.reduce(0, +))
    let same = Double(total[.same] ?? 0)
    #expect(boxes >= 12_000)
    #expect(same >= 0.98 * boxes)
    #expect(same + Double(total[.rounded] ?? 0) >= 0.995 * boxes)
  }

  private func summary(_ theme: String, _ counts: [Comparison: Int]) -> String {
    "\(theme): " + Comparison.allCases.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
  }

  @Test func `the content widths of all trees are those of a browser`() throws {
    let measurer = TextMeasurer(fonts: try FontLibrary())
    var differing = 0
    let trees = try BrowserCorpus().trees
    for sample in trees {
      let widths = try sample.contentWidths(measurer)
      let tolerance = Self.step * Double(sample.tree.nodes.count)
      let distance = max(
        abs(widths.minimum - sample.widths[0]), abs(widths.maximum - sample.widths[1]))
      if distance > tolerance {
        differing += 1
        print("tree \(sample.number) (\(sample.theme)): \(widths), not \(sample.widths)")
      }
    }
    #expect(differing <= trees.count / 1000)
  }
}

extension BrowserCorpus.Tree {
  func solve(_ measurer: TextMeasurer) throws -> FlexLayout {
    try FlexLayout.solve(tree, width: width, height: height, direction: direction) { node, width in
      try texts[node].map { try $0.measure(measurer, width) } ?? FlexMeasurement(size: .zero)
    }
  }

  func contentWidths(_ measurer: TextMeasurer) throws -> FlexContentWidths {
    var tree = tree
    tree.nodes[0].style.maxWidth = .auto
    return try FlexLayout.contentWidths(of: tree, direction: direction) { node, width in
      try texts[node].map { try $0.measure(measurer, width) } ?? FlexMeasurement(size: .zero)
    }
  }

  /// The frame of a node relative to its parent.
  func frame(of node: Int, in layout: FlexLayout) -> Rect {
    guard let parent = parents[node] else { return layout.frames[node] }
    let origin = layout.frames[parent].origin
    return layout.frames[node].moved(by: Point(x: -origin.x, y: -origin.y))
  }
}

extension Rect {
  /// The largest difference of an edge or an extent.
  func distance(to other: Rect) -> Double {
    max(abs(x - other.x), abs(y - other.y), abs(width - other.width), abs(height - other.height))
  }
}
