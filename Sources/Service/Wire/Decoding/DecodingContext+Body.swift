import Diagnostics
import JSON

extension DecodingContext {
  /// Reads a whole body by `decode`.
  ///
  /// - Parameter contents: the reader of the templates and contents in the body, if it has any.
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `tooManyItems`, `tooMuchMemory`.
  package static func read<Request>(
    _ body: [UInt8], limits: RequestLimits, contents: any ContentReading = OpaqueContents(),
    isCancelled: @escaping () -> Bool,
    _ decode: (JSONValue, DecodingContext) -> Request?
  ) throws(Problem) -> Request {
    let document = try JSONDocument.reading(body, limits: limits)
    return try document.withRoot { (root) throws(Problem) in
      let context = DecodingContext(limits: limits, contents: contents, isCancelled: isCancelled)
      context.charge(body.count + document.indexBytes)
      let request = decode(root, context)
      try context.finish()
      guard let request else { throw Problem(.internalError, "The request could not be read.") }
      return request
    }
  }
}

extension JSONDocument {
  /// Parses a body.
  ///
  /// - Throws: `malformedJSON` with the position where it is not JSON, `invalidRequest` and `payloadTooLarge` for JSON
  ///   beyond the limits.
  static func reading(_ body: [UInt8], limits: RequestLimits) throws(Problem) -> JSONDocument {
    var json = JSONLimits(depth: limits.depth, stringLength: limits.stringLength)
    json.memory = min(json.memory, max(0, limits.memory - body.count))
    return try JSONSyntaxError.rethrown(as: Problem.init, from: JSONDocument(parsing: body, limits: json))
  }
}

extension Problem {
  fileprivate init(_ error: JSONSyntaxError) {
    self.init(
      error.code, "Line \(error.line), column \(error.column): \(error.message)",
      place: TextPlace(line: error.line, column: error.column))
  }
}

extension JSONSyntaxError {
  /// The code of a problem with this error: the grammar alone decides whether a text is JSON, not its depth and
  /// length.
  fileprivate var code: ProblemCode {
    switch reason {
    case .tooDeep, .stringTooLong: .invalidRequest
    case .tooLarge: .payloadTooLarge
    default: .malformedJSON
    }
  }
}
