import LayoutEngine

/// Reads layouts from the JSON text that clients sent, and limits what a stored form may have.
public protocol LayoutReading: AnyObject, Sendable {
  /// Returns the layout that JSON text describes.
  func layout(_ jsonText: [UInt8]) throws(LayoutReadingError) -> LayoutKind

  /// The largest number of items in one stored form: a few bytes can stand for many.
  var itemLimit: Int { get }
  /// The largest number of sections in one stored form.
  var sectionLimit: Int { get }
}

extension LayoutReading {
  public var itemLimit: Int { .max }
  public var sectionLimit: Int { .max }
}

/// The reason why JSON text describes no layout.
public struct LayoutReadingError: Error, Hashable, Sendable {
  public var reason: String

  public init(_ reason: String) { self.reason = reason }
}
