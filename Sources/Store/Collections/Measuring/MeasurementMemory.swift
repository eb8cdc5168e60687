import LayoutEngine
import Support
import Synchronization

/// A cache of measurements by item id that outlives collections: it serves a rotation back, an item that returns, and
/// other collections of the same space.
///
/// The cache is bounded and evicts the oldest measurements first. Collections whose ids name unchanging content can share
/// a space; owners never share one.
public final class MeasurementMemory: Sendable {
  /// The name of a space: a collection's own, or one that an owner's collections share.
  public struct SpaceName: Hashable, Sendable {
    var owner: String
    var name: String
    var isShared: Bool
  }

  fileprivate struct Entry {
    var measurement: Measurement
    /// Its number in the order of all measurements.
    var stamp: Int
  }

  fileprivate struct Key {
    var space: SpaceName
    var breadth: MeasuredBreadth
    var id: String
  }

  fileprivate struct State {
    var spaces: [SpaceName: [MeasuredBreadth: [String: Entry]]] = [:]
    /// From the oldest measurement to the newest; some are stale because their items were measured again.
    var order = Deque<Key>()
    /// The stamp of the first key in the order.
    var firstStamp = 0
    var count = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// A cache of at most `limit` measurements.
  public init(limit: Int) { self.limit = limit }

  /// The number of measurements in the cache.
  public var count: Int { state.withLock { $0.count } }

  func hasAnything(of space: SpaceName, for breadth: MeasuredBreadth) -> Bool {
    state.withLock { !($0.spaces[space]?[breadth]?.isEmpty ?? true) }
  }

  /// The measurements of some items; nil for those without one.
  func recall(_ ids: [String], in space: SpaceName, for breadth: MeasuredBreadth) -> [Measurement?] {
    state.withLock { state in
      guard let shelf = state.spaces[space]?[breadth] else { return ids.map { _ in nil } }
      return ids.map { shelf[$0]?.measurement }
    }
  }

  /// All measurements for a breadth.
  ///
  /// - Complexity: O(k) for k measurements.
  func recallAll(in space: SpaceName, for breadth: MeasuredBreadth) -> (
    ids: [String], measurements: [Measurement]
  ) {
    state.withLock { state in
      var ids: [String] = []
      var measurements: [Measurement] = []
      for (id, entry) in state.spaces[space]?[breadth] ?? [:] {
        ids.append(id)
        measurements.append(entry.measurement)
      }
      return (ids, measurements)
    }
  }

  /// Applies edits.
  ///
  /// - Parameter onlyNew: whether to leave existing measurements as they are.
  /// - Complexity: O(k) for k edits.
  func apply(_ edits: MeasurementEdits, in space: SpaceName, onlyNew: Bool = false) {
    guard !edits.isEmpty else { return }
    state.withLock { state in
      for id in edits.forgotten { state.forget(id, in: space) }
      for (breadth, id) in edits.forgottenFor { state.forget(id, in: space, for: breadth) }
      for (breadth, id, measurement) in edits.remembered {
        if onlyNew, state.spaces[space]?[breadth]?[id] != nil { continue }
        state.remember(measurement, of: Key(space: space, breadth: breadth, id: id))
      }
      state.shrink(to: limit)
    }
  }

  func forget(_ space: SpaceName) {
    state.withLock { state in
      let shelves = state.spaces.removeValue(forKey: space) ?? [:]
      state.count -= shelves.values.reduce(0) { $0 + $1.count }
    }
  }
}

extension MeasurementMemory.State {
  fileprivate typealias Key = MeasurementMemory.Key

  fileprivate mutating func remember(_ measurement: Measurement, of key: Key) {
    let entry = MeasurementMemory.Entry(measurement: measurement, stamp: firstStamp + order.count)
    let old = spaces[key.space, default: [:]][key.breadth, default: [:]].updateValue(entry, forKey: key.id)
    if old == nil { count += 1 }
    order.append(key)
  }

  fileprivate mutating func forget(_ id: String, in space: MeasurementMemory.SpaceName) {
    for breadth in spaces[space, default: [:]].keys { forget(id, in: space, for: breadth) }
  }

  fileprivate mutating func forget(
    _ id: String, in space: MeasurementMemory.SpaceName, for breadth: MeasuredBreadth
  ) {
    guard spaces[space]?[breadth]?.removeValue(forKey: id) != nil else { return }
    count -= 1
    if spaces[space]![breadth]!.isEmpty { spaces[space]![breadth] = nil }
    if spaces[space]!.isEmpty { spaces[space] = nil }
  }

  fileprivate mutating func shrink(to limit: Int) {
    while count > limit, let key = order.popFirst() {
      if spaces[key.space]?[key.breadth]?[key.id]?.stamp == firstStamp {
        forget(key.id, in: key.space, for: key.breadth)
      }
      firstStamp += 1
    }
    // Clears stale keys out of the order once they are most of it.
    guard order.count > 2 * count + 1024 else { return }
    var current = Deque<Key>()
    for (number, key) in order.enumerated()
    where spaces[key.space]?[key.breadth]?[key.id]?.stamp == firstStamp + number {
      current.append(key)
    }
    firstStamp += order.count
    order = current
    for (number, key) in order.enumerated() {
      spaces[key.space]![key.breadth]![key.id]!.stamp = firstStamp + number
    }
  }
}
