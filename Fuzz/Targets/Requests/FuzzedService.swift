import Collections
import HTTPServer
import ResponseRecording
import WorkerPool

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
    let answer: Result<Response, Problem>
    do throws(Problem) {
      let request = Request(head: head, sentBody: body, bodyLimit: 1 << 20)
      var call = try Call(head, to: endpoint, parameters, route: route, in: service).receiving(request)
      call.token = token
      answer = .success(try service.respond(to: call).wait())
    } catch {
      answer = .failure(error)
    }
    record(answer, to: method, String(target.rawPath))
    return answer
  }

  /// Gives a response to the recorder of this process, if there is one.
  private static func record(_ answer: Result<Response, Problem>, to method: Method, _ target: String) {
    guard let recorder = ResponseRecorder.shared else { return }
    let response: Response
    switch answer {
    case .success(let success): response = success
    case .failure(let problem): response = problem.response(requestID: "fuzz")
    }
    recorder.record(
      method.rawValue, target, status: response.status, headers: response.headers, body: response.wholeBody,
      isInProcess: true)
  }

  /// Gives the body of a successful response that a target computed to the recorder of this process, if there is one.
  static func record(_ bytes: [UInt8], as format: ResponseFormat, from path: String) {
    ResponseRecorder.shared?.record(
      "POST", path, status: 200, headers: [("Content-Type", format.contentType)], body: bytes,
      isInProcess: true)
  }

  struct NoLog: ExchangeLog {
    func record(_ exchange: Completion, _ facts: RequestFacts?) {}
    func warn(_ reason: String) {}
  }
}

extension Response {
  /// The body; nil if it is a stream.
  var wholeBody: [UInt8]? {
    switch body {
    case .empty: []
    case .bytes(let body): body
    case .immortal(let body): Array(body.buffer)
    case .source(let source): Array(source.unsafeBytes)
    case .stream: nil
    }
  }
}
