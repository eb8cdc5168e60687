import LayoutEngine

/// Reads layouts from the words with which clients described them.
public protocol LayoutReading: Sendable {
  /// The layout that a client described.
  func layout(_ words: [UInt8]) throws(LayoutReadingError) -> LayoutKind
}

/// Why words describe no layout.
public struct LayoutReadingError: Error, Hashable, Sendable {
  public var reason: String

  public init(_ reason: String) { self.reason = reason }
}
