import CMicrohttpd

/// How the event thread handles a request, step by step.
extension EventLoop {
  /// libmicrohttpd calls it once when the head has arrived, once for each piece of the body, once at the body's end, and
  /// once each time a suspended connection is resumed.
  func step(
    _ exchange: Exchange, _ handle: ConnectionHandle, method: UnsafePointer<CChar>?,
    piece: UnsafeRawBufferPointer
  ) -> MHD_Result {
    steps += 1
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
      trace: TraceContext(headers, ratio: core.configuration.traceRatio ?? 0),
      method: Method(rawValue: method.map { String(cString: $0) } ?? ""),
      target: target ?? .unreadable(offered), headers: headers,
      remoteAddress: exchange.connection.remoteAddress,
      clientAddress: exchange.connection.isFromTrustedProxy ? core.trustedProxies.client(headers) : nil,
      receivedAt: exchange.startedAt)
    exchange.head = head
    exchange.connection.reportedHeads += 1
    exchange.framing = exchange.connection.gate.framing
    exchange.coding = ContentCoding(headers)
    var declared: DeclaredBody?
    do throws(TransportError) {
      // The framing is known from the gate alone: a head that has not been there must not be read.
      guard exchange.connection.gate.heads == exchange.connection.reportedHeads else { throw .unchecked }
      guard offered.utf8.count <= core.configuration.uriLimit else {
        throw .targetTooLong(limit: core.configuration.uriLimit)
      }
      guard target != nil else {
        throw .malformedRequest("The request's target is no path, or has an escape that is no UTF-8.")
      }
      guard offered != "*" || head.method == .options else {
        throw .malformedRequest("The target * is for OPTIONS alone.")
      }
      let limit = core.configuration.effectiveBodyLimit
      guard exchange.framing.declared ?? 0 <= limit else { throw .bodyTooLarge(limit: limit) }
      if case .other(let name) = exchange.coding { throw .unsupportedContentEncoding(name) }
      if exchange.framing.hasBody { declared = exchange.framing.declared.map { .bytes($0) } ?? .chunked }
    } catch {
      return refuseEarly(exchange, handle, errorResponse(error, exchange))
    }
    guard let declared else { return .YES }
    return judge(head, declared, exchange, handle)
  }

  /// Lets the handler decide about a request before its body is read.
  private func judge(
    _ head: RequestHead, _ declared: DeclaredBody, _ exchange: Exchange, _ handle: ConnectionHandle
  ) -> MHD_Result {
    switch core.handler.judge(head, declared) {
    case .refused(let response): return refuseEarly(exchange, handle, response)
    case .accepted(let accepted):
      exchange.accepted = accepted
      exchange.body = BodyBuffer(
        limit: core.configuration.effectiveBodyLimit,
        charge: accepted.readsBody ? BodyCharge(core.bodyMemory, tenant: accepted.tenant) : nil)
      return .YES
    }
  }

  /// Responds before the body: libmicrohttpd reads none of it and closes the connection after the response, which then
  /// lingers.
  private func refuseEarly(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ response: Response
  ) -> MHD_Result {
    guard exchange.connection.requestArrived() else { return .NO }
    exchange.connection.lingers = true
    return queue(exchange, handle, response, closes: true)
  }

  private func bodyArrived(_ exchange: Exchange, _ piece: UnsafeRawBufferPointer) -> MHD_Result {
    do throws(TransportError) {
      try exchange.body.append(piece, declared: exchange.framing.declared)
      return .YES
    } catch {
      // libmicrohttpd takes no response while it reads a body.
      core.refuse(exchange.connection, error)
      return .NO
    }
  }

  private func requestArrived(_ exchange: Exchange, _ handle: ConnectionHandle) -> MHD_Result {
    guard let head = exchange.head, exchange.connection.requestArrived() else { return .NO }
    exchange.stage = .handed
    exchange.arrivedAt = .now
    let responder = Responder(
      head: head, core: core, connection: exchange.connection, serial: exchange.serial)
    if let accepted = exchange.accepted {
      exchange.accepted = nil
      let (body, charge) = exchange.body.take()
      let request = Request(
        head: head, sentBody: body, bodyLimit: core.configuration.effectiveBodyLimit, coding: exchange.coding,
        charge: charge)
      accepted.handle(request, responder)
    } else {
      core.handler.handle(Request(head: head), responder)
    }
    return advance(exchange, handle)
  }

  private func advance(_ exchange: Exchange, _ handle: ConnectionHandle) -> MHD_Result {
    switch exchange.connection.takeResponse(handle, isClosing: { core.isClosing }) {
    case .send(let response): queue(exchange, handle, response)
    case .refuse: queue(exchange, handle, errorResponse(.stopping, exchange))
    case .wait: .YES
    }
  }

  private func errorResponse(_ error: TransportError, _ exchange: Exchange) -> Response {
    exchange.error = error
    return core.handler.errorResponse(error, id: exchange.head?.id ?? RequestID.random(), head: exchange.head)
  }

  private func queue(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ response: Response, closes: Bool = false
  ) -> MHD_Result {
    guard let prepared = core.prepare(response, for: exchange.head, closes: closes) else { return .NO }
    return queue(exchange, handle, prepared)
  }

  private func queue(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ response: PreparedResponse
  ) -> MHD_Result {
    exchange.response = response
    if let stream = response.stream {
      stream.attach(
        StreamPipe.Link(
          loop: self, handle: handle, descriptor: exchange.connection.descriptor,
          takesChunks: exchange.takesChunks))
      exchange.connection.beginStream(stream)
    }
    return response.queue(on: handle.pointer)
  }
}

extension EventLoop {
  /// Ends an exchange and reports it to the handler; event thread only.
  func ended(_ exchange: Exchange, _ code: MHD_RequestTerminationCode) {
    exchange.connection.exchange = nil
    let wasCut = exchange.connection.endRequest()
    if !exchange.connection.early.isEmpty { sockets.markReady(exchange.connection) }
    let streamed = exchange.response?.stream?.detach(code)
    // Refused requests have a termination of their own: the others that were cut, the server cut when it stopped.
    let termination = wasCut ? .shutdown : (streamed?.end ?? BodyStream.End(code)).termination
    let completion = exchange.completion(termination, streamed: streamed?.bytesSent)
    if let completion { core.handler.completed(completion) }
    // Last, so that a server that has stopped has reported everything.
    core.requestsInFlight.subtract(1, ordering: .releasing)
  }
}
