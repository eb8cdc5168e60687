@testable import JSON

/// Compares the reader of JSON with jansson: both accept a text, and then read the same values, or neither does.
enum ReaderAgreement {
  /// - Throws: a violation that says how they differ.
  static func check(_ text: [UInt8], limits: JSONLimits) throws(Violation) {
    let refusal = JSONScanner.Refusal(offset: 0, isTooLarge: false)
    let expected = Result { () throws(JSONSyntaxError) in
      try Jansson.rewriting(text, refused: refusal, limits: limits)
    }
    let read = Result { () throws(JSONScanner.Refusal) in
      try JSONDocument(scanning: text, limits).withRoot(exactText)
    }
    switch (expected, read) {
    case (.success(let expected), .success(let read)):
      try promise(read == expected, "\(text.text) is \(expected.text), and is read as \(read.text)")
    case (.failure, .failure): break
    case (.success, .failure(let refusal)):
      throw Violation("\(text.text) is refused at byte \(refusal.offset)")
    case (.failure(let error), .success): throw Violation("\(text.text) is accepted: \(error)")
    }
  }

  /// Returns a text that is the same for the same values alone: numbers to the bit, members in their order.
  private static func exactText(of value: JSONValue) -> [UInt8] {
    var json = JSONWriter(capacity: 256)
    write(value, to: &json)
    return json.finish().withUnsafeBytes { Array($0) }
  }

  private static func write(_ value: JSONValue, to json: inout JSONWriter) {
    switch value.kind {
    case .array:
      json.beginArray()
      for element in value.elements { write(element, to: &json) }
      json.endArray()
    case .object:
      json.beginObject()
      for (name, member) in value.members {
        json.key(String(name))
        write(member, to: &json)
      }
      json.endObject()
    case .number where value.number?.bitPattern == (-0.0).bitPattern: json.raw("-0")
    default: json.value(value)
    }
  }
}
