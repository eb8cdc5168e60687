/// A solved section of a stacking layout: header, inset, body, inset, footer, one after the other.
struct StackedSection<Body: SectionBody>: Sendable {
  var body: Body
  /// The parts around the body.
  var edges: Shared<SectionEdges>

  /// - Parameter background: how far a background decoration keeps from the edges of the section's stretch; nil draws
  ///   none.
  init(header: Strip, insets: AxialInsets, body: Body, footer: Strip, background: AxialInsets? = nil) {
    self.body = body
    edges = Shared(SectionEdges(header: header, insets: insets, footer: footer, background: background))
  }

  var header: Strip { edges.value.header }
  var insets: AxialInsets { edges.value.insets }
  var footer: Strip { edges.value.footer }
  var background: AxialInsets? { edges.value.background }

  var stretch: SectionStretch { SectionStretch(edges: edges.value, bodyLength: body.length) }
  var bodyStart: Double { stretch.bodyStart }
  var length: Double { stretch.length }

  /// How far elements reach out of the section's stretch, before its start and beyond its end.
  var reach: (before: Double, after: Double) {
    stretch.reach(overhang: body.leadingOverhang, overlap: body.overlap)
  }

  /// A bound of how far elements reach across the scroll direction beyond the container.
  var sideReach: Double {
    let strips = max(header.insets.sides, footer.insets.sides, background?.sides ?? 0)
    // Insets move cells, and negative ones widen them.
    return 2 * (insets.sides + strips) + body.sideReach
  }
}

/// The parts of a section around its body.
struct SectionEdges: Equatable, Sendable {
  var header: Strip
  var insets: AxialInsets
  var footer: Strip
  /// How far a background decoration keeps from the edges of the section's stretch; nil draws none.
  var background: AxialInsets?

  /// Backgrounds stand behind cells.
  static var backgroundZIndex: Int { -1 }
}

extension AxialInsets {
  /// The magnitudes of both insets at the sides.
  fileprivate var sides: Double { abs(leading) + abs(trailing) }
}

extension StackedSection: Summarized {
  var totals: StackTotals {
    let reach = reach
    var totals = StackTotals(
      length: LengthSum(length), reach: reach, breadth: body.breadth,
      unplacedItemCount: body.unplacedItemCount)
    if body.rests != nil { totals.restingCount = 1 }
    if body.warning != nil { totals.warnings = true }
    totals.choosesColumns = body.choosesColumns
    totals.sideReach = sideReach
    totals.followsVisibleRect =
      header.exists && header.pins || footer.exists && footer.pins || body.followsVisibleRect
    return totals
  }
}

/// Sums and maxima over sections, as a tree adds them up: a layout knows the totals of all its sections without visiting
/// any of them, however one of them changes.
struct StackTotals: Summary {
  var length = LengthSum.zero
  /// How far elements of any section reach out of its stretch.
  var reach = (before: 0.0, after: 0.0)
  /// The breadth of the broadest body.
  var breadth = 0.0
  /// How far elements of any section reach across the scroll direction beyond the container, at most.
  var sideReach = 0.0
  /// Items that are not placed.
  var unplacedItemCount = 0
  /// Sections with resting positions of their own.
  var restingCount: UInt32 = 0
  /// Whether scrolling alone changes attributes.
  var followsVisibleRect = false
  /// Whether a body has a warning.
  var warnings = false
  /// Whether a body has chosen columns that items keep.
  var choosesColumns = false

  static let zero = StackTotals()

  static func + (a: StackTotals, b: StackTotals) -> StackTotals {
    StackTotals(
      length: a.length + b.length,
      reach: (max(a.reach.before, b.reach.before), max(a.reach.after, b.reach.after)),
      breadth: max(a.breadth, b.breadth), sideReach: max(a.sideReach, b.sideReach),
      unplacedItemCount: a.unplacedItemCount + b.unplacedItemCount,
      restingCount: a.restingCount + b.restingCount,
      followsVisibleRect: a.followsVisibleRect || b.followsVisibleRect, warnings: a.warnings || b.warnings,
      choosesColumns: a.choosesColumns || b.choosesColumns)
  }
}
