/// Jobs that must not run at the same time, in the order of their submission.
///
/// A lane is a linked list of records: the first is in the queue or on a worker, the others wait. A record that is given
/// up leaves from wherever it is. An empty lane takes no memory.
struct Lanes {
  /// The last record of each lane.
  private var last: [String: JobRecord] = [:]

  /// The number of lanes that are not empty.
  var count: Int { last.count }

  /// Adds a record at the end of its lane; returns whether it is the first there, which may run.
  ///
  /// - Complexity: O(1).
  mutating func enter(_ record: JobRecord) -> Bool {
    guard let lane = record.lane, let ahead = last.updateValue(record, forKey: lane) else { return true }
    record.ahead = ahead
    ahead.behind = record
    return false
  }

  /// Removes a record from its lane; returns the record that becomes the first by that.
  ///
  /// - Complexity: O(1).
  mutating func leave(_ record: JobRecord) -> JobRecord? {
    guard let lane = record.lane else { return nil }
    let (ahead, behind) = (record.ahead, record.behind)
    record.ahead = nil
    record.behind = nil
    ahead?.behind = behind
    behind?.ahead = ahead
    if behind == nil { last[lane] = ahead }
    return ahead == nil ? behind : nil
  }
}
