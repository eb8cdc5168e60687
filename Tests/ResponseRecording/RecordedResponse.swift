import Foundation

/// A response, or an event of a stream, as a line of a recording: Tests/Clients/validate_responses.py reads it.
struct RecordedResponse: Encodable {
  var method: String
  var target: String
  var status: Int
  var headers: [[String]]
  /// The name of the event; nil for a whole response.
  var event: String?
  /// The body, in Base64; nil if it was too large to record, or is a stream.
  var body: Data?
  /// Whether the service was called without a server, which adds header fields of its own.
  var isInProcess: Bool

  /// The line, with its end.
  var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let bytes = try? encoder.encode(self) else {
      preconditionFailure("texts and numbers can be encoded")
    }
    return Array(bytes) + [UInt8(ascii: "\n")]
  }
}

extension RecordedResponse {
  /// The first value of a header field; nil if it is not there.
  func header(_ name: String) -> String? {
    headers.first { $0[0].lowercased() == name.lowercased() }?[1]
  }

  /// Whether the body is JSON that can be read as it is.
  var isJSON: Bool {
    guard header("Content-Encoding") == nil else { return false }
    return event != nil || header("Content-Type")?.contains("json") == true
  }

  /// The target without its query, and with a star for each name that a client chooses: /v1/collections/*/updates.
  private var route: String {
    let path = target.prefix { $0 != "?" }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    // The first step is empty, since the path begins with a slash: /v1/collections/ID/viewports/NAME
    return steps.enumerated().map { $0 == 3 || $0 == 5 ? "*" : String($1) }.joined(separator: "/")
  }

  /// Method, route, status and names of fields: a recorder compares the bodies of responses that have the same.
  var kind: String {
    let names = headers.map { $0[0].lowercased() }.sorted().joined(separator: ",")
    let type = header("Content-Type") ?? ""
    let isEmpty = body?.isEmpty ?? true
    return [method, route, "\(status)", type, event ?? "", "\(isEmpty)", names].joined(separator: "\n")
  }
}
