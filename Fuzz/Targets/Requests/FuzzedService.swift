import Collections
import HTTPServer
@testable import API
@testable import Wire

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
  static func respond(
    _ method: Method, _ target: String, _ body: [UInt8], headers: [(String, String)] = []
  ) -> Result<Response, Problem>? {
    guard let target = RequestTarget(target) else { return nil }
    var fields = Headers()
    for (name, value) in headers + [("Content-Type", "application/json")] { fields.append(name, value) }
    let head = RequestHead(id: "fuzz", method: method, target: target, headers: fields)
    guard case .found(let endpoint, let parameters, let route) = shared.router.match(method, target.rawPath)
    else { return nil }
    do throws(Problem) {
      let request = Request(head: head, sentBody: body, bodyLimit: 1 << 20)
      let call = try Call(head, to: endpoint, parameters, route: route, in: shared)
      return .success(try shared.respond(to: call.receiving(request)).wait())
    } catch {
      return .failure(error)
    }
  }

  private struct NoLog: ExchangeLog {
    func record(_ exchange: Completion, _ facts: RequestFacts?) {}
    func warn(_ reason: String) {}
  }
}
