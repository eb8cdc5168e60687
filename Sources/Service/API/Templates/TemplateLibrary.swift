import JSON
import SelfSizing
import Support
import Synchronization
import Wire

/// A cache of recently decoded templates by their JSON text. Decoding the same text again would make new templates,
/// and the sizes measured with the old ones would be lost.
final class TemplateLibrary: Sendable {
  /// A text that is hashed and compared as a whole: arrays do that byte by byte.
  private struct Text: Hashable {
    let utf8: [UInt8]

    func hash(into hasher: inout Hasher) { utf8.withUnsafeBytes { hasher.combine(bytes: $0) } }

    static func == (a: Text, b: Text) -> Bool {
      a.utf8.withUnsafeBytes { a in b.utf8.withUnsafeBytes { b in a.count == b.count && a.elementsEqual(b) } }
    }
  }

  /// The cache of the process: the same text always has the same meaning.
  static let shared = TemplateLibrary()

  /// The sets by their JSON text, up to 256 sets or 8 MB of text in each of the cache's generations.
  private let sets = Mutex(
    RecentCache<Text, TemplateSet>(countLimit: 256, costLimit: 8 << 20) { text, _ in text.utf8.count })

  func find(_ jsonText: [UInt8]) -> TemplateSet? { sets.withLock { $0.find(Text(utf8: jsonText)) } }

  func keep(_ set: TemplateSet) { sets.withLock { $0.insert(set, for: Text(utf8: set.jsonText)) } }

  /// Returns the templates of a JSON text, from the cache or decoded again.
  ///
  /// - Parameter limits: what the text may take if no earlier request was accepted with it.
  /// - Throws: `invalidRequest` for text that describes no templates.
  func templates(
    _ jsonText: [UInt8], limits: RequestLimits = .unlimited
  ) throws(Problem) -> TemplateSet {
    if jsonText.isEmpty { return .builtInOnly }
    if let set = find(jsonText) { return set }
    let reader = ContentReader()
    return try DecodingContext.read(
      jsonText, limits: limits, contents: reader, isCancelled: { false }
    ) { root, context in
      reader.takeTemplates(root, context)
      return reader.templates
    }
  }
}
