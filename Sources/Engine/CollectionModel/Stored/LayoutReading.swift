import LayoutEngine

/// Reads layouts from the JSON text that clients sent, and checks what else a stored form has of clients.
public protocol LayoutReading: AnyObject, Sendable {
  /// Returns the layout that JSON text describes.
  func layout(_ jsonText: [UInt8]) throws(LayoutReadingError) -> LayoutKind

  /// The largest number of items in one stored form: a few bytes can stand for many.
  var itemLimit: Int { get }
  /// The largest number of sections in one stored form.
  var sectionLimit: Int { get }

  /// Checks a name that a client chose.
  func check(name: String) throws(LayoutReadingError)
  /// Checks a JSON text, which responses repeat as it is.
  func check(jsonText: [UInt8]) throws(LayoutReadingError)
}

extension LayoutReading {
  public var itemLimit: Int { .max }
  public var sectionLimit: Int { .max }
  public func check(name: String) throws(LayoutReadingError) {}
  public func check(jsonText: [UInt8]) throws(LayoutReadingError) {}
}

/// The reason why JSON text describes no layout.
public struct LayoutReadingError: Error, Hashable, Sendable {
  /// The reason, in a sentence.
  public var reason: String

  /// Creates an error of a sentence.
  public init(_ reason: String) { self.reason = reason }
}
