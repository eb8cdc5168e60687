/// A part of a view that constraints speak of: an edge, a centre, a baseline or an extent.
///
/// Edges are those of the view's frame, which is its alignment rectangle here. `leading` is the left edge, or
/// the right one where text runs from right to left; attributes within margins are inset by the view's own.
public enum LayoutAttribute: String, Hashable, Sendable, CaseIterable {
  case left, right, top, bottom, leading, trailing
  case width, height
  case centerX, centerY
  case firstBaseline, lastBaseline
  case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
  case centerXWithinMargins, centerYWithinMargins

  public enum Axis: String, Hashable, Sendable, CaseIterable {
    case horizontal
    case vertical
  }

  public var axis: Axis {
    switch self {
    case .top, .bottom, .height, .centerY, .firstBaseline, .lastBaseline, .topMargin, .bottomMargin,
      .centerYWithinMargins:
      .vertical
    default: .horizontal
    }
  }

  public var isSize: Bool { self == .width || self == .height }

  /// Whether it depends on the direction of text.
  public var isDirectional: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  /// Whether it names a side for good, whatever the direction of text.
  public var isSide: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }

  /// The attribute that stands for it in a direction of text.
  func resolved(_ direction: LayoutDirection) -> LayoutAttribute {
    let isMirrored = direction == .rightToLeft
    return switch self {
    case .leading: isMirrored ? .right : .left
    case .trailing: isMirrored ? .left : .right
    case .leadingMargin: isMirrored ? .rightMargin : .leftMargin
    case .trailingMargin: isMirrored ? .leftMargin : .rightMargin
    default: self
    }
  }
}

/// Which way text runs, and with it where `leading` is.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  case leftToRight
  case rightToLeft
}
