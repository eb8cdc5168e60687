import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Compositional against the obvious solver")
struct CompositionalAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 7_000_003 + 11 })

  @Test("random definitions are laid out as the obvious solver lays them out", arguments: seeds)
  func agreement(seed: UInt64) {
    for round in 0..<90 {
      let sample = CompositionalSample(seed: seed &+ UInt64(round) &* 1_000_003)
      guard let solved = try? sample.solve() else { continue }
      let difference = sample.reference().difference(
        from: solved, visible: sample.sample.visible, scale: sample.sample.container.scale)
      let complaint = difference ?? Properties(solved: solved, sample: sample.sample).violation()
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(sample.layout)\n\(sample.sample)")
        return
      }
    }
  }
}
