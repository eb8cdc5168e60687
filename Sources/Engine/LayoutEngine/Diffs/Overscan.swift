/// How far a client has elements beyond the bounds of its viewport: a distance outward from each edge.
///
/// A page that has elements before they come into view shows no gaps while it waits for a response. Whatever depends on
/// what the user sees, such as pinning, anchors and paging, goes by the bounds.
public struct Overscan: Hashable, Sendable {
  /// The units of the distances.
  public enum Unit: String, CaseIterable, Sendable {
    case points
    /// Lengths of the bounds: their height at the top and the bottom, their width at the left and the right.
    case screens
  }

  /// Each at least 0, in `unit`.
  public var edges: Insets
  /// The unit of `edges`.
  public var unit: Unit

  /// Creates an overscan of distances outward, each at least 0.
  public init(_ edges: Insets, unit: Unit = .points) {
    self.edges = edges
    self.unit = unit
  }

  /// No distance: the client has the elements of the bounds alone.
  public static let none = Overscan(.zero)

  /// Returns the bounds with the overscan around them, in points.
  public func window(of bounds: Rect) -> Rect {
    guard edges != .zero else { return bounds }
    let (x, y) = unit == .points ? (1, 1) : (bounds.width, bounds.height)
    return Rect(
      x: bounds.x - edges.left * x, y: bounds.y - edges.top * y,
      width: bounds.width + (edges.left + edges.right) * x,
      height: bounds.height + (edges.top + edges.bottom) * y)
  }
}
