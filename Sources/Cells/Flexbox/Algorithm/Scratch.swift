/// Values that one layout makes, by index, in memory of its own. Copies share the values.
///
/// Arrays would be an allocation for each box, and each access to an array of a class checks that no other is open. A
/// layout makes a few of these instead, and frees them at its end.
struct Scratch<Value> {
  private struct Header {
    var values: UnsafeMutablePointer<Value>
    var count = 0
    var capacity: Int
  }

  private let header: UnsafeMutablePointer<Header>

  /// Makes room for a number of values, which grows as values are added.
  init(capacity: Int) {
    let capacity = max(1, capacity)
    header = .allocate(capacity: 1)
    header.initialize(to: Header(values: .allocate(capacity: capacity), capacity: capacity))
  }

  /// Makes room for a number of values, and adds as many that are the same.
  init(repeating value: Value, count: Int) {
    self.init(capacity: count)
    append(repeating: value, count: count)
  }

  /// Ends the use of the values and their memory.
  func deallocate() {
    header.pointee.values.deinitialize(count: count)
    header.pointee.values.deallocate()
    header.deallocate()
  }

  var count: Int { header.pointee.count }

  /// The value at an index. None may be added while one is changed, or lent to a function: values move as they grow in
  /// number.
  subscript(index: Int) -> Value {
    @inline(__always) _read { yield header.pointee.values[checked(index)] }
    @inline(__always) nonmutating _modify { yield &header.pointee.values[checked(index)] }
  }

  @inline(__always)
  private func checked(_ index: Int) -> Int {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: header.pointee.count))
    return index
  }

  /// Adds a value, and returns its index.
  @discardableResult
  func append(_ value: Value) -> Int {
    let index = header.pointee.count
    if index == header.pointee.capacity { grow(to: 2 * index) }
    header.pointee.values.advanced(by: index).initialize(to: value)
    header.pointee.count = index + 1
    return index
  }

  /// Adds a number of values that are the same, and returns their indices.
  @discardableResult
  func append(repeating value: Value, count added: Int) -> Range<Int> {
    let start = count
    reserve(added)
    header.pointee.values.advanced(by: start).initialize(repeating: value, count: added)
    header.pointee.count = start + added
    return start..<start + added
  }

  /// Reverses the order of the values in a range.
  func reverse(_ range: Range<Int>) {
    var (first, last) = (range.lowerBound, range.upperBound - 1)
    while first < last {
      (self[first], self[last]) = (self[last], self[first])
      (first, last) = (first + 1, last - 1)
    }
  }

  /// Adds the values of a range once more, and returns the indices of the copies.
  func append(copiesOf range: Range<Int>) -> Range<Int> {
    let start = count
    reserve(range.count)
    for index in range { append(self[index]) }
    return start..<count
  }

  /// Makes room for more values.
  private func reserve(_ added: Int) {
    if count + added > header.pointee.capacity { grow(to: 2 * (count + added)) }
  }

  @inline(never)
  private func grow(to capacity: Int) {
    let values = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
    values.moveInitialize(from: header.pointee.values, count: count)
    header.pointee.values.deallocate()
    (header.pointee.values, header.pointee.capacity) = (values, capacity)
  }
}
