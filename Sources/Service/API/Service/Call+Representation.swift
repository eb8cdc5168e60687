import Collections
import HTTPServer
import Wire

/// The responses to requests that read. They have a validator, and caches revalidate them before they reuse them.
extension Call {
  /// Returns a representation of a collection; a response without a body if the client has it.
  ///
  /// - Parameters:
  ///   - names: the viewports that the representation shows.
  ///   - body: computes the representation, if the client does not have it.
  /// - Throws: `versionMismatch` if the client wants another version; errors of `body`.
  func representation(
    of solved: SolvedCollection, showing names: [String],
    _ body: () throws(Problem) -> some ResponseBody
  ) throws(Problem) -> Response {
    let format = try format()
    return try representation(
      of: solved, showing: names,
      response: { () throws(Problem) in try response(200, try body(), as: format) })
  }

  /// Returns a representation of a collection, as `representation(of:showing:_:)` does.
  ///
  /// - Parameter body: makes the response, if the client does not have it.
  func representation(
    of solved: SolvedCollection, showing names: [String], response body: () throws(Problem) -> Response
  ) throws(Problem) -> Response {
    let tag = EntityTag(
      version: solved.version, viewports: solved.fingerprint(of: names), format: try format())
    return try representation(tag, of: "collection", body)
  }

  /// Returns a response with a validator; one without a body if the client has it.
  ///
  /// - Parameters:
  ///   - tag: the tag of the response without a content coding.
  ///   - subject: the resource in the response, for error messages.
  /// - Throws: `versionMismatch` if the client wants another version; errors of `body`.
  func representation(
    _ tag: EntityTag, of subject: String, _ body: () throws(Problem) -> Response
  ) throws(Problem) -> Response {
    try requireMatch(tag, of: subject)
    let codings = AcceptedCodings(request.head.headers)
    var response: Response
    if let known = preconditions.known(tag, in: codings) {
      response = Response(status: 304, headers: [EntityTag.field(known)])
      if endpoint.isNegotiated { response.addVary("Accept") }
    } else {
      response = try body()
      if response.header("ETag") == nil { response.headers.append(tag.field) }
    }
    // Independent of the length and the format of the body, so that all representations vary alike.
    response.addVary("Accept-Encoding")
    response.headers.append(("Cache-Control", "no-cache"))
    return response
  }

  /// Returns a response whose tag is a digest of its bytes, as it shows more than one version of a collection.
  ///
  /// - Parameters:
  ///   - subject: the resource in the response, for error messages.
  ///   - version: the version that `If-Match` compares; nil if it compares the digest.
  /// - Throws: as `representation`.
  func digested(
    _ body: some ResponseBody, of subject: String, at version: Int? = nil
  ) throws(Problem) -> Response {
    let format = try format()
    let bytes = try notes.timer.time(.encode) { () throws(Problem) in try body.encoded(as: format, budget) }
    let digest = bytes.withUnsafeBytes { EntityTag(document: $0) }
    let tag = version.map { EntityTag(version: $0, viewports: digest.version, format: format) } ?? digest
    return try representation(tag, of: subject) { response(200, bytes, as: format) }
  }

  /// Rejects a request for another version than the current one.
  ///
  /// - Throws: `versionMismatch`, `badRequest`.
  func requireMatch(_ tag: EntityTag, of subject: String = "collection") throws(Problem) {
    guard try !preconditions.match(tag) else { return }
    throw Problem(
      .versionMismatch, "The \(subject) is at version \(tag.version).",
      headers: [EntityTag.field(tag.version)])
  }
}
