import Constraints
import Flexbox
import JSON
import LayoutEngine
import Wire

/// Decodes the properties of flex containers and of their items: those of CSS, in camel case.
extension DecodingContext {
  /// The members of a flex container, in addition to those of its place.
  static let flexContainerMembers = [
    "children", "direction", "flexDirection", "flexWrap", "justifyContent", "alignItems", "alignContent",
    "gap", "rowGap", "columnGap",
  ]

  /// The members that set the size of a box and the space in it.
  static let flexBoxMembers = [
    "width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight", "boxSizing", "overflow", "padding",
    "paddingBlock", "paddingInline", "paddingInlineStart", "paddingInlineEnd", "paddingTop", "paddingRight",
    "paddingBottom", "paddingLeft", "borderWidth", "borderTopWidth", "borderRightWidth", "borderBottomWidth",
    "borderLeftWidth", "borderInlineStartWidth", "borderInlineEndWidth",
  ]

  /// The members of an item of a flex container.
  static let flexItemMembers =
    flexBoxMembers + [
      "name", "alignSelf", "flex", "flexGrow", "flexShrink", "flexBasis", "order", "visibility", "margin",
      "marginBlock", "marginInline", "marginInlineStart", "marginInlineEnd", "marginTop", "marginRight",
      "marginBottom", "marginLeft", "position", "top", "right", "bottom", "left", "insetInlineStart",
      "insetInlineEnd",
    ]

  /// The largest factor by which items grow or shrink, and the largest percentage.
  static let factorLimit = 1e6

  /// Reads one member of a flex container or an item; returns whether it is one.
  func takeFlex(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    takeFlexContainer(member, value, into: &style) || takeFlexItem(member, value, into: &style)
      || takeFlexBox(member, value, into: &style) || takeFlexEdges(member, value, into: &style)
      || takeFlexBorder(member, value, into: &style)
  }

  private func takeFlexContainer(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    switch member {
    case "direction": style.direction = name(value, of: FlexInlineDirection.self)
    case "flexDirection": set(&style.flexDirection, name(value, of: FlexDirection.self))
    case "flexWrap": set(&style.flexWrap, name(value, of: FlexWrap.self))
    case "justifyContent": take(value, into: &style.justifyContent, &style.justifyContentOverflow)
    case "alignItems": take(value, into: &style.alignItems, &style.alignItemsOverflow)
    case "alignContent": take(value, into: &style.alignContent, &style.alignContentOverflow)
    case "gap":
      if let gap = space(value, parts: ["rowGap", "columnGap"]) {
        (style.rowGap, style.columnGap) = (gap, gap)
      }
    case "rowGap": set(&style.rowGap, space(value))
    case "columnGap": set(&style.columnGap, space(value))
    default: return false
    }
    return true
  }

  private func takeFlexItem(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    switch member {
    case "alignSelf":
      var alignment = FlexItemAlignment.normal
      take(value, into: &alignment, &style.alignSelfOverflow)
      style.alignSelf = alignment
    case "visibility": set(&style.visibility, name(value, of: FlexVisibility.self))
    case "flex":
      // As in CSS: `flex: 2` takes its share of all the space, and may shrink.
      if let grow = number(value, in: 0...Self.factorLimit) {
        (style.flexGrow, style.flexShrink, style.flexBasis) = (grow, 1, .percent(0))
      }
    case "flexGrow": set(&style.flexGrow, number(value, in: 0...Self.factorLimit))
    case "flexShrink": set(&style.flexShrink, number(value, in: 0...Self.factorLimit))
    case "flexBasis": set(&style.flexBasis, basis(value))
    case "order": set(&style.order, integer(value, in: -1_000_000...1_000_000))
    case "position": set(&style.position, name(value, of: FlexPosition.self))
    case "top": set(&style.top, flexLength(value, isSigned: true, allowsAuto: true))
    case "right": set(&style.right, flexLength(value, isSigned: true, allowsAuto: true))
    case "bottom": set(&style.bottom, flexLength(value, isSigned: true, allowsAuto: true))
    case "left": set(&style.left, flexLength(value, isSigned: true, allowsAuto: true))
    case "insetInlineStart": style.insetInlineStart = flexLength(value, isSigned: true, allowsAuto: true)
    case "insetInlineEnd": style.insetInlineEnd = flexLength(value, isSigned: true, allowsAuto: true)
    default: return false
    }
    return true
  }

  private func takeFlexBox(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    switch member {
    case "width": takeWidth(value, into: &style)
    case "height": takeHeight(value, into: &style)
    case "minWidth": set(&style.minWidth, flexLength(value, allowsAuto: true))
    case "minHeight": set(&style.minHeight, flexLength(value, allowsAuto: true))
    case "maxWidth": set(&style.maxWidth, flexLength(value, allowsAuto: true, noLimit: "none"))
    case "maxHeight": set(&style.maxHeight, flexLength(value, allowsAuto: true, noLimit: "none"))
    case "aspectRatio": style.aspectRatio = number(value, in: TemplateLimits.factors)
    case "boxSizing": set(&style.boxSizing, name(value, of: FlexBoxSizing.self))
    case "overflow": set(&style.overflow, name(value, of: FlexOverflow.self))
    default: return false
    }
    return true
  }

  /// Reads an alignment, and the `safe` or `unsafe` before it.
  private func take<Alignment: FlexAlignment>(
    _ value: JSONValue, into alignment: inout Alignment, _ overflow: inout FlexOverflowAlignment
  ) {
    guard let read = name(value, of: AlignmentName<Alignment>.self) else { return }
    (alignment, overflow) = (read.alignment, read.overflow)
  }

  private func takeFlexEdges(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    let isMargin = member.hasPrefix("margin")
    guard isMargin || member.hasPrefix("padding") else { return false }
    let edge = member.dropFirst(isMargin ? 6 : 7)
    let parts = edge.isEmpty ? ["Top", "Right", "Bottom", "Left"].map { member + $0 } : []
    let length =
      isMargin
      ? flexLength(value, isSigned: true, allowsAuto: true, parts: parts) : space(value, parts: parts)
    guard let length else { return true }
    switch edge {
    case "": style.setEdges(isMargin, top: length, right: length, bottom: length, left: length)
    case "Block": style.setEdges(isMargin, top: length, bottom: length)
    case "Inline": style.setEdges(isMargin, right: length, left: length)
    case "InlineStart":
      if isMargin { style.marginInlineStart = length } else { style.paddingInlineStart = length }
    case "InlineEnd": if isMargin { style.marginInlineEnd = length } else { style.paddingInlineEnd = length }
    case "Top": style.setEdges(isMargin, top: length)
    case "Right": style.setEdges(isMargin, right: length)
    case "Bottom": style.setEdges(isMargin, bottom: length)
    case "Left": style.setEdges(isMargin, left: length)
    default: return false
    }
    return true
  }

  private func takeFlexBorder(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    guard member.hasPrefix("border") else { return false }
    guard let width = points(value, in: 0...TemplateLimits.length) else { return true }
    switch member.dropFirst(6) {
    case "Width": style.borderWidths = Insets(top: width, left: width, bottom: width, right: width)
    case "TopWidth": style.borderWidths.top = width
    case "RightWidth": style.borderWidths.right = width
    case "BottomWidth": style.borderWidths.bottom = width
    case "LeftWidth": style.borderWidths.left = width
    case "InlineStartWidth": style.borderInlineStartWidth = width
    case "InlineEndWidth": style.borderInlineEndWidth = width
    default: return false
    }
    return true
  }
}

/// The name of an alignment in JSON: that of the keyword, or of a position after `safe` or `unsafe`, as in `safeCenter`.
private struct AlignmentName<Alignment: FlexAlignment>: RawRepresentable, CaseIterable {
  let alignment: Alignment
  let overflow: FlexOverflowAlignment

  static var allCases: [Self] {
    Alignment.allCases.map { Self(alignment: $0, overflow: .normal) }
      + [FlexOverflowAlignment.safe, .unsafe].flatMap { overflow in
        Alignment.positions.map { Self(alignment: $0, overflow: overflow) }
      }
  }

  var rawValue: String {
    let name = alignment.rawValue
    let capitalized = name.prefix(1).uppercased() + name.dropFirst()
    return switch overflow {
    case .normal: name
    case .safe: "safe" + capitalized
    case .unsafe: "unsafe" + capitalized
    }
  }

  private init(alignment: Alignment, overflow: FlexOverflowAlignment) {
    (self.alignment, self.overflow) = (alignment, overflow)
  }

  init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }
}

extension FlexStyle {
  /// Sets some edges of the margin, or of the padding.
  fileprivate mutating func setEdges(
    _ isMargin: Bool, top: FlexLength? = nil, right: FlexLength? = nil, bottom: FlexLength? = nil,
    left: FlexLength? = nil
  ) {
    if isMargin {
      if let top { marginTop = top }
      if let right { marginRight = right }
      if let bottom { marginBottom = bottom }
      if let left { marginLeft = left }
    } else {
      if let top { paddingTop = top }
      if let right { paddingRight = right }
      if let bottom { paddingBottom = bottom }
      if let left { paddingLeft = left }
    }
  }
}
