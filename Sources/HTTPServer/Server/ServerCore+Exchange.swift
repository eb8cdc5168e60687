import CMicrohttpd

/// How the event thread handles a request, step by step.
extension ServerCore {
  /// libmicrohttpd calls it once when the head has arrived, once for each piece of the body, once at the body's end, and
  /// once each time a suspended connection is resumed.
  func step(
    _ exchange: Exchange, _ handle: ConnectionHandle, method: UnsafePointer<CChar>?,
    piece: UnsafeRawBufferPointer
  ) -> MHD_Result {
    steps.add(1, ordering: .relaxed)
    return switch exchange.stage {
    case .line: headArrived(exchange, handle, method)
    case .body where !piece.isEmpty: bodyArrived(exchange, piece)
    case .body: requestArrived(exchange, handle)
    case .handed: advance(exchange, handle)
    }
  }

  private func headArrived(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ method: UnsafePointer<CChar>?
  ) -> MHD_Result {
    exchange.stage = .body
    let headers = Headers(handle)
    let offered = exchange.rawTarget ?? "\u{FFFD}"
    let target = RequestTarget(offered)
    let head = RequestHead(
      id: RequestID.take(headers[RequestID.header]),
      method: Method(rawValue: method.map { String(cString: $0) } ?? ""),
      target: target ?? .unreadable(offered), headers: headers,
      remoteAddress: exchange.connection.remoteAddress, receivedAt: exchange.startedAt)
    exchange.head = head
    do throws(TransportError) {
      guard offered.utf8.count <= configuration.uriLimit else {
        throw .targetTooLong(limit: configuration.uriLimit)
      }
      let framing = try RequestFraming(headers)
      exchange.declared = framing.declared
      guard target != nil else { throw .malformedRequest("the target is no readable path") }
      guard framing.declared ?? 0 <= configuration.bodyLimit else {
        throw .bodyTooLarge(limit: configuration.bodyLimit)
      }
      if case .other(let name) = ContentCoding(headers["Content-Encoding"]) {
        throw .unsupportedContentEncoding(name)
      }
      if framing.hasBody { exchange.connection.headArrived(head) }
      return .YES
    } catch {
      return refuseEarly(exchange, handle, error)
    }
  }

  /// Responds before the body: libmicrohttpd reads none of it and closes the connection after the response.
  private func refuseEarly(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ error: TransportError
  ) -> MHD_Result {
    exchange.error = error
    guard exchange.connection.requestArrived() else { return .NO }
    return queue(exchange, handle, handler.errorResponse(error, exchange.head), closes: true)
  }

  private func bodyArrived(_ exchange: Exchange, _ piece: UnsafeRawBufferPointer) -> MHD_Result {
    let limit = configuration.bodyLimit
    if exchange.body.append(piece, declared: exchange.declared, limit: limit) { return .YES }
    // Only a chunked body gets here. libmicrohttpd takes no response while it reads one: a small excess is read and
    // dropped, so that the response can be sent regularly; at a larger excess the connection is cut.
    let error = TransportError.bodyTooLarge(limit: limit)
    exchange.error = error
    guard exchange.body.received - limit > Self.overrun else { return .YES }
    RawResponse.send(rawErrorResponse(error, exchange.head), to: exchange.connection.descriptor)
    exchange.rawStatus = error.status
    return .NO
  }

  private static var overrun: Int { 256 << 10 }

  private func requestArrived(_ exchange: Exchange, _ handle: ConnectionHandle) -> MHD_Result {
    guard let head = exchange.head, exchange.connection.requestArrived() else { return .NO }
    exchange.stage = .handed
    exchange.arrivedAt = .now
    if let error = exchange.error {
      return queue(exchange, handle, handler.errorResponse(error, head))
    }
    let request = Request(head: head, sentBody: exchange.body.take(), bodyLimit: configuration.bodyLimit)
    handler.handle(
      request,
      Responder(head: head, core: self, connection: exchange.connection, serial: exchange.serial))
    return advance(exchange, handle)
  }

  private func advance(_ exchange: Exchange, _ handle: ConnectionHandle) -> MHD_Result {
    switch exchange.connection.takeResponse(handle, isClosing: { isClosing }) {
    case .send(let response): queue(exchange, handle, response)
    case .refuse: queue(exchange, handle, handler.errorResponse(.stopping, exchange.head))
    case .wait: .YES
    }
  }

  private func queue(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ response: Response, closes: Bool = false
  ) -> MHD_Result {
    guard let prepared = prepare(response, for: exchange.head, closes: closes) else { return .NO }
    return queue(exchange, handle, prepared)
  }

  private func queue(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ response: PreparedResponse
  ) -> MHD_Result {
    exchange.response = response
    if let stream = response.stream {
      stream.attach(
        StreamPipe.Link(
          core: self, handle: handle, descriptor: exchange.connection.descriptor,
          takesChunks: exchange.takesChunks))
      exchange.connection.beginStream(stream)
    }
    return response.queue(on: handle.pointer)
  }
}

extension ServerCore {
  /// Ends an exchange and reports it to the handler; event thread only.
  func ended(_ exchange: Exchange, _ code: MHD_RequestTerminationCode) {
    exchange.connection.exchange = nil
    let wasCut = exchange.connection.endRequest()
    let streamed = exchange.response?.stream?.detach(code)
    let termination = (streamed?.end ?? BodyStream.End(code)).termination
    let completion = exchange.completion(termination, streamed: streamed?.bytesSent, wasCut: wasCut)
    if let completion { handler.completed(completion) }
    // Last, so that a server that has stopped has reported everything.
    requestsInFlight.subtract(1, ordering: .releasing)
  }
}
