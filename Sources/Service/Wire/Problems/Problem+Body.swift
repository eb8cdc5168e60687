import JSON

extension Problem {
  /// Returns the problem as JSON; `requestID` becomes its `instance`.
  ///
  /// - Complexity: O(n) for n bytes of the response.
  public func body(requestID: String?) -> ByteBuffer {
    var json = JSONWriter(capacity: 512)
    json.beginObject()
    json.key("type")
    json.string("urn:tessera:problem:\(code.rawValue)")
    json.key("title")
    json.string(code.title)
    json.key("status")
    json.number(code.status)
    json.key("detail")
    json.string(detail)
    if let requestID {
      json.key("instance")
      json.string(requestID)
    }
    json.key("code")
    json.string(code.rawValue)
    if let place {
      json.key("line")
      json.number(place.line)
      json.key("column")
      json.number(place.column)
    }
    if let viewport {
      json.key("viewport")
      json.string(viewport)
    }
    if let quota {
      json.key("quota")
      json.beginObject()
      json.key("name")
      json.string(quota.name.rawValue)
      json.key("limit")
      json.number(quota.limit)
      json.endObject()
    }
    if !faults.isEmpty {
      json.key("errors")
      json.beginArray()
      for fault in faults {
        json.beginObject()
        json.key("pointer")
        json.string(fault.pointer)
        json.key("detail")
        json.string(fault.detail)
        if let column = fault.column {
          json.key("column")
          json.number(column)
        }
        json.endObject()
      }
      json.endArray()
    }
    json.endObject()
    return json.finish()
  }
}
