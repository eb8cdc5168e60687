/// A binary heap of records, the earliest deadline first.
///
/// Each record knows its index, so it is removed as soon as it is over: the heap never holds more records than are queued
/// and running.
struct DeadlineHeap {
  private var records: [JobRecord] = []

  var first: JobRecord? { records.first }

  /// Adds a record.
  ///
  /// - Complexity: O(log n); O(1) for a deadline after all others, which is the rule.
  mutating func insert(_ record: JobRecord) {
    record.heapIndex = records.count
    records.append(record)
    siftUp(record.heapIndex)
  }

  /// Removes a record, if it is there.
  ///
  /// - Complexity: O(log n).
  mutating func remove(_ record: JobRecord) {
    let index = record.heapIndex
    guard index >= 0 else { return }
    record.heapIndex = -1
    let last = records.removeLast()
    guard last !== record else { return }
    place(last, at: index)
    siftUp(index)
    siftDown(last.heapIndex)
  }

  private mutating func place(_ record: JobRecord, at index: Int) {
    records[index] = record
    record.heapIndex = index
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    let record = records[index]
    while index > 0 {
      let parent = (index - 1) / 2
      guard record.deadline < records[parent].deadline else { break }
      place(records[parent], at: index)
      index = parent
    }
    place(record, at: index)
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    let record = records[index]
    while 2 * index + 1 < records.count {
      var child = 2 * index + 1
      if child + 1 < records.count, records[child + 1].deadline < records[child].deadline { child += 1 }
      guard records[child].deadline < record.deadline else { break }
      place(records[child], at: index)
      index = child
    }
    place(record, at: index)
  }
}
