import Collections
import HTTPServer
import LayoutEngine
import Support
import Synchronization
import WorkerPool

/// Tessera behind its server: routes requests, hands them to the workers, answers.
public final class Service: Sendable {
  public let configuration: ServiceConfiguration
  let pool: WorkerPool
  let router = Router(Service.routes)
  let metrics = Metrics()
  let cors: CrossOrigin
  let keys: Keys
  let collections: CollectionStore
  let idempotencyCache: IdempotencyCache
  let events: EventHub
  /// What content is measured with.
  public let cells: CellSizing
  private let housekeeping: Housekeeping
  private let log: any ExchangeLog
  private let failures: FailureLog
  private let draining = Atomic(false)

  /// - Parameter cells: what content is measured with, where it is shared with others; else what the configuration says.
  /// - Throws: where the journal cannot be read.
  public init(
    configuration: ServiceConfiguration, journal: any Journal = MemoryJournal(), cells: CellSizing? = nil,
    log: any ExchangeLog
  ) throws(JournalError) {
    self.configuration = configuration
    self.log = log
    failures = FailureLog(log)
    pool = WorkerPool(workers: configuration.workers, queueLimit: configuration.queueLimit)
    cors = CrossOrigin(origins: configuration.corsOrigins)
    keys = Keys(configuration.keys)
    self.cells =
      cells ?? CellSizing(fontPaths: configuration.fonts, cacheBytes: configuration.sizeMemory)
    events = EventHub(
      pool: pool, metrics: metrics,
      limits: EventHub.Limits(streams: configuration.streamLimit, streamsPerKey: configuration.streamsPerKey),
      eventLimit: configuration.answerLimit)
    collections = try CollectionStore(
      journal: journal, limits: configuration.collections, movementTimeout: configuration.movementTimeout,
      observer: events)
    housekeeping = Housekeeping(configuration, collections, events)
    idempotencyCache = IdempotencyCache(
      limit: configuration.idempotencyLimit, byteLimit: configuration.idempotencyMemory)
  }

  /// Whether the service is about to stop and wants no new work.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Makes the service read not ready, before its server stops.
  public func beginDraining() {
    draining.store(true, ordering: .relaxed)
    events.close()
  }

  /// Stops the workers; what they run is given up after the grace. Then notes where every screen was left.
  public func shutdown(grace: Duration) {
    housekeeping.stop()
    pool.shutdown(grace: grace)
    collections.leaveAll()
  }
}

/// Is told of every exchange that is over, and of what an operator should see to.
public protocol ExchangeLog: Sendable {
  func record(_ exchange: Completion)

  /// Takes note of a failure that clients are told of only in general. On any thread; must not block.
  func warn(_ reason: String)
}

extension Service: RequestHandler {
  public func handle(_ request: Request, _ responder: Responder) {
    let head = request.head
    switch router.match(head.method, head.target.rawPath) {
    case .found(let endpoint, let parameters, let template):
      run(endpoint, parameters, template, request, responder)
    case .options(let allow, let template):
      answer(cors.preflight(head, allow: allow), to: responder, template)
    case .methodNotAllowed(let allow, let template):
      let names = allow.map(\.rawValue).joined(separator: ", ")
      let problem = Problem(
        .methodNotAllowed, "This path allows \(names).", headers: [("Allow", names)])
      answer(problem, to: responder, template)
    case .notFound:
      answer(notFound(head), to: responder, "")
    }
  }

  public func errorResponse(_ error: TransportError, _ head: RequestHead?) -> Response {
    let problem = Problem(error)
    metrics.count(refusal: problem.code)
    return finished(problem.response(requestID: head?.id), for: head)
  }

  public func completed(_ exchange: Completion) {
    metrics.count(exchange)
    log.record(exchange)
  }
}

extension Service {
  private func run(
    _ endpoint: Endpoint, _ parameters: RouteParameters, _ template: String, _ request: Request,
    _ responder: Responder
  ) {
    if endpoint.access == .keyed, let problem = keys.refusal(of: request.head) {
      answer(problem, to: responder, template)
      return
    }
    switch endpoint.place {
    case .inline:
      let call = Call(
        request: request, parameters: parameters, token: CancellationToken(), service: self)
      perform(endpoint, call, responder, template)
    case .pooled:
      submit(endpoint, parameters, template, request, responder)
    case .ordered:
      let lane = "\(keys.owner(of: request.head))/\(parameters["id"] ?? "")"
      submit(endpoint, parameters, template, request, responder, lane: lane)
    case .watching:
      let key = CollectionKey(owner: keys.owner(of: request.head), id: parameters["id"] ?? "")
      submit(endpoint, parameters, template, request, responder, lane: EventHub.lane(of: key))
    }
  }

  /// Queues a request for the workers, or says at once that they are busy.
  private func submit(
    _ endpoint: Endpoint, _ parameters: RouteParameters, _ template: String, _ request: Request,
    _ responder: Responder, lane: String? = nil
  ) {
    let job = Job(
      // Asking costs a system call: a request that did not wait has not been given up.
      isAbandoned: { responder.head.receivedAt.secondsUntilNow > 0.005 && responder.isClientGone },
      dropped: { reason in
        if let problem = self.problem(of: reason) {
          self.answer(problem, to: responder, template)
        } else {
          self.answer(Self.unheard, to: responder, template)
        }
      },
      run: { token in
        let call = Call(request: request, parameters: parameters, token: token, service: self)
        self.perform(endpoint, call, responder, template)
      })
    do throws(SubmitError) {
      try pool.submit(job, lane: lane, deadline: configuration.deadline)
    } catch {
      let queueFull = Problem(
        .queueFull, "All workers are busy and the queue is full; try again in a moment.",
        headers: [("Retry-After", "1")])
      answer(error == .queueFull ? queueFull : Problem(.stopping), to: responder, template)
    }
  }

  private func perform(_ endpoint: Endpoint, _ call: Call, _ responder: Responder, _ template: String) {
    let start = ContinuousClock.now
    let pending = endpoint.response(to: call)
    let computed = ContinuousClock.now
    pending.whenSettled { [self] outcome in
      do throws(Problem) {
        var response = try outcome.get()
        if endpoint.place != .inline {
          response.headers.append(call.notes.timing(from: start, to: computed))
        }
        answer(response, to: responder, template, call.notes)
      } catch {
        // Given up in the middle: by the deadline, which has answered by now, or because the client has gone.
        if error.code == .deadlineExceeded, responder.isClientGone {
          answer(Self.unheard, to: responder, template, call.notes)
        } else {
          answer(error, to: responder, template, call.notes)
        }
      }
    }
  }

  /// Ends the exchange of a client that has gone. Nobody reads it; the log and the metrics have its status, which
  /// is nginx's for this, and it counts as no refusal.
  private static let unheard = Response(status: Metrics.clientGoneStatus)

  /// How a job that was not run, or not to its end, is refused; nil where there is nobody to tell.
  private func problem(of reason: DropReason) -> Problem? {
    switch reason {
    case .deadline:
      Problem(
        .deadlineExceeded, "The request exceeded its deadline; request less at once.")
    case .abandoned: nil
    case .shutdown: Problem(.stopping)
    }
  }

  private func notFound(_ head: RequestHead) -> Problem {
    let paths = Self.routes.map(\.template)
    let nearest = Suggestion.sentence(for: head.path, among: paths)
    return Problem(.notFound, "No resource exists at this path.\(nearest)")
  }
}

extension Service {
  private func answer(
    _ problem: Problem, to responder: Responder, _ template: String, _ notes: CallNotes? = nil
  ) {
    if let cause = problem.cause { failures.note(cause) }
    let response = problem.response(requestID: responder.head.id)
    if answer(response, to: responder, template, notes) { metrics.count(refusal: problem.code) }
  }

  /// Answers, unless the request has been answered; says whether it did.
  @discardableResult
  private func answer(
    _ response: Response, to responder: Responder, _ template: String, _ notes: CallNotes? = nil
  ) -> Bool {
    let response = finished(response, for: responder.head)
    guard responder.respond(response) else { return false }
    metrics.count(
      route: template, method: responder.head.method, status: response.status, notes: notes,
      seconds: responder.head.receivedAt.secondsUntilNow)
    return true
  }

  /// Adds what every answer carries.
  private func finished(_ response: Response, for head: RequestHead?) -> Response {
    var response = response
    response.headers.append(("X-Content-Type-Options", "nosniff"))
    if let head { cors.apply(to: &response, for: head) }
    return response
  }
}
