/// A distance between elements (`NSCollectionLayoutSpacing`).
public enum LayoutSpacing: Hashable, Sendable {
  case fixed(Double)
  /// At least so much; the flexible spacings of a line share its remaining space evenly.
  case flexible(Double)

  /// No distance.
  public static let zero = LayoutSpacing.fixed(0)

  var minimum: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }
}

/// The space around an item (`NSCollectionLayoutEdgeSpacing`).
public struct LayoutEdgeSpacing: Hashable, Sendable {
  /// The space before the item, at its leading edge.
  public var leading: LayoutSpacing
  /// The space above the item.
  public var top: LayoutSpacing
  /// The space after the item, at its trailing edge.
  public var trailing: LayoutSpacing
  /// The space below the item.
  public var bottom: LayoutSpacing

  /// Creates the space around an item, by default none.
  public init(
    leading: LayoutSpacing = .zero, top: LayoutSpacing = .zero, trailing: LayoutSpacing = .zero,
    bottom: LayoutSpacing = .zero
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  /// No space on any side.
  public static let none = LayoutEdgeSpacing()

  func before(along axis: ScrollAxis) -> LayoutSpacing { axis == .vertical ? top : leading }

  func after(along axis: ScrollAxis) -> LayoutSpacing { axis == .vertical ? bottom : trailing }

  /// How far something stands from the start of a room that is all its own.
  func offset(of length: Double, in room: Double, along axis: ScrollAxis) -> Double {
    let before = before(along: axis)
    guard before.isFlexible else { return before.minimum }
    let slack = max(0, room - length - minimum(along: axis))
    return before.minimum + (after(along: axis).isFlexible ? slack / 2 : slack)
  }

  /// The least spacing, on both sides.
  func minimum(along axis: ScrollAxis) -> Double {
    before(along: axis).minimum + after(along: axis).minimum
  }
}

extension ScrollAxis {
  var other: ScrollAxis { self == .vertical ? .horizontal : .vertical }
}
