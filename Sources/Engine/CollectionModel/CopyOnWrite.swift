/// A large value behind one reference. Copies share it until one of them is changed.
struct CopyOnWrite<Value: Sendable>: Sendable {
  /// `@unchecked Sendable`: the value is changed only through the one structure that holds the last reference.
  private final class Box: @unchecked Sendable {
    // The compiler checks the structure around the box for exclusive access.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  /// - Complexity: O(1); to change a shared value, the cost of a copy.
  var value: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}
