import LayoutEngine

/// The content offsets of a viewport that its client knows, by version; in memory only.
///
/// A client that says at which version it was when it scrolled has scrolled from the offset of that version.
struct KnownOffsets: Sendable {
  /// Each with the version from which on it was right, the newest last.
  private var offsets: [(version: Int, offset: Point)] = []

  /// The largest number of offsets: a client that has missed more of them is where the viewport is.
  static let limit = 64

  /// Notes the offset that a client has reported itself, so that earlier ones no longer matter.
  mutating func begin(at offset: Point, _ version: Int) { offsets = [(version, offset)] }

  /// Notes the offset to which a change has moved the viewport.
  mutating func note(_ offset: Point, _ version: Int) {
    guard let last = offsets.last, last.offset != offset else { return }
    if offsets.count == Self.limit { offsets.removeFirst() }
    offsets.append((version, offset))
  }

  /// The offset at a version; nil if it is not known.
  func offset(at version: Int) -> Point? { offsets.last { $0.version <= version }?.offset }
}

extension SolvedCollection {
  /// The bounds that a client means who had the viewport at another version when it scrolled: as far from where the
  /// viewport is now as the client's are from where it was then. If that is not known, the viewport stays where it is.
  package func bounds(_ bounds: Rect, at version: Int, of viewport: Viewport) -> Rect {
    guard version != self.version, let offset = viewport.bounds?.origin else { return bounds }
    let known = viewport.knownOffsets.offset(at: version) ?? bounds.origin
    return bounds.moved(by: Point(x: offset.x - known.x, y: offset.y - known.y))
  }
}
