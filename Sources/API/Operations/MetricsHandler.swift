import HTTPServer

/// Answers `/metrics` on an address of its own, away from the service's clients.
public struct MetricsHandler: RequestHandler {
  private let service: Service

  public init(service: Service) {
    self.service = service
  }

  public func handle(_ request: Request, _ responder: Responder) {
    let reads = request.head.method == .get || request.head.method == .head
    let isScrape = reads && request.head.target.rawPath == "/metrics"
    responder.respond(isScrape ? service.metricsPage : .text("only /metrics is here\n", status: 404))
  }
}
