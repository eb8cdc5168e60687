import LayoutEngine

/// The part of the cache that a collection uses.
public final class MemorySpace: MeasurementSpace {
  private let memory: MeasurementMemory
  private let name: MeasurementMemory.SpaceName

  /// - Parameter shared: the name of a space that the owner's collections share; nil for the collection's own.
  convenience init(of key: CollectionKey, shared: String?, in memory: MeasurementMemory) {
    self.init(
      MeasurementMemory.SpaceName(owner: key.owner, name: shared ?? key.id, isShared: shared != nil),
      in: memory)
  }

  init(_ name: MeasurementMemory.SpaceName, in memory: MeasurementMemory) {
    self.memory = memory
    self.name = name
  }

  public func hasAnything(for breadth: MeasuredBreadth) -> Bool { memory.hasAnything(of: name, for: breadth) }

  public func recall(_ ids: [String], for breadth: MeasuredBreadth) -> [Measurement?] {
    memory.recall(ids, in: name, for: breadth)
  }

  public func recallAll(for breadth: MeasuredBreadth) -> (ids: [String], measurements: [Measurement]) {
    memory.recallAll(in: name, for: breadth)
  }

  public func apply(_ edits: MeasurementEdits, onlyNew: Bool) {
    memory.apply(edits, in: name, onlyNew: onlyNew)
  }

  /// Forgets all measurements of the space.
  func forget() { memory.forget(name) }
}
