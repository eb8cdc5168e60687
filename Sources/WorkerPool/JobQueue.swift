/// First in, first out, in a ring that grows to its limit and is then reused.
struct JobQueue {
  private var slots: [JobRecord?] = Array(repeating: nil, count: 16)
  private var head = 0
  /// Records in the ring, given up or not.
  private(set) var count = 0

  /// Complexity: O(1) amortised.
  mutating func append(_ record: JobRecord) {
    if count == slots.count { resize() }
    slots[(head + count) & (slots.count - 1)] = record
    count += 1
  }

  /// Complexity: O(1).
  mutating func popFirst() -> JobRecord? {
    guard count > 0 else { return nil }
    let record = slots[head].take()
    head = (head + 1) & (slots.count - 1)
    count -= 1
    return record
  }

  /// Drops the records that were given up. Complexity: O(n) in the number of records.
  mutating func compact() {
    var kept = JobQueue()
    while let record = popFirst() {
      if record.phase == .queued { kept.append(record) }
    }
    self = kept
  }

  private mutating func resize() {
    var larger: [JobRecord?] = []
    larger.reserveCapacity(slots.count * 2)
    for offset in 0..<count { larger.append(slots[(head + offset) & (slots.count - 1)]) }
    larger.append(contentsOf: repeatElement(nil, count: slots.count * 2 - count))
    slots = larger
    head = 0
  }
}
