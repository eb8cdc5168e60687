import JSON

/// An event of a stream that is not a diff.
enum StreamEvent {
  /// The first event: the stream sends every change after this version.
  case open(id: String, version: Int)
  /// Changes are missing: the client has to read the collection again, which is at this version.
  case reset(version: Int, reason: ProblemCode)
  /// The last event: the client must not reconnect, or not without another token.
  case closed(ClosingReason)

  enum ClosingReason: String {
    case collectionDeleted = "collection_deleted"
    case viewportDeleted = "viewport_deleted"
    case tokenExpired = "token_expired"
  }

  /// The bytes of the event.
  var bytes: ByteBuffer {
    switch self {
    case .open(_, let version): bytes(named: "open", id: version)
    case .reset(let version, _): bytes(named: "reset", id: version)
    case .closed: bytes(named: "closed", id: nil)
    }
  }

  private func bytes(named name: String, id: Int?) -> ByteBuffer {
    ServerSentEvent.event(id: id, name: name) { (json: inout JSONWriter) in write(to: &json) }
  }

  func write(to writer: inout some ResponseWriter & ~Copyable) {
    writer.beginObject()
    switch self {
    case .open(let id, let version):
      writer.key("id")
      writer.string(id)
      writer.key("version")
      writer.number(version)
    case .reset(let version, let reason):
      writer.key("version")
      writer.number(version)
      writer.key("reason")
      writer.string(reason.rawValue)
    case .closed(let reason):
      writer.key("reason")
      writer.string(reason.rawValue)
    }
    writer.endObject()
  }
}
