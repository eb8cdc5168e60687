import CollectionModel
import Diagnostics
import JSON
import LayoutEngine

/// Reads layouts of stored collections from the JSON in which clients described them.
public final class StoredLayouts: LayoutReading {
  private let limits: RequestLimits
  /// Whether the texts are those that an earlier request was accepted with.
  private let trustsTexts: Bool

  /// Creates a reader of layouts that the service has stored: an earlier request was accepted with each.
  public init() {
    limits = .unlimited
    trustsTexts = true
  }

  /// Creates a reader of layouts in stored forms that a client sends, such as an export.
  ///
  /// - Parameter limits: what stored forms may have that a client sends, and what their layouts may take.
  package init(limits: RequestLimits) {
    self.limits = limits
    trustsTexts = false
  }

  public var itemLimit: Int { limits.items }
  public var sectionLimit: Int { limits.sections }

  public func layout(_ jsonText: [UInt8]) throws(LayoutReadingError) -> LayoutKind {
    try Problem.rethrown(
      as: { LayoutReadingError($0.detail) },
      from: DecodingContext.read(jsonText, limits: limits, isCancelled: { false }) { root, context in
        context.layout(root)
      })
  }

  public func check(name: String) throws(LayoutReadingError) {
    guard !trustsTexts else { return }
    guard name.isInNormalFormC else {
      throw LayoutReadingError("the name \"\(name.shortened(to: 60))\" is not in Unicode normal form C")
    }
    guard name.utf8.count <= limits.stringLength else {
      throw LayoutReadingError("a name is longer than \(limits.stringLength) bytes")
    }
  }

  public func check(jsonText: [UInt8]) throws(LayoutReadingError) {
    guard !trustsTexts else { return }
    // Stored texts have no white space, and a line feed would end a line of an event.
    guard jsonText.allSatisfy({ $0 >= 0x20 }) else {
      throw LayoutReadingError("a JSON text has several lines")
    }
    _ = try Problem.rethrown(
      as: { LayoutReadingError("a JSON text cannot be read: \($0.detail)") },
      from: JSONDocument.reading(jsonText, limits: limits))
  }
}
