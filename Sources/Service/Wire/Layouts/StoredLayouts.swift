import CollectionModel
import JSON
import LayoutEngine

/// Reads layouts of stored collections from the JSON in which clients described them.
public final class StoredLayouts: LayoutReading {
  private let limits: RequestLimits

  /// Creates a reader of layouts that the service has stored: an earlier request was accepted with each.
  public convenience init() { self.init(limits: .unlimited) }

  /// - Parameter limits: what stored forms may have that a client sends, and what their layouts may take.
  package init(limits: RequestLimits) { self.limits = limits }

  public var itemLimit: Int { limits.items }
  public var sectionLimit: Int { limits.sections }

  public func layout(_ jsonText: [UInt8]) throws(LayoutReadingError) -> LayoutKind {
    do throws(Problem) {
      return try DecodingContext.read(jsonText, limits: limits, isCancelled: { false }) { root, context in
        context.layout(root)
      }
    } catch {
      throw LayoutReadingError(error.detail)
    }
  }
}
