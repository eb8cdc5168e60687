@testable import Constraints

extension FuzzTarget {
  /// Reads bytes as a visual format, and solves a cell with its constraints.
  static let visualFormat = FuzzTarget(
    "visual-format", longestInput: 200, seeds: { formatSeeds.map([UInt8].init) }
  ) { (input) throws(Violation) in
    var decisions = Decisions(input)
    let options = VisualFormatOptions(rawValue: UInt32(decisions.below(1 << 13)))
    let text = decisions.rest().text
    let constraints: [LayoutConstraint]
    do throws(VisualFormatError) {
      constraints = try VisualFormat.constraints(text, options: options, in: formatContext)
    } catch {
      try promise(0...text.unicodeScalars.count ~= error.offset, "the error is at character \(error.offset)")
      try promise(!error.detail.isEmpty, "the error has no description")
      return
    }
    let template: Template
    do throws(TemplateError) {
      template = try Template(views: formatContext.views.map { TemplateView($0) }, constraints: constraints)
    } catch {
      return try promise(!error.detail.isEmpty, "the error has no description")
    }
    guard var solver = try? CellSolver(template, .width(320), workLimit: 300_000),
      let solution = try? solver.solve(template.prototypeMetrics)
    else { return }
    try solution.check()
  }

  private static let formatSeeds = [
    "\0\0H:|-[a]-8-[b(>=20@750,<=wide)]-gap-|", "\0\0V:|[a(==b)][b]-(>=0,<=8@low)-[c]|", "\0\0[a]-0-[b(a)]",
    "\0\u{8}|-(-5)-[a(1.5)]-.5-[b]", "\u{1}\0V:[c(b@999)]-(==gap@250)-[a]-|",
  ]

  private static let formatContext = VisualFormatContext(
    views: ["a", "b", "c"], metrics: ["gap": 12, "wide": 100, "low": 250, "far": 1e7])
}
