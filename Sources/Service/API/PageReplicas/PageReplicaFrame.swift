import Collections
import JSON
import Wire

/// A frame of the feed of a page replica: the kind in a byte, three zeros, the length in four bytes, lowest first, and so many
/// bytes of content.
enum PageReplicaFrame {
  static let mediaType = "application/vnd.tessera.replica"
  /// The number of the format; a replica that does not know it asks for layouts instead.
  static let format = 1

  /// The kind of a frame.
  private enum Kind: UInt8 {
    /// JSON: the id of the collection, its incarnation and version, and the format of the feed.
    case open = 1
    /// The whole state of a version, in the stored form.
    case base = 2
    /// The journal entry of the next version, in the stored form.
    case entry = 3
    /// JSON: the next frames do not follow from what the replica has. It asks for a base.
    case reset = 4
    /// JSON: the reason for which the feed ends for good.
    case closed = 5
    /// Nothing: the connection is alive.
    case heartbeat = 6
  }

  /// Returns the frame of an entry, without what concerns one reader alone. The change is taken from the stored form of
  /// the entry, if it has one.
  ///
  /// - Parameter before: the main viewport just before the change; nil if it is as the entry has it.
  /// - Throws: `answerTooLarge`.
  static func entry(
    _ entry: JournalEntry, from before: Viewport? = nil, _ budget: EncodingBudget
  ) throws(Problem) -> ByteBuffer {
    let bytes = entry.forPageReplica(from: before).stored()
    try budget.check(row: 0, written: bytes.count)
    return frame(.entry, bytes)
  }

  /// Returns the frame of a state, without what concerns one reader alone.
  ///
  /// - Throws: `answerTooLarge`.
  /// - Complexity: O(n) for n items that have more than a number.
  static func base(_ state: CollectionState, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    let bytes = state.forPageReplica().stored()
    try budget.check(row: 0, written: bytes.count)
    return frame(.base, bytes)
  }

  /// Returns the frame that begins a feed.
  static func open(id: String, incarnation: String, version: Int) -> ByteBuffer {
    var json = JSONWriter(capacity: 128)
    json.beginObject()
    json.key("id")
    json.string(id)
    json.key("incarnation")
    json.string(incarnation)
    json.key("version")
    json.number(version)
    json.key("format")
    json.number(format)
    json.endObject()
    return frame(.open, json.finish().withUnsafeBytes { Array($0) })
  }

  /// Returns the frame of an event that ends the frames before.
  static func event(_ event: StreamEvent) -> ByteBuffer {
    var json = JSONWriter(capacity: 128)
    event.write(to: &json)
    let bytes = json.finish().withUnsafeBytes { Array($0) }
    if case .closed = event { return frame(.closed, bytes) }
    return frame(.reset, bytes)
  }

  static let heartbeat = frame(.heartbeat, [])

  private static func frame(_ kind: Kind, _ content: [UInt8]) -> ByteBuffer {
    var frame = ByteWriter(capacity: 8 + content.count)
    frame.append(littleEndian: UInt32(kind.rawValue))
    frame.append(littleEndian: UInt32(content.count))
    frame.append(contentsOf: content)
    return frame.finish()
  }
}
