internal import Geometry

/// An item of a container while the container is laid out. Main sizes are without padding and border, cross sizes with them.
struct FlexItem {
  let node: Int
  let grow: Double
  let shrink: Double
  let alignment: FlexItemAlignment
  /// Whether an item that is larger than its line begins at the start of the line.
  let isSafe: Bool
  /// Whether the item fills the cross size of its line.
  let stretches: Bool
  /// Whether only the cross size of the item counts.
  let isCollapsed: Bool
  /// The margins, where `auto` is 0.
  let margins: Insets
  let mainMargins: Double
  let crossMargins: Double
  /// The number of margins of the main axis that are `auto`.
  let automaticMargins: Int
  /// The padding and the border of the main axis.
  let mainPadding: Double

  /// The flex base size.
  var base = 0.0
  /// The limits of the main size.
  var limits = Limits()
  /// The base size within the limits.
  var hypothetical = 0.0
  /// Whether the base size is that of the contents.
  var isContentBased = false
  /// Whether the contents of the item must not rely on its height.
  var hidesHeight = false
  /// The cross size that an item of a wrapping column has while the width of the column is computed.
  var crossContribution: Double?

  /// The main size after growing and shrinking.
  var target = 0.0
  /// How far a limit has moved the main size, in the last round of growing or shrinking.
  var violation = 0.0
  var isFrozen = false
  var crossSize = 0.0
  /// The index of the layout; nil until the item is laid out.
  var layout: Int?

  /// The main size of the border box after growing and shrinking.
  var mainSize: Double { target + mainPadding }
  /// The margin box before growing and shrinking.
  var outerHypothetical: Double { hypothetical + mainPadding + mainMargins }
  /// The margin box of the base size.
  var outerBase: Double { base + mainPadding + mainMargins }
}

/// A line of items.
struct FlexLine {
  /// Indices into the items of the container.
  var items: Range<Int>
  /// The sum of the base sizes of the items, with margins and gaps.
  var baseSize = 0.0
  /// The sum of the base sizes within their limits, with margins and gaps.
  var hypotheticalSize = 0.0
  /// The space of the main axis that the items leave; negative if they exceed it.
  var freeSpace = 0.0
  var automaticMargins = 0
  /// The least cross size, which collapsed items leave.
  var strut = 0.0
  var crossSize = 0.0
  /// The offset of the line in the border box.
  var crossOffset = 0.0
  /// The distance of the shared baseline from the start of the line, for items that align there; nil without such items.
  var startBaseline: Double?
  /// The distance of the shared baseline from the end of the line, for items that align there.
  var endBaseline: Double?
}
