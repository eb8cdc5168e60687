import JSON
import SelfSizing
import Support
import Synchronization

/// The templates that were read lately, by the words that describe them: reading the same words again would make the
/// same, and forget what was measured with them.
final class TemplateLibrary: Sendable {
  /// What words stand for never changes, so that a process has one.
  static let shared = TemplateLibrary()

  /// The sets by their JSON text, up to 256 sets or 8 MB of text in each of the cache's generations.
  private let sets = Mutex(
    RecentCache<[UInt8], TemplateSet>(countLimit: 256, costLimit: 8 << 20) { jsonText, _ in jsonText.count })

  func find(_ jsonText: [UInt8]) -> TemplateSet? { sets.withLock { $0.find(jsonText) } }

  func keep(_ set: TemplateSet) { sets.withLock { $0.insert(set, for: set.jsonText) } }

  /// The templates that words describe, which were taken once.
  ///
  /// - Throws: where they describe none.
  func templates(_ jsonText: [UInt8]) throws(Problem) -> TemplateSet {
    if jsonText.isEmpty { return .builtInOnly }
    if let set = find(jsonText) { return set }
    return try DecodingContext.read(jsonText, limits: .unlimited, isCancelled: { false }) { root, context in
      context.takeTemplates(root)
      return context.templates
    }
  }
}
