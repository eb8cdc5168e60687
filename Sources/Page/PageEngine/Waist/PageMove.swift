import CollectionModel
import LayoutEngine
import Wire

/// A move of a viewport, as a session gets it.
struct PageMove {
  var bounds: Rect
  /// In points a millisecond; nil if the page does not know it.
  var velocity: Point?
  var isPaging = false
  var isResync = false
  var anchor: DiffAnchor?
  /// The item or the section to scroll to, and its position in the viewport.
  var goal: (item: IndexPath, position: ScrollPosition)?
  /// A JSON object with members that have no form as numbers; empty if there are none.
  var json: [UInt8] = []
  var requestID = ""

  /// Reads a move.
  ///
  /// - Parameter record: other members of the move; nil if it has none.
  /// - Throws: `invalidRequest` for numbers that are none, and for a record that is none.
  init(
    _ bounds: Rect, velocity: Point, flags: UInt32, _ record: WaistRecord?, in window: KeyedWindow?,
    of sections: SectionList
  ) throws(Problem) {
    guard bounds.width >= 0, bounds.height >= 0, !bounds.exceedsCoordinateLimit,
      abs(velocity.x) <= Coordinate.limit, abs(velocity.y) <= Coordinate.limit
    else { throw .invalid("bounds and velocities are numbers up to 2^53") }
    self.bounds = bounds
    if flags & Waist.MoveFlag.velocity.bit != 0 { self.velocity = velocity }
    isPaging = flags & Waist.MoveFlag.paging.bit != 0
    isResync = flags & Waist.MoveFlag.resync.bit != 0
    if let record { try read(record, window, sections) }
  }

  private mutating func read(
    _ record: WaistRecord, _ window: KeyedWindow?, _ sections: SectionList
  ) throws(Problem) {
    try record.check(digestAt: Waist.Move.digest.rawValue, bytesAt: Waist.Move.bytes.rawValue)
    let textBytes = record.int(at: Waist.Move.textBytes.rawValue)
    let jsonBytes = record.int(at: Waist.Move.jsonBytes.rawValue)
    let text = Waist.Move.size
    guard record.count >= text, textBytes >= 0, jsonBytes >= 0, textBytes <= record.count - text,
      jsonBytes == record.count - text - textBytes
    else { throw .invalid("the record of a move has other lengths") }
    let names = RecordNames(record, text: text..<text + textBytes, window, in: sections)
    requestID = try names.text(from: 0, to: record.int(at: Waist.Move.requestID.rawValue))
    anchor = try names.anchor(
      record.unsigned(at: Waist.Move.anchor.rawValue), Waist.Move.anchorTarget.rawValue)
    if record.int(at: Waist.Move.goal.rawValue) != 0 {
      let path = try names.place(at: Waist.Move.goalTarget.rawValue)
      let positions = ScrollPosition.allCases
      let position = record.int(at: Waist.Move.goalPosition.rawValue)
      guard positions.indices.contains(position) else {
        throw .invalid("there is no such position of a goal")
      }
      guard path.section < sections.count, path.item < sections[path.section].items.count else {
        throw .invalid("there is no item or section at the index path of a goal")
      }
      goal = (path, positions[position])
    }
    json = record.bytes(from: text + textBytes, to: record.count) ?? []
  }

  /// The change of a viewport, without the other members.
  func change(of viewport: String) -> ViewportChange {
    var change = ViewportChange(name: viewport, bounds: bounds)
    change.velocity = velocity
    change.isPaging = isPaging
    change.isResync = isResync
    change.anchor = anchor
    change.scrollTarget = goal
    return change
  }
}

extension Problem {
  /// The error of a record that is none.
  static func invalid(_ detail: String) -> Problem {
    Problem(.invalidRequest, "The record is invalid: \(detail).")
  }
}

extension WaistRecord {
  /// Checks that a record is of this declaration, and that it has the bytes that it says.
  func check(digestAt digest: Int, bytesAt bytes: Int) throws(Problem) {
    guard unsigned(at: digest) == Waist.digest else {
      throw .invalid("it is of another release of the client")
    }
    guard int(at: bytes) == count else { throw .invalid("it does not have the bytes that it says") }
  }
}
