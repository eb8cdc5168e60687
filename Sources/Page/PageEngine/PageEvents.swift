import JSON
import Wire

/// The events of a step, as a JSON array: each with the viewport that it concerns, as the service's stream for that
/// viewport would have it.
struct PageEvents: ~Copyable {
  private var json = JSONWriter(capacity: 256)

  init() { json.beginArray() }

  /// Adds a change of what a viewport shows.
  mutating func change(viewport: String, _ response: DiffResponse) throws(Problem) {
    begin("message", viewport)
    json.key("data")
    try response.write(to: &json, EncodingBudget(bytes: .max))
    json.endObject()
  }

  /// Adds that a viewport has to be read anew.
  mutating func reset(viewport: String, version: Int) {
    begin("reset", viewport)
    json.key("data")
    json.beginObject()
    json.key("version")
    json.number(version)
    json.key("reason")
    json.string("settled")
    json.endObject()
    json.endObject()
  }

  /// Adds that a proposal can no longer be made.
  mutating func lost(_ requestID: String) {
    json.beginObject()
    json.key("event")
    json.string("lost")
    json.key("requestId")
    json.string(requestID)
    json.endObject()
  }

  private mutating func begin(_ event: String, _ viewport: String) {
    json.beginObject()
    json.key("event")
    json.string(event)
    json.key("viewport")
    json.string(viewport)
  }

  consuming func finish() -> ByteBuffer {
    json.endArray()
    return json.finish()
  }
}
