import LayoutEngine

/// The limits of a collection that a request describes.
public struct RequestLimits: Sendable {
  /// The largest number of items in all sections together, including those of `itemCount`; 10,000,000 by default.
  public var items = 10_000_000
  /// The largest number of sections; 1,000,000 by default.
  public var sections = 1_000_000
  /// The largest number of viewports of one collection, including the main one; 1000 by default.
  public var viewports = 1000
  /// The largest number of viewports of one collection with outlines of their own, each of which is a layout; 100 by default.
  public var outlines = 100
  /// The deepest nesting of the JSON document; 64 by default.
  public var depth = 64
  /// The longest string, in bytes; 1 MiB by default.
  public var stringLength = 1 << 20

  /// The most bytes of memory that one request takes, by an estimate; 1 GiB by default.
  public var memory = 1 << 30

  /// The request's share of the memory for all requests; nil if that is not limited.
  package var share: (any MemoryShare)?

  /// Creates the default limits.
  public init() {}

  /// The limits for JSON text that an earlier request was accepted with.
  package static let unlimited: RequestLimits = {
    var limits = RequestLimits()
    limits.items = .max
    limits.sections = .max
    limits.depth = 1024
    limits.stringLength = .max
    limits.memory = .max
    return limits
  }()
}

extension RequestLimits {
  /// The most bytes of a response: of the limit for responses, and of a quarter of the request's memory, the less. A
  /// response takes memory for its elements, for its text and for a copy of it while that grows.
  package func responseBytes(upTo answerLimit: Int) -> Int { min(answerLimit, memory / 4) }

  /// Rejects sections that are more than a collection may have, or have more items.
  ///
  /// - Throws: `tooManyItems`.
  /// - Complexity: O(1).
  package func check(_ sections: SectionList) throws(Problem) {
    guard sections.storedItemCount <= items, sections.count <= self.sections else { throw tooManyItems }
  }

  /// Rejects a collection with too many viewports with outlines of their own: each is a layout of its own.
  ///
  /// - Throws: `tooManyCollections`.
  package func check(ownOutlines count: Int) throws(Problem) {
    guard count <= outlines else {
      throw Problem(
        .tooManyCollections, "A collection may have at most \(outlines) viewports with outlines of their own."
      )
    }
  }

  /// The error of a collection with too many items or sections.
  package var tooManyItems: Problem {
    Problem(.tooManyItems, "The collection may have at most \(items) items and \(sections) sections.")
  }
}
