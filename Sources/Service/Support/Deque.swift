/// A queue: elements are added at the end and removed at the front.
///
/// A ring in an array whose size is a power of two. (swift-collections has a `Deque` too, but its package declares a
/// target named `Collections`, as this one does, and SwiftPM takes no two of a name.)
///
/// Public, because the compiler specializes a generic type for other modules only if its functions are inlinable and
/// public: `package` ones are called through their witness tables.
public struct Deque<Element> {
  @usableFromInline var slots: [Element?] = []
  /// Where the first element lies.
  @usableFromInline var head = 0
  @usableFromInline var length = 0

  /// Creates a queue without elements.
  @inlinable
  public init() {}

  /// The number of elements.
  @inlinable
  public var count: Int { length }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(1) amortized.
  @inlinable
  public mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[slot(count)] = element
    length += 1
  }

  /// Removes and returns the first element; nil if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  public mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head].take()
    head = slot(1)
    length -= 1
    return element
  }

  /// Removes and returns the first element, which there must be.
  ///
  /// - Complexity: O(1).
  @discardableResult
  @inlinable
  public mutating func removeFirst() -> Element {
    guard let element = popFirst() else { preconditionFailure("the deque is empty") }
    return element
  }

  /// Removes the elements that a condition holds for; the others stay in their order.
  ///
  /// - Complexity: O(n) for n elements.
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) -> Bool) {
    var rest = Deque()
    while let element = popFirst() {
      if !isRemoved(element) { rest.append(element) }
    }
    self = rest
  }

  @inlinable
  func slot(_ offset: Int) -> Int { (head + offset) & (slots.count - 1) }

  @inlinable
  mutating func grow() {
    var larger: [Element?] = []
    larger.reserveCapacity(Swift.max(4, slots.count * 2))
    for offset in 0..<count { larger.append(slots[slot(offset)].take()) }
    larger.append(contentsOf: repeatElement(nil, count: Swift.max(4, slots.count * 2) - count))
    slots = larger
    head = 0
  }
}

extension Deque: RandomAccessCollection {
  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { count }

  @inlinable
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "the index is out of range")
    return slots[slot(index)]!
  }
}

extension Deque: Sendable where Element: Sendable {}

extension Deque: ExpressibleByArrayLiteral {
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init()
    for element in elements { append(element) }
  }
}
