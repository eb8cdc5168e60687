import CMicrohttpd

extension ServerCore {
  /// Ends an exchange and tells the application; event thread only.
  func ended(_ exchange: Exchange, _ code: MHD_RequestTerminationCode) {
    exchange.connection.exchange = nil
    let wasCut = exchange.connection.endRequest()
    let termination: Completion.Termination =
      switch code {
      case .REQUEST_TERMINATED_COMPLETED_OK: .answered
      case .REQUEST_TERMINATED_TIMEOUT_REACHED: .timeout
      case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: .shutdown
      default: .clientGone
      }
    if let completion = exchange.completion(termination, wasCut: wasCut) {
      handler.completed(completion)
    }
    // Last, so that a server that stops has told of everything.
    requestsInFlight.subtract(1, ordering: .releasing)
  }
}
