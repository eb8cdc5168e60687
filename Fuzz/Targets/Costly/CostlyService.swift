import Cancellation
import Glibc
import HTTPServer
import WorkerPool

@testable import API

/// The service whose processor time the search measures.
///
/// Its limits are wider than those of other targets, and far below those of a server: the time of a request should come
/// from how it is computed, not from the millions of items for which any request may ask.
public struct CostlyService {
  static let limits: RequestLimits = {
    var limits = RequestLimits()
    limits.items = 20_000
    limits.sections = 2000
    limits.viewports = 4
    limits.stringLength = 64 << 10
    return limits
  }()

  /// The time after which a request is given up, as a server gives it up. A request that takes longer does not ask.
  private static let deadline = ServiceConfiguration().deadline

  private let service: Service
  private var forgottenTemplates = 0

  public init() {
    var configuration = ServiceConfiguration()
    configuration.workers = 1
    configuration.limits = Self.limits
    // Sizes that are remembered would hide the cost of measuring them.
    configuration.sizeMemory = 0
    service = try! Service(configuration: configuration, log: FuzzedService.NoLog())
  }

  /// Sends a request to the service, and returns what it cost.
  public func price(of request: CostlyRequest) -> RequestPrice {
    defer { _ = send(.delete, "/v1/collections/\(RequestSeeds.id)", [], "application/json") }
    for step in request.preparation {
      let status = send(step.method, step.path, step.body, "application/json")
      if status >= 400 { return RequestPrice(nanoseconds: 0, status: status) }
    }
    let start = Self.processorTime
    let status = send(request.method, request.target, request.body, request.format)
    return RequestPrice(nanoseconds: Self.processorTime - start, status: status)
  }

  /// Returns the least that a request costs in some rounds. Templates are compiled anew in each.
  public mutating func leastPrice(of request: CostlyRequest, rounds: Int) -> RequestPrice {
    var least: RequestPrice?
    for _ in 0..<rounds {
      forgetTemplates()
      let found = price(of: request)
      if found.nanoseconds < least?.nanoseconds ?? .max { least = found }
    }
    return least ?? RequestPrice(nanoseconds: 0, status: 0)
  }

  /// Fills the cache of templates with others.
  private mutating func forgetTemplates() {
    for _ in 0..<520 {
      forgottenTemplates += 1
      let template = #"{"t\#(forgottenTemplates)":{"sizeThatFits":{"text":{"lines":1}}}}"#
      _ = send(
        .post, "/v1/measurements", [UInt8]("{\"width\":9,\"templates\":\(template),\"items\":[]}"),
        "application/json")
    }
  }

  /// Returns the status of the response to a request; 404 if there is no route.
  private func send(_ method: Method, _ target: String, _ body: [UInt8], _ format: String) -> Int {
    let end = ContinuousClock.now + Self.deadline
    let token = CancellationToken { ContinuousClock.now >= end }
    let response = Cancellation.within(TokenSource(token: token)) {
      FuzzedService.respond(
        method, target, body, headers: [("Accept", format)], by: service, token: token)
    }
    switch response {
    case .success(let response)?: return response.status
    case .failure(let problem)?: return problem.code.status
    case nil: return 404
    }
  }

  /// Nanoseconds of processor time that the process has used.
  private static var processorTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Cancels work once a token is cancelled.
private final class TokenSource: CancellationSource {
  private let token: CancellationToken

  init(token: CancellationToken) { self.token = token }

  func isCancelled() -> Bool { token.isCancelledOrAbandoned() }
}
