import Collections
import JSON
import LayoutEngine

/// Reads layouts of stored collections from the JSON in which clients described them.
public struct StoredLayouts: LayoutReading {
  public init() {}

  public func layout(_ words: [UInt8]) throws(LayoutWordsError) -> LayoutKind {
    do throws(Problem) {
      return try DecodingContext.read(words, limits: .unlimited, isCancelled: { false }) { root, context in
        context.layout(root)?.kind
      }
    } catch {
      throw LayoutWordsError(error.detail)
    }
  }
}
