import JSON
import Wire

/// An event of a stream that is not a diff.
enum StreamEvent {
  /// The stream sends every change after this version: the first event, and the first after `unavailable`.
  case open(id: String, version: Int)
  /// The collection does not have the viewport: the stream sends no changes until a client creates it.
  case unavailable(viewport: String, UnavailableReason)
  /// Changes are missing: the client has to read the collection again, which is at this version.
  case reset(version: Int, reason: ProblemCode)
  /// The last event: the client must not reconnect, or not without another token.
  case closed(ClosingReason)

  enum ClosingReason: String {
    case collectionDeleted = "collection_deleted"
    case tokenExpired = "token_expired"
  }

  enum UnavailableReason: String {
    /// There was none when the stream began.
    case viewportMissing = "viewport_missing"
    /// It was deleted, or has expired.
    case viewportDeleted = "viewport_deleted"
  }

  /// The bytes of the event.
  var bytes: ByteBuffer {
    switch self {
    case .open(_, let version): bytes(named: "open", id: version)
    case .reset(let version, _): bytes(named: "reset", id: version)
    case .closed: bytes(named: "closed", id: nil)
    case .unavailable:
      // The changes since a version mean nothing for a viewport that is created later: a client that reconnects gets
      // its `open`.
      ServerSentEvent.event(name: "unavailable", forgetsID: true) { (json: inout JSONWriter) in
        write(to: &json)
      }
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
    case .unavailable(let viewport, let reason):
      writer.key("viewport")
      writer.string(viewport)
      writer.key("reason")
      writer.string(reason.rawValue)
    case .closed(let reason):
      writer.key("reason")
      writer.string(reason.rawValue)
    }
    writer.endObject()
  }
}
