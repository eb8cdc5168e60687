import LayoutEngine

/// Reads layouts from the JSON text that clients sent.
public protocol LayoutReading: AnyObject, Sendable {
  /// Returns the layout that JSON text describes.
  func layout(_ jsonText: [UInt8]) throws(LayoutReadingError) -> LayoutKind
}

/// The reason why JSON text describes no layout.
public struct LayoutReadingError: Error, Hashable, Sendable {
  public var reason: String

  public init(_ reason: String) { self.reason = reason }
}
