/// A solved section of a stacking layout: header, inset, body, inset, footer, one after the other.
struct StackedSection<Body: SectionBody>: Sendable {
  var header: Strip
  var insets: AxialInsets
  var body: Body
  var footer: Strip

  var bodyStart: Double { header.length + insets.before }
  var footerStart: Double { bodyStart + body.length + insets.after }
  var length: Double { footerStart + footer.length }
}

extension StackedSection: Summarized {
  var totals: StackTotals { StackTotals(length: length) }
}

/// Lengths of sections, as a tree adds them up.
struct StackTotals: Summary {
  var length: Double

  static let zero = StackTotals(length: 0)

  static func + (a: StackTotals, b: StackTotals) -> StackTotals {
    StackTotals(length: a.length + b.length)
  }
}
