import CMicrohttpd

/// What the event thread does with a request, step by step.
extension ServerCore {
  /// libmicrohttpd comes by once when the head is there, once for each piece of the body, once when it is whole, and
  /// once each time a connection that was set aside is resumed.
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
    do throws(TransportRefusal) {
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

  /// Answers before the body: libmicrohttpd reads none of it and closes the connection behind the answer.
  private func refuseEarly(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ reason: TransportRefusal
  ) -> MHD_Result {
    exchange.refusal = reason
    guard exchange.connection.requestArrived() else { return .NO }
    return queue(exchange, handle, handler.refusal(reason, exchange.head), closes: true)
  }

  private func bodyArrived(_ exchange: Exchange, _ piece: UnsafeRawBufferPointer) -> MHD_Result {
    let limit = configuration.bodyLimit
    if exchange.body.append(piece, declared: exchange.declared, limit: limit) { return .YES }
    // Only a chunked body gets here. The library takes no answer while it reads one: a little more is read for
    // nothing, so that the answer can be given in form; from more than a little the connection is cut.
    let refusal = TransportRefusal.bodyTooLarge(limit: limit)
    exchange.refusal = refusal
    guard exchange.body.received - limit > Self.overrun else { return .YES }
    RawAnswer.send(lastWord(refusal, exchange.head), to: exchange.connection.descriptor)
    exchange.lastWordStatus = refusal.status
    return .NO
  }

  private static var overrun: Int { 256 << 10 }

  private func requestArrived(_ exchange: Exchange, _ handle: ConnectionHandle) -> MHD_Result {
    guard let head = exchange.head, exchange.connection.requestArrived() else { return .NO }
    exchange.stage = .handed
    exchange.arrivedAt = .now
    if let refusal = exchange.refusal {
      return queue(exchange, handle, handler.refusal(refusal, head))
    }
    let request = Request(head: head, sentBody: exchange.body.take(), bodyLimit: configuration.bodyLimit)
    handler.handle(
      request,
      Responder(head: head, core: self, connection: exchange.connection, serial: exchange.serial))
    return advance(exchange, handle)
  }

  private func advance(_ exchange: Exchange, _ handle: ConnectionHandle) -> MHD_Result {
    switch exchange.connection.takeAnswer(handle, isClosing: { isClosing }) {
    case .send(let answer): queue(exchange, handle, answer)
    case .refuse: queue(exchange, handle, handler.refusal(.stopping, exchange.head))
    case .wait: .YES
    }
  }

  private func queue(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ response: Response, closes: Bool = false
  ) -> MHD_Result {
    guard let answer = prepare(response, for: exchange.head, closes: closes) else { return .NO }
    return queue(exchange, handle, answer)
  }

  private func queue(
    _ exchange: Exchange, _ handle: ConnectionHandle, _ answer: PreparedAnswer
  ) -> MHD_Result {
    exchange.answer = answer
    if let stream = answer.stream {
      stream.attach(
        StreamPipe.Link(
          core: self, handle: handle, descriptor: exchange.connection.descriptor,
          takesChunks: exchange.takesChunks))
      exchange.connection.beginStream(stream)
    }
    return answer.queue(on: handle.pointer)
  }
}
