/// A response that was written past libmicrohttpd, while a request was arriving.
struct Refusal {
  let error: TransportError
  let id: String
  /// Bytes of the response's body.
  let bytesSent: Int

  /// Returns the summary of a request that is refused before libmicrohttpd has reported it.
  func completion(remoteAddress: String) -> Completion {
    Completion(
      id: id, remoteAddress: remoteAddress, head: nil, refusal: error, status: error.status,
      bytesSent: bytesSent, bytesReceived: 0, receiving: nil, handling: nil, total: .zero,
      termination: termination)
  }

  /// Returns the summary of a refused exchange.
  func completion(of exchange: Exchange) -> Completion {
    Completion(
      id: id, remoteAddress: exchange.head?.clientAddress ?? exchange.connection.remoteAddress,
      head: exchange.head, refusal: error, status: error.status, bytesSent: bytesSent,
      bytesReceived: exchange.body.received, receiving: nil, handling: nil,
      total: .now - exchange.startedAt, termination: termination)
  }

  private var termination: Completion.Termination { error == .requestTimeout ? .timeout : .answered }
}

extension ServerCore {
  /// Responds to the request that is arriving, past libmicrohttpd; event thread only, and only where libmicrohttpd then
  /// closes the connection.
  ///
  /// libmicrohttpd has sent the responses to all earlier requests, because it reads nothing before that.
  func refuse(_ connection: Connection, _ error: TransportError) {
    let head = connection.exchange?.head
    let id = head?.id ?? RequestID.random()
    let response = finished(handler.errorResponse(error, id: id, head: head), id: id)
    let isHeadOnly = head.map { $0.method == .head } ?? connection.gate.isHead
    connection.refuse()
    connection.lingers = true
    RawResponse.send(RawResponse.bytes(response, isHeadOnly: isHeadOnly), to: connection.descriptor)
    let refusal = Refusal(error: error, id: id, bytesSent: isHeadOnly ? 0 : response.bodyCount)
    if let exchange = connection.exchange {
      exchange.refusal = refusal
    } else {
      handler.completed(refusal.completion(remoteAddress: connection.remoteAddress))
    }
  }
}
