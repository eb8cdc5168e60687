/// The direction in which content scrolls, and the one place where kinds meet x and y.
///
/// A kind computes *along* the scroll direction and *across* it; the axis says which is x and which is y.
public enum ScrollAxis: String, CaseIterable, Hashable, Sendable {
  case vertical
  case horizontal

  @inline(__always)
  func length(of size: Size) -> Double { self == .vertical ? size.height : size.width }

  @inline(__always)
  func breadth(of size: Size) -> Double { self == .vertical ? size.width : size.height }

  func size(length: Double, breadth: Double) -> Size {
    self == .vertical ? Size(width: breadth, height: length) : Size(width: length, height: breadth)
  }

  @inline(__always)
  func rect(_ rect: AxialRect) -> Rect {
    self == .vertical
      ? Rect(x: rect.across, y: rect.along, width: rect.breadth, height: rect.length)
      : Rect(x: rect.along, y: rect.across, width: rect.length, height: rect.breadth)
  }

  func axialRect(_ rect: Rect) -> AxialRect {
    self == .vertical
      ? AxialRect(along: rect.y, across: rect.x, length: rect.height, breadth: rect.width)
      : AxialRect(along: rect.x, across: rect.y, length: rect.width, breadth: rect.height)
  }

  func axialInsets(_ insets: Insets) -> AxialInsets {
    self == .vertical
      ? AxialInsets(before: insets.top, after: insets.bottom, leading: insets.left, trailing: insets.right)
      : AxialInsets(before: insets.left, after: insets.right, leading: insets.top, trailing: insets.bottom)
  }
}
