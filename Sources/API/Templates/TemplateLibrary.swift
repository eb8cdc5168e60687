import JSON
import SelfSizing
import Synchronization

/// The templates that were read lately, by the words that describe them: reading the same words again would make the
/// same, and forget what was measured with them.
final class TemplateLibrary: Sendable {
  /// What words stand for never changes, so that a process has one.
  static let shared = TemplateLibrary()

  /// The sets that were asked for lately, and those that were before.
  private struct State {
    var young: [[UInt8]: TemplateSet] = [:]
    var old: [[UInt8]: TemplateSet] = [:]
    var youngBytes = 0
  }

  private let state = Mutex(State())

  /// Sets, and bytes of the words of sets, that are kept; as many again may be on their way out.
  private static let limit = 256
  private static let byteLimit = 8 << 20

  func find(_ words: [UInt8]) -> TemplateSet? {
    state.withLock { state in
      if let set = state.young[words] { return set }
      guard let set = state.old[words] else { return nil }
      keep(set, in: &state)
      return set
    }
  }

  func keep(_ set: TemplateSet) { state.withLock { keep(set, in: &$0) } }

  /// The templates that words describe, which were taken once.
  ///
  /// - Throws: where they describe none.
  func templates(_ words: [UInt8]) throws(Problem) -> TemplateSet {
    if words.isEmpty { return .builtInOnly }
    if let set = find(words) { return set }
    return try DecodingContext.read(words, limits: .unlimited, isCancelled: { false }) { root, context in
      context.takeTemplates(root)
      return context.templates
    }
  }

  private func keep(_ set: TemplateSet, in state: inout State) {
    let bytes = set.words.count
    if state.young.count >= Self.limit || state.youngBytes + bytes > Self.byteLimit {
      state.old = state.young
      state.young = [:]
      state.youngBytes = 0
    }
    if state.young.updateValue(set, forKey: set.words) == nil { state.youngBytes += bytes }
  }
}
