import JSON

/// The events of a stream that are not diffs.
enum StreamEvents {
  /// The first one: the version from which on everything is told.
  static func open(_ id: String, at version: Int) -> ByteBuffer {
    event("open", id: version) { json in
      json.key("id")
      json.string(id)
      json.key("version")
      json.number(version)
    }
  }

  /// What changed cannot be told: the client reads the collection again, which is at this version.
  static func reset(to version: Int, because reason: ProblemCode) -> ByteBuffer {
    event("reset", id: version) { json in
      json.key("version")
      json.number(version)
      json.key("reason")
      json.string(reason.rawValue)
    }
  }

  /// The last one of a stream that is not to be opened again.
  static func closed(because reason: ClosingReason) -> ByteBuffer {
    event("closed") { json in
      json.key("reason")
      json.string(reason.rawValue)
    }
  }

  enum ClosingReason: String {
    case collectionDeleted = "collection_deleted"
    case viewportDeleted = "viewport_deleted"
  }

  private static func event(
    _ name: String, id: Int? = nil, _ members: (inout JSONWriter) -> Void
  ) -> ByteBuffer {
    var json = JSONWriter(capacity: 128)
    json.beginObject()
    members(&json)
    json.endObject()
    return ServerSentEvent.write(id: id, name: name, data: json.finish())
  }
}
