public import Geometry

/// The properties of a box, named as in CSS. The defaults are those of CSS, except that `boxSizing` is `borderBox`.
///
/// Percentages of padding, margins, widths and horizontal insets refer to the width of the parent's content box, those of
/// heights and vertical insets to its height. For absolute boxes they refer to the parent's padding box. A percentage of
/// an unknown height is the same as `auto`, and 0 for gaps.
public struct FlexStyle: Hashable, Sendable {
  // The box as a container.
  /// The direction of the main axis; `row` by default.
  public var flexDirection = FlexDirection.row
  /// Whether items that do not fit start a new line; `nowrap` by default.
  public var flexWrap = FlexWrap.nowrap
  /// How items share the free space of a line along the main axis.
  public var justifyContent = FlexJustification.normal
  /// Where items stand across the line, unless their own `alignSelf` says otherwise.
  public var alignItems = FlexItemAlignment.normal
  /// How lines share the free space of the container across them.
  public var alignContent = FlexContentAlignment.normal
  /// Whether the positions above are `safe` or `unsafe`.
  public var justifyContentOverflow = FlexOverflowAlignment.normal
  /// Whether `alignItems` is `safe` or `unsafe`.
  public var alignItemsOverflow = FlexOverflowAlignment.normal
  /// Whether `alignContent` is `safe` or `unsafe`.
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
  /// The extent along the main axis before items grow or shrink; `auto` (the default) is the width or height.
  public var flexBasis = FlexBasis.auto
  /// Items are laid out by ascending `order`, and in the order of the tree where it is the same.
  public var order = 0

  // The size of the box.
  /// The width, in points or percent, at least 0; `auto` (the default) for the width that the layout finds.
  public var width = FlexLength.auto
  /// The width in place of an automatic one; nil (the default) for CSS's `auto`.
  public var widthKeyword: FlexWidthKeyword?
  /// The height, in points or percent, at least 0; `auto` (the default) for the height that the layout finds.
  public var height = FlexLength.auto
  /// The height in place of an automatic one; nil (the default) for CSS's `auto`.
  public var heightKeyword: FlexHeightKeyword?
  /// The least width, in points or percent, at least 0; `auto` (the default) for that of the content of an item.
  public var minWidth = FlexLength.auto
  /// The least height, in points or percent, at least 0; `auto` (the default) for that of the content of an item.
  public var minHeight = FlexLength.auto
  /// The largest width; `auto` (the default) for no limit.
  public var maxWidth = FlexLength.auto
  /// The largest height; `auto` (the default) for no limit.
  public var maxHeight = FlexLength.auto
  /// The width divided by the height, above 0; nil (the default) for none. For replaced boxes, nil is the natural ratio.
  public var aspectRatio: Double?
  /// The box that widths and heights refer to; `borderBox` by default.
  public var boxSizing = FlexBoxSizing.borderBox

  // The edges of the box.
  /// The padding at the top, in points or percent; at least 0.
  public var paddingTop = FlexLength.zero
  /// The padding at the right, in points or percent; at least 0.
  public var paddingRight = FlexLength.zero
  /// The padding at the bottom, in points or percent; at least 0.
  public var paddingBottom = FlexLength.zero
  /// The padding at the left, in points or percent; at least 0.
  public var paddingLeft = FlexLength.zero
  /// The margin at the top, in points or percent; `auto` takes a share of the free space.
  public var marginTop = FlexLength.zero
  /// The margin at the right, in points or percent; `auto` takes a share of the free space.
  public var marginRight = FlexLength.zero
  /// The margin at the bottom, in points or percent; `auto` takes a share of the free space.
  public var marginBottom = FlexLength.zero
  /// The margin at the left, in points or percent; `auto` takes a share of the free space.
  public var marginLeft = FlexLength.zero
  /// The width of the border, in points; at least 0.
  public var borderWidths = Insets.zero

  // The position of the box.
  /// Whether the box is part of the flow or absolute; `relative` by default.
  public var position = FlexPosition.relative
  /// The inset from the top edge, in points or percent; `auto` (the default) for none.
  public var top = FlexLength.auto
  /// The inset from the right edge, in points or percent; `auto` (the default) for none.
  public var right = FlexLength.auto
  /// The inset from the bottom edge, in points or percent; `auto` (the default) for none.
  public var bottom = FlexLength.auto
  /// The inset from the left edge, in points or percent; `auto` (the default) for none.
  public var left = FlexLength.auto

  // The sides where the direction of the box begins and ends; each that is not nil (the default) replaces the left or the
  // right one.
  /// The padding where the direction begins, in points or percent; at least 0.
  public var paddingInlineStart: FlexLength?
  /// The padding where the direction ends, in points or percent; at least 0.
  public var paddingInlineEnd: FlexLength?
  /// The margin where the direction begins, in points or percent.
  public var marginInlineStart: FlexLength?
  /// The margin where the direction ends, in points or percent.
  public var marginInlineEnd: FlexLength?
  /// The inset from the side where the direction begins, in points or percent.
  public var insetInlineStart: FlexLength?
  /// The inset from the side where the direction ends, in points or percent.
  public var insetInlineEnd: FlexLength?
  /// In points; at least 0.
  public var borderInlineStartWidth: Double?
  /// In points; at least 0.
  public var borderInlineEndWidth: Double?

  /// How the box takes part in the layout; `flex` by default.
  public var display = FlexDisplay.flex
  /// Whether contents may reach out of the box: if not, it may be smaller than they are. `visible` by default.
  public var overflow = FlexOverflow.visible
  /// Whether the box is seen, hidden, or collapsed; `visible` by default.
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
