import Collections
import JSON
import LayoutEngine

/// Reads layouts of stored collections from the JSON in which clients described them.
public struct StoredLayouts: LayoutReading {
  public init() {}

  public func layout(_ words: [UInt8]) throws(LayoutWordsError) -> LayoutKind {
    // Once they were taken under the limits of their time.
    var limits = RequestLimits()
    limits.depth = 1024
    limits.stringLength = .max
    do throws(Problem) {
      return try DecodingContext.read(words, limits: limits, isCancelled: { false }) { root, context in
        context.layout(root)?.kind
      }
    } catch {
      throw LayoutWordsError(error.detail)
    }
  }
}
