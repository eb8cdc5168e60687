/// The edge of the visible rect at which an element stays while its section or layout does.
public enum PinnedEdge: UInt8, Hashable, Sendable {
  /// The top; in horizontal layouts the left, or the right where they are laid out from right to left.
  case start
  /// The opposite edge.
  case end
}
