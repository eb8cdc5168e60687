import LayoutEngine
import Support
import Synchronization

/// What was measured of items, by their ids, whatever became of the collections: a rotation back, an item that comes
/// again, another collection of the same space start from it.
///
/// Bounded: what was measured longest ago is forgotten first. Where ids are used for content that stays the same, one
/// space serves many collections; what another owner measured is in no space of this one.
public final class MeasurementMemory: Sendable {
  /// What belongs together: a collection's own space, or one that an owner's collections share.
  public struct SpaceName: Hashable, Sendable {
    var owner: String
    var name: String
    var isShared: Bool
  }

  fileprivate struct Entry {
    var measurement: Measurement
    /// Its place in the order of all.
    var stamp: Int
  }

  fileprivate struct Place {
    var space: SpaceName
    var breadth: MeasuredBreadth
    var id: String
  }

  fileprivate struct State {
    var spaces: [SpaceName: [MeasuredBreadth: [String: Entry]]] = [:]
    /// From the measurement made longest ago to the newest; some of them have been measured again since.
    var order = Deque<Place>()
    /// The stamp of the first place in the order.
    var firstStamp = 0
    var count = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many measurements are kept.
  public init(limit: Int) { self.limit = limit }

  /// How many measurements are kept.
  public var count: Int { state.withLock { $0.count } }

  func hasAnything(of space: SpaceName, for breadth: MeasuredBreadth) -> Bool {
    state.withLock { !($0.spaces[space]?[breadth]?.isEmpty ?? true) }
  }

  /// What was measured of some items.
  func recall(_ ids: [String], in space: SpaceName, for breadth: MeasuredBreadth) -> [Measurement?] {
    state.withLock { state in
      guard let shelf = state.spaces[space]?[breadth] else { return ids.map { _ in nil } }
      return ids.map { shelf[$0]?.measurement }
    }
  }

  /// Everything that was measured for a breadth.
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

  /// - Complexity: O(k) for k edits.
  func apply(_ edits: MeasurementEdits, in space: SpaceName, onlyNew: Bool = false) {
    guard !edits.isEmpty else { return }
    state.withLock { state in
      for id in edits.forgotten { state.forget(id, in: space) }
      for (breadth, id) in edits.forgottenFor { state.forget(id, in: space, for: breadth) }
      for (breadth, id, measurement) in edits.remembered {
        if onlyNew, state.spaces[space]?[breadth]?[id] != nil { continue }
        state.remember(measurement, of: Place(space: space, breadth: breadth, id: id))
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
  fileprivate typealias Place = MeasurementMemory.Place

  fileprivate mutating func remember(_ measurement: Measurement, of place: Place) {
    let entry = MeasurementMemory.Entry(measurement: measurement, stamp: firstStamp + order.count)
    let old = spaces[place.space, default: [:]][place.breadth, default: [:]].updateValue(
      entry, forKey: place.id)
    if old == nil { count += 1 }
    order.append(place)
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
    while count > limit, let place = order.popFirst() {
      if spaces[place.space]?[place.breadth]?[place.id]?.stamp == firstStamp {
        forget(place.id, in: place.space, for: place.breadth)
      }
      firstStamp += 1
    }
    // The order has places that were measured again or are forgotten; once they are most of it, it is cleared.
    guard order.count > 2 * count + 1024 else { return }
    var current = Deque<Place>()
    for (number, place) in order.enumerated()
    where spaces[place.space]?[place.breadth]?[place.id]?.stamp == firstStamp + number {
      current.append(place)
    }
    firstStamp += order.count
    order = current
    for (number, place) in order.enumerated() {
      spaces[place.space]![place.breadth]![place.id]!.stamp = firstStamp + number
    }
  }
}

/// What a step changes in the memory of a collection's measurements, once it has been taken.
struct MeasurementEdits: Sendable {
  var remembered: [(breadth: MeasuredBreadth, id: String, measurement: Measurement)] = []
  /// Items that have other content now, whatever they were measured for.
  var forgotten: [String] = []
  var forgottenFor: [(breadth: MeasuredBreadth, id: String)] = []

  var isEmpty: Bool { remembered.isEmpty && forgotten.isEmpty && forgottenFor.isEmpty }
}

/// The part of a memory that a collection sees.
public struct MeasurementSpace: Sendable {
  let memory: MeasurementMemory
  let name: MeasurementMemory.SpaceName

  /// - Parameter shared: the name by which the owner's collections share it; nil is the collection's own.
  init(of key: CollectionKey, shared: String?, in memory: MeasurementMemory) {
    self.memory = memory
    name = MeasurementMemory.SpaceName(owner: key.owner, name: shared ?? key.id, isShared: shared != nil)
  }
}
