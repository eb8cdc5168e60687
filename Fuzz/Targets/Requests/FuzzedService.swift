import Collections
import HTTPServer
import WorkerPool

@testable import API

/// The service that targets send requests to, without a server in front of it.
enum FuzzedService {
  /// Limits that keep one input cheap.
  static let limits: RequestLimits = {
    var limits = RequestLimits()
    limits.items = 600
    limits.sections = 50
    limits.viewports = 4
    limits.stringLength = 2000
    return limits
  }()

  /// The journal of the service.
  static let journal = MemoryJournal()

  static let shared: Service = {
    var configuration = ServiceConfiguration()
    configuration.workers = 1
    configuration.limits = limits
    configuration.answerLimit = 4 << 20
    return try! Service(configuration: configuration, journal: journal, log: NoLog())
  }()

  /// Returns the response to a request; nil if no route takes it.
  ///
  /// - Parameter token: cancelled once nothing waits for the response.
  static func respond(
    _ method: Method, _ target: String, _ body: [UInt8], headers: [(String, String)] = [],
    by service: Service = shared, token: CancellationToken = CancellationToken()
  ) -> Result<Response, Problem>? {
    guard let target = RequestTarget(target) else { return nil }
    var fields = Headers()
    for (name, value) in headers + [("Content-Type", "application/json")] { fields.append(name, value) }
    let head = RequestHead(id: "fuzz", method: method, target: target, headers: fields)
    guard case .found(let endpoint, let parameters, let route) = service.router.match(method, target.rawPath)
    else { return nil }
    do throws(Problem) {
      let request = Request(head: head, sentBody: body, bodyLimit: 1 << 20)
      var call = try Call(head, to: endpoint, parameters, route: route, in: service).receiving(request)
      call.token = token
      return .success(try service.respond(to: call).wait())
    } catch {
      return .failure(error)
    }
  }

  struct NoLog: ExchangeLog {
    func record(_ exchange: Completion, _ facts: RequestFacts?) {}
    func warn(_ reason: String) {}
  }
}
