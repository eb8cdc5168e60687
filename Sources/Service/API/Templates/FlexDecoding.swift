import Constraints
import Flexbox
import JSON
import Wire

/// Decodes the properties of flex containers and of their items: those of CSS, in camel case.
extension DecodingContext {
  /// The members of a flex container, in addition to those of its place.
  static let flexContainerMembers = [
    "children", "direction", "flexDirection", "flexWrap", "justifyContent", "alignItems", "alignContent",
    "gap",
    "rowGap", "columnGap",
  ]

  /// The members that set the size of a box and the space in it.
  static let flexBoxMembers = [
    "width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight", "boxSizing", "overflow", "padding",
    "paddingBlock", "paddingInline", "paddingTop", "paddingRight", "paddingBottom", "paddingLeft",
  ]

  /// The members of an item of a flex container.
  static let flexItemMembers =
    flexBoxMembers + [
      "name", "alignSelf", "flex", "flexGrow", "flexShrink", "flexBasis", "order", "margin", "marginBlock",
      "marginInline", "marginTop", "marginRight", "marginBottom", "marginLeft", "position", "top", "right",
      "bottom", "left",
    ]

  /// The largest factor by which items grow or shrink, and the largest percentage.
  private static let factorLimit = 1e6

  /// Reads one member of a flex container or an item; returns whether it is one.
  func takeFlex(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    takeFlexContainer(member, value, into: &style) || takeFlexItem(member, value, into: &style)
      || takeFlexBox(member, value, into: &style) || takeFlexEdges(member, value, into: &style)
  }

  private func takeFlexContainer(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    switch member {
    case "direction": style.direction = name(value, of: FlexInlineDirection.self)
    case "flexDirection": set(&style.flexDirection, name(value, of: FlexDirection.self))
    case "flexWrap": set(&style.flexWrap, name(value, of: FlexWrap.self))
    case "justifyContent": set(&style.justifyContent, name(value, of: FlexJustification.self))
    case "alignItems": set(&style.alignItems, name(value, of: FlexItemAlignment.self))
    case "alignContent": set(&style.alignContent, name(value, of: FlexContentAlignment.self))
    case "gap":
      if let gap = space(value) { (style.rowGap, style.columnGap) = (gap, gap) }
    case "rowGap": set(&style.rowGap, space(value))
    case "columnGap": set(&style.columnGap, space(value))
    default: return false
    }
    return true
  }

  private func takeFlexItem(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    switch member {
    case "alignSelf": style.alignSelf = name(value, of: FlexItemAlignment.self)
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
    default: return false
    }
    return true
  }

  private func takeFlexBox(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    switch member {
    case "width": takeWidth(value, into: &style)
    case "height": set(&style.height, flexLength(value, allowsAuto: true))
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

  private func takeFlexEdges(_ member: String, _ value: JSONValue, into style: inout FlexStyle) -> Bool {
    let isMargin = member.hasPrefix("margin")
    guard isMargin || member.hasPrefix("padding") else { return false }
    let length = isMargin ? flexLength(value, isSigned: true, allowsAuto: true) : space(value)
    guard let length else { return true }
    switch member.dropFirst(isMargin ? 6 : 7) {
    case "": style.setEdges(isMargin, top: length, right: length, bottom: length, left: length)
    case "Block": style.setEdges(isMargin, top: length, bottom: length)
    case "Inline": style.setEdges(isMargin, right: length, left: length)
    case "Top": style.setEdges(isMargin, top: length)
    case "Right": style.setEdges(isMargin, right: length)
    case "Bottom": style.setEdges(isMargin, bottom: length)
    case "Left": style.setEdges(isMargin, left: length)
    default: return false
    }
    return true
  }

  /// Reads a width: a length, or a keyword.
  private func takeWidth(_ value: JSONValue, into style: inout FlexStyle) {
    style.widthKeyword = value.string.flatMap { FlexWidthKeyword(rawValue: $0) }
    guard style.widthKeyword == nil else { return }
    let keywords = FlexWidthKeyword.allCases.map(\.rawValue)
    set(&style.width, flexLength(value, allowsAuto: true, also: keywords))
  }

  /// Reads a length that is never negative or `auto`: a gap or a padding.
  private func space(_ value: JSONValue) -> FlexLength? { flexLength(value, allowsAuto: false) }

  private func basis(_ value: JSONValue) -> FlexBasis? {
    if value.string == "content" { return .content }
    switch flexLength(value, allowsAuto: true, also: ["content"]) {
    case .auto: return .auto
    case .points(let points): return .points(points)
    case .percent(let percent): return .percent(percent)
    case nil: return nil
    }
  }

  /// Reads a length of CSS: points as a number, a percentage such as `"50%"`, or `"auto"`.
  ///
  /// - Parameters:
  ///   - noLimit: another name for no length.
  ///   - also: names that the caller reads itself, for the message.
  private func flexLength(
    _ value: JSONValue, isSigned: Bool = false, allowsAuto: Bool, noLimit: String? = nil, also: [String] = []
  ) -> FlexLength? {
    let limit = TemplateLimits.length
    if let number = value.number, abs(number) <= limit, isSigned || number >= 0 { return .points(number) }
    if let text = value.string {
      if allowsAuto, text == "auto" || text == noLimit { return .auto }
      if text.utf8.count <= 24, text.hasSuffix("%"), let percent = Double(text.dropLast()),
        abs(percent) <= Self.factorLimit, isSigned || percent >= 0
      {
        return .percent(percent)
      }
    }
    let names = (allowsAuto ? ["auto"] : []) + [noLimit].compactMap { $0 } + also
    return mismatch(
      value,
      "a number of points from \(isSigned ? Int(-limit) : 0) to \(Int(limit)), a percentage such as \"50%\""
        + names.map { ", or \"\($0)\"" }.joined())
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
