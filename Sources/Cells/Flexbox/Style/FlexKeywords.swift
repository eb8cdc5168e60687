/// The main axis of a container and its direction: `flex-direction`.
public enum FlexDirection: String, Sendable, Hashable, CaseIterable {
  case row, rowReverse, column, columnReverse

  var isColumn: Bool { self == .column || self == .columnReverse }
  var isReversed: Bool { self == .rowReverse || self == .columnReverse }
}

/// Whether the items of a container break into several lines: `flex-wrap`.
public enum FlexWrap: String, Sendable, Hashable, CaseIterable {
  case nowrap, wrap
  /// The first line is at the end of the cross axis.
  case wrapReverse
}

/// How the free space of the main axis is distributed: `justify-content`.
public enum FlexJustification: String, Sendable, Hashable, CaseIterable {
  /// `normal` and `stretch` are the same as `flexStart`.
  case normal, stretch
  case flexStart, flexEnd, center, start, end, left, right
  case spaceBetween, spaceAround, spaceEvenly
}

/// How the free space of the cross axis is distributed among lines: `align-content`.
public enum FlexContentAlignment: String, Sendable, Hashable, CaseIterable {
  /// `normal` is the same as `stretch`.
  case normal, stretch
  case flexStart, flexEnd, center, start, end
  case spaceBetween, spaceAround, spaceEvenly
}

/// The position of an item in the cross axis of its line: `align-items` and `align-self`.
public enum FlexItemAlignment: String, Sendable, Hashable, CaseIterable {
  /// `normal` is the same as `stretch`, except for absolute boxes.
  case normal, stretch
  case flexStart, flexEnd, center, start, end
  case baseline, lastBaseline
}

/// Whether a box takes part in the flow of its parent: `position`.
public enum FlexPosition: String, Sendable, Hashable, CaseIterable {
  /// The box is an item; its insets move it without an effect on other boxes.
  case relative
  /// The box is placed in its parent by its insets, and the items ignore it.
  case absolute
}

/// Whether a box exists: `display`.
public enum FlexDisplay: String, Sendable, Hashable, CaseIterable {
  case flex
  /// Neither the box nor its descendants exist. Their frames are zero.
  case none
}

/// Whether widths and heights include the padding: `box-sizing`.
public enum FlexBoxSizing: String, Sendable, Hashable, CaseIterable {
  case borderBox, contentBox
}

/// A width that follows from the contents of a box or from its container: a keyword of `width`.
public enum FlexWidthKeyword: String, Sendable, Hashable, CaseIterable {
  /// The least width without contents that exceed it needlessly.
  case minContent
  /// The width at which nothing wraps.
  case maxContent
  /// The width of the contents, at most that of the container, and at least `minContent`.
  case fitContent
  /// The width of the container.
  case stretch
  /// The least width in which measured contents have as many lines as in the width of the container, which CSS cannot say.
  /// Boxes with other contents have `fitContent`.
  case shrinkWrap
}

/// Whether contents may exceed a box: `overflow`. It decides the automatic minimum size of items.
public enum FlexOverflow: String, Sendable, Hashable, CaseIterable {
  case visible, hidden
}

/// The direction of the inline axis: `direction`.
public enum FlexInlineDirection: String, Sendable, Hashable, CaseIterable {
  case ltr, rtl
}
