@testable import API
@testable import CollectionModel
@testable import Collections
@testable import LayoutEngine
@testable import Wire

extension FuzzTarget {
  /// Lays out a collection that bytes describe, and encodes the response in a format that they choose.
  static let layouts = FuzzTarget("layouts", longestInput: 1500, seeds: { decisionSeeds }) {
    (input) throws(Violation) in
    var generator = RequestGenerator(Decisions(input))
    let format = generator.decisions.pick(ResponseFormat.allCases)
    let body = generator.collection(of: .layout)
    let measurer = ContentMeasurer(cells: FuzzedService.shared.cells)
    let solver = LayoutSolver(limits: FuzzedService.limits, answerLimit: 4 << 20, measurer: measurer)
    let solved: LayoutSolver.Solved
    do throws(Problem) {
      solved = try solver.solve(Array(body.utf8))
    } catch {
      return try error.check(body)
    }
    let collection = solved.collection
    let rect = Rect(x: 20, y: Double(generator.decisions.below(400)), width: 200, height: 300)
    do throws(Violation) {
      try collection.layout.check(
        collection.sections(of: collection.solvedViewport(of: collection.state.main)),
        visible: collection.state.bounds, rect: rect)
    } catch {
      throw Violation("\(error), for \(body)")
    }
    do throws(Problem) {
      let bytes = try solved.bytes(as: format).withUnsafeBytes { Array($0) }
      FuzzedService.record(bytes, as: format, from: "/v1/layouts")
    } catch {
      try error.check(body)
    }
  }

  /// Random decisions, which describe collections of all kinds.
  static var decisionSeeds: [[UInt8]] { (0..<200).map { Decisions.randomBytes(seed: $0, count: 500) } }
}

extension Problem {
  /// Checks the reason why a generated request is refused.
  func check(_ body: String) throws(Violation) {
    try promise(code != .internalError, "\(detail) \(cause ?? "") for \(body)")
    try promise(!detail.isEmpty, "a request is refused without a reason: \(body)")
  }
}
