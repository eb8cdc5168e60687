import CMicrohttpd

extension ServerCore {
  /// Ends an exchange and tells the application; event thread only.
  func ended(_ exchange: Exchange, _ code: MHD_RequestTerminationCode) {
    exchange.connection.exchange = nil
    let wasCut = exchange.connection.endRequest()
    let streamed = exchange.answer?.stream?.detach(code)
    let termination = streamed?.end.termination ?? Completion.Termination(code)
    let completion = exchange.completion(termination, streamed: streamed?.bytesSent, wasCut: wasCut)
    if let completion { handler.completed(completion) }
    // Last, so that a server that stops has told of everything.
    requestsInFlight.subtract(1, ordering: .releasing)
  }
}

extension Completion.Termination {
  /// What libmicrohttpd says of an exchange that is over.
  fileprivate init(_ code: MHD_RequestTerminationCode) {
    self =
      switch code {
      case .REQUEST_TERMINATED_COMPLETED_OK: .answered
      case .REQUEST_TERMINATED_TIMEOUT_REACHED: .timeout
      case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: .shutdown
      default: .clientGone
      }
  }
}
