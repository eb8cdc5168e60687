import HTTPServer
import Wire

/// Serves metrics and probes on an address of their own, whose connections the service's clients cannot use up.
public struct MonitoringHandler: RequestHandler {
  private let service: Service

  /// Creates a handler for the metrics and the probes of a service.
  public init(service: Service) {
    self.service = service
  }

  public func judge(_ head: RequestHead, _ body: DeclaredBody) -> HeadVerdict {
    .accepted(AcceptedHead(tenant: head.clientAddress, readsBody: false) { handle($0, $1) })
  }

  public func handle(_ request: Request, _ responder: Responder) {
    responder.respond(response(to: request.head))
  }

  private func response(to head: RequestHead) -> Response {
    guard let path = Path(rawValue: String(head.target.rawPath)) else {
      let paths = Path.allCases.map(\.rawValue).joined(separator: ", ")
      return .text("only \(paths) are available here\n", status: 404)
    }
    guard head.method == .get || head.method == .head else {
      var response = Response.text("\(path.rawValue) allows GET, HEAD\n", status: 405)
      response.headers.append(("Allow", "GET, HEAD"))
      return response
    }
    do throws(Problem) {
      switch path {
      case .metrics: return service.metricsResponse
      case .liveness, .health: return Service.alive
      case .readiness: return try service.checkReadiness(Query(head))
      }
    } catch {
      service.noteCause(of: error)
      return error.response(requestID: head.id)
    }
  }

  private enum Path: String, CaseIterable {
    case metrics = "/metrics"
    case liveness = "/livez"
    case health = "/healthz"
    case readiness = "/readyz"
  }
}
