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
public enum FlexJustification: String, Sendable, Hashable, CaseIterable, FlexAlignment {
  /// `normal` and `stretch` are the same as `flexStart`.
  case normal, stretch
  case flexStart, flexEnd, center, start, end, left, right
  case spaceBetween, spaceAround, spaceEvenly

  public static let positions: [Self] = [.flexStart, .flexEnd, .center, .start, .end, .left, .right]
}

/// What an alignment does where a box or a line is larger than the space that it is aligned in.
public enum FlexOverflowAlignment: Sendable, Hashable {
  /// As `unsafe`, but an absolute box stays in its container as far as it can.
  case normal
  /// It aligns to the start instead, so that nothing reaches beyond that edge.
  case safe
  /// It aligns as always.
  case unsafe
}

/// An alignment that `safe` and `unsafe` may precede where it is a position.
public protocol FlexAlignment: RawRepresentable<String>, CaseIterable, Equatable {
  /// The positions among the keywords.
  static var positions: [Self] { get }
}

/// How the free space of the cross axis is distributed among lines: `align-content`.
public enum FlexContentAlignment: String, Sendable, Hashable, CaseIterable, FlexAlignment {
  /// `normal` is the same as `stretch`.
  case normal, stretch
  case flexStart, flexEnd, center, start, end
  case spaceBetween, spaceAround, spaceEvenly

  public static let positions: [Self] = [.flexStart, .flexEnd, .center, .start, .end]
}

/// The position of an item in the cross axis of its line: `align-items` and `align-self`.
public enum FlexItemAlignment: String, Sendable, Hashable, CaseIterable, FlexAlignment {
  /// `normal` is the same as `stretch`, except for absolute boxes.
  case normal, stretch
  case flexStart, flexEnd, center, start, end
  /// The edge where the direction of the item itself begins or ends.
  case selfStart, selfEnd
  case baseline, lastBaseline

  public static let positions: [Self] = [.flexStart, .flexEnd, .center, .start, .end, .selfStart, .selfEnd]
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

/// Whether a box is shown: `visibility`.
public enum FlexVisibility: String, Sendable, Hashable, CaseIterable {
  case visible
  /// The box and its descendants take no room along the main axis, and their frames are zero, but a line is as large across
  /// as with the box. An absolute box does not exist, and for the root it has no effect.
  case collapse
}

/// Whether widths and heights include the padding and the border: `box-sizing`.
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

/// A height that follows from the contents of a box or from its container: a keyword of `height`.
///
/// As in CSS, the first three are the height of the contents; unlike `auto`, they do not stretch.
public enum FlexHeightKeyword: String, Sendable, Hashable, CaseIterable {
  case minContent, maxContent, fitContent
  /// The height of the container; `auto` while that is unknown.
  case stretch
}

/// Whether contents may exceed a box: `overflow`. It decides the automatic minimum size of items.
public enum FlexOverflow: String, Sendable, Hashable, CaseIterable {
  case visible, hidden
}

/// The direction of the inline axis: `direction`.
public enum FlexInlineDirection: String, Sendable, Hashable, CaseIterable {
  case ltr, rtl
}
