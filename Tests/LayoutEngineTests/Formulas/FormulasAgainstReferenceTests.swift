import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Formulas against the obvious solver")
struct FormulasAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<4).map { UInt64($0) * 9_000_011 + 7 })

  @Test(
    "random collections are laid out as the obvious solver lays them out",
    arguments: RandomFormula.allCases, seeds)
  func agreement(formula: RandomFormula, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<30 {
      let layout = formula.layout(&random)
      let sample = Sample.random(&random, metrics: formula.metrics)
      let solved = try layout.prepare(sample.sectionList, in: sample.container)
      let reference = ReferenceFormulas(kind: layout, container: sample.container)
      let complaint =
        [nil, sample.visible].lazy.compactMap { visible in
          reference.solve(sample.sections, visible: visible)
            .difference(from: solved, visible: visible, scale: sample.container.scale)
        }.first
        ?? Properties(solved: solved, sample: sample, keepsCellsInside: true).violation()
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(layout)\n\(sample)")
        return
      }
    }
  }
}
