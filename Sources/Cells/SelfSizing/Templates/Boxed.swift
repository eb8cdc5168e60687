/// A large value that most of its owners do not have, in a pointer: copies of the owners then cost no more without it.
struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Nil for the default.
  private var storage: Storage?

  /// Returns the value, or the default.
  func value(or fallback: Value) -> Value { storage?.value ?? fallback }

  /// Sets the value; the default takes no memory.
  mutating func set(_ value: Value, default fallback: Value) {
    storage = value == fallback ? nil : Storage(value)
  }

  /// Whether the value is the default.
  var isDefault: Bool { storage == nil }

  static func == (a: Boxed, b: Boxed) -> Bool {
    a.storage === b.storage || a.storage?.value == b.storage?.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(storage?.value) }
}
