public import Geometry

/// The properties of a box, named as in CSS. The defaults are those of CSS, except that `boxSizing` is `borderBox`.
///
/// Percentages of padding, margins, widths and horizontal insets refer to the width of the parent's content box, those of
/// heights and vertical insets to its height. For absolute boxes they refer to the parent's padding box. A percentage of
/// an unknown height is the same as `auto`, and 0 for gaps.
public struct FlexStyle: Hashable, Sendable {
  // The box as a container.
  public var flexDirection = FlexDirection.row
  public var flexWrap = FlexWrap.nowrap
  public var justifyContent = FlexJustification.normal
  public var alignItems = FlexItemAlignment.normal
  public var alignContent = FlexContentAlignment.normal
  /// Whether the positions above are `safe` or `unsafe`.
  public var justifyContentOverflow = FlexOverflowAlignment.normal
  public var alignItemsOverflow = FlexOverflowAlignment.normal
  public var alignContentOverflow = FlexOverflowAlignment.normal
  /// The space between rows. `auto` is 0.
  public var rowGap = FlexLength.zero
  /// The space between columns. `auto` is 0.
  public var columnGap = FlexLength.zero
  /// The direction of the inline axis; nil (the default) is the parent's.
  public var direction: FlexInlineDirection?

  // The box as an item.
  /// The alignment of the item; nil (the default, `auto`) is the parent's `alignItems`.
  public var alignSelf: FlexItemAlignment?
  /// Whether the position that `alignSelf` names is `safe` or `unsafe`.
  public var alignSelfOverflow = FlexOverflowAlignment.normal
  /// The share of positive free space; at least 0.
  public var flexGrow = 0.0
  /// The share of negative free space, times the base size; at least 0.
  public var flexShrink = 1.0
  public var flexBasis = FlexBasis.auto
  /// Items are laid out by ascending `order`, and in the order of the tree where it is the same.
  public var order = 0

  // The size of the box.
  public var width = FlexLength.auto
  /// The width in place of an automatic one; nil (the default) for CSS's `auto`.
  public var widthKeyword: FlexWidthKeyword?
  public var height = FlexLength.auto
  /// The height in place of an automatic one; nil (the default) for CSS's `auto`.
  public var heightKeyword: FlexHeightKeyword?
  public var minWidth = FlexLength.auto
  public var minHeight = FlexLength.auto
  /// The largest width; `auto` (the default) for no limit.
  public var maxWidth = FlexLength.auto
  /// The largest height; `auto` (the default) for no limit.
  public var maxHeight = FlexLength.auto
  /// The width divided by the height, above 0; nil (the default) for none. For replaced boxes, nil is the natural ratio.
  public var aspectRatio: Double?
  public var boxSizing = FlexBoxSizing.borderBox

  // The edges of the box.
  public var paddingTop = FlexLength.zero
  public var paddingRight = FlexLength.zero
  public var paddingBottom = FlexLength.zero
  public var paddingLeft = FlexLength.zero
  public var marginTop = FlexLength.zero
  public var marginRight = FlexLength.zero
  public var marginBottom = FlexLength.zero
  public var marginLeft = FlexLength.zero
  /// The width of the border, in points; at least 0.
  public var borderWidths = Insets.zero

  // The position of the box.
  public var position = FlexPosition.relative
  public var top = FlexLength.auto
  public var right = FlexLength.auto
  public var bottom = FlexLength.auto
  public var left = FlexLength.auto

  // The sides where the direction of the box begins and ends; each that is not nil (the default) replaces the left or the
  // right one.
  public var paddingInlineStart: FlexLength?
  public var paddingInlineEnd: FlexLength?
  public var marginInlineStart: FlexLength?
  public var marginInlineEnd: FlexLength?
  public var insetInlineStart: FlexLength?
  public var insetInlineEnd: FlexLength?
  /// In points; at least 0.
  public var borderInlineStartWidth: Double?
  /// In points; at least 0.
  public var borderInlineEndWidth: Double?

  public var display = FlexDisplay.flex
  public var overflow = FlexOverflow.visible
  public var visibility = FlexVisibility.visible

  /// A style with the default of every property.
  public init() {}

  /// Returns the widths of the border, in points, where its start and end are the sides that a direction makes of them.
  ///
  /// - Complexity: O(1).
  public func borderWidths(in direction: FlexInlineDirection) -> Insets {
    var widths = borderWidths
    let (start, end) = (borderInlineStartWidth, borderInlineEndWidth)
    let (left, right) = direction == .rtl ? (end, start) : (start, end)
    if let left { widths.left = left }
    if let right { widths.right = right }
    return widths
  }
}
