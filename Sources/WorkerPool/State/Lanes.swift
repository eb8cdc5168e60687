/// Jobs that may not run beside one another, in the order in which they came.
///
/// A lane is a list through its records: the one at its front is in the ring or on a worker, those behind it wait. A
/// record that is given up leaves from wherever it is, and a lane that nothing is in is not there.
struct Lanes {
  /// The last record of each lane.
  private var last: [String: JobRecord] = [:]

  /// How many lanes something is in.
  var count: Int { last.count }

  /// Puts a record at the end of its lane; answers whether that is the front, where it may run.
  ///
  /// - Complexity: O(1).
  mutating func enter(_ record: JobRecord) -> Bool {
    guard let lane = record.lane, let ahead = last.updateValue(record, forKey: lane) else { return true }
    record.ahead = ahead
    ahead.behind = record
    return false
  }

  /// Takes a record out of its lane; answers the one that comes to the front by that.
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
