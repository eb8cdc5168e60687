import CollectionModel
import JSON
import LayoutEngine

/// Reads layouts of stored collections from the JSON in which clients described them.
public final class StoredLayouts: LayoutReading {
  public init() {}

  public func layout(_ jsonText: [UInt8]) throws(LayoutReadingError) -> LayoutKind {
    do throws(Problem) {
      return try DecodingContext.read(jsonText, limits: .unlimited, isCancelled: { false }) { root, context in
        context.layout(root)
      }
    } catch {
      throw LayoutReadingError(error.detail)
    }
  }
}
