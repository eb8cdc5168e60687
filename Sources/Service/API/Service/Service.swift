import Collections
import FlightRecorder
import HTTPServer
import LayoutEngine
import Support
import Synchronization
import Wire
import WorkerPool

/// The service behind the HTTP server: routes requests, queues them for the workers, sends the responses.
public final class Service: Sendable {
  /// The configuration that the service was created with.
  public let configuration: ServiceConfiguration
  let pool: WorkerPool
  let router = Router(Service.routes)
  let metrics = Metrics()
  /// A request is admitted by the value at the time when its head has come.
  private let currentAccess: Mutex<Access>
  let collections: CollectionStore
  let idempotencyCache: IdempotencyCache
  /// Limits the work of each tenant, if the operator sets a limit.
  let rateLimiter = RateLimiter()
  /// The quotas of tenants.
  let meters: TenantMeters
  let events: EventHub
  let workMemory = WorkMemory()
  /// The fonts that clients send, and those of the server.
  let ownFonts: OwnFontStore
  private let housekeeping: Housekeeping
  /// Nil if history has no age.
  private let retention: HistoryRetention?
  let log: any ExchangeLog
  private let failures: FailureLog
  private let stopping = Atomic(false)
  /// Reads the configuration again; nil if the program cannot.
  let reloading = Mutex<(@Sendable () throws(ReloadError) -> ReloadReport)?>(nil)
  /// Counts the connections of the server in front of the service; nil as long as there is none.
  private let connectionCounts = Mutex<(@Sendable () -> [ConnectionActivity: Int]?)?>(nil)

  /// Starts the workers and opens the collections of a journal.
  ///
  /// - Parameters:
  ///   - cells: measures content, if others share it; nil creates one from the configuration.
  ///   - clock: the clock for the times of collections.
  /// - Throws: an error if the journal or the files of fonts cannot be read.
  public init(
    configuration: ServiceConfiguration, journal: any Journal = MemoryJournal(), cells: CellSizing? = nil,
    clock: @escaping @Sendable () -> UTCTime = { .now }, log: any ExchangeLog
  ) throws(JournalError) {
    self.configuration = configuration
    self.log = log
    failures = FailureLog(log)
    let access = Access(configuration)
    currentAccess = Mutex(access)
    let quotas = QuotaAmounts(
      configuration, tenants: access.keys.owners.count, isStoreShared: !journal.isExclusive)
    let meters = TenantMeters(quotas)
    self.meters = meters
    pool = WorkerPool(configuration.pool) { tenant, used in meters.note(used, of: tenant) }
    ownFonts = try OwnFontStore(
      configuration.ownFonts, folder: configuration.ownFontFolder, owners: access.keys.owners,
      server: cells ?? CellSizing(fontPaths: configuration.fonts, cacheBytes: configuration.sizeMemory))
    events = EventHub(
      pool: pool, metrics: metrics, streamLimit: configuration.streamLimit,
      eventLimit: configuration.answerLimit)
    var limits = configuration.collections
    limits.quotas = quotas.storage
    collections = try CollectionStore(
      journal: journal, limits: limits, movementTimeout: configuration.movementTimeout, observer: events,
      clock: clock)
    housekeeping = Housekeeping(configuration, collections, events, workMemory)
    retention =
      configuration.historyAge > .zero ? HistoryRetention(configuration.historyAge, collections) : nil
    idempotencyCache = IdempotencyCache(
      limit: configuration.idempotencyLimit, byteLimit: configuration.idempotencyMemory)
  }

  /// Measures content with the fonts of the server.
  public var cells: CellSizing { ownFonts.server }

  /// The keys, tokens and origins in force.
  var access: Access { currentAccess.withLock { $0 } }

  /// Puts other keys, tokens and origins into force, for the requests that arrive from now on.
  func replaceAccess(_ access: Access) { currentAccess.withLock { $0 = access } }

  /// Puts the quotas of a configuration into force. What exceeds them already goes on.
  ///
  /// - Parameter tenants: the number of tenants that have keys.
  func replaceQuotas(_ configuration: ServiceConfiguration, tenants: Int) {
    let quotas = QuotaAmounts(configuration, tenants: tenants, isStoreShared: collections.isShared)
    meters.replace(quotas)
    collections.replaceQuotas(quotas.storage)
  }

  /// Has `POST /v1/admin/reload` call a function, which reads the configuration again.
  public func setReload(_ reload: @escaping @Sendable () throws(ReloadError) -> ReloadReport) {
    reloading.withLock { $0 = reload }
  }

  /// Lets the metrics count the connections of a server, as long as it exists.
  public func countConnections(of server: Server) {
    // The server holds the service.
    let count: @Sendable () -> [ConnectionActivity: Int]? = { [weak server] in server?.connectionCounts() }
    connectionCounts.withLock { $0 = count }
  }

  /// The open connections of the server in front of the service, by what they do; nil if there is none.
  var connections: [ConnectionActivity: Int]? {
    // Outside the lock: the server asks every connection.
    let count = connectionCounts.withLock { $0 }
    return count?()
  }

  /// Whether the service is about to stop, and clients should go elsewhere.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// A sentence for the operator about each collection on which the process has crashed before.
  public var crashWarnings: [String] {
    collections.crashedCollections.map { key, crash in
      let times = crash.count == 1 ? "once" : "\(crash.count) times"
      let consequence =
        crash.count < FlightRecorder.crashLimit
        ? "If it does so again, it will not be loaded any more."
        : "It is not loaded any more until it is deleted, or the flight recorder's file is."
      return
        "The collection \(key.id) crashed the process \(times), last by signal \(crash.signal). \(consequence)"
    }
  }

  /// A sentence for the operator about each file of a client's font that was skipped.
  public var ownFontWarnings: [String] { ownFonts.warnings }

  /// Makes the service report that it is not ready. It goes on serving.
  public func announceStop() { stopping.store(true, ordering: .relaxed) }

  /// Makes the service report that it is not ready, and accept no more streams, before its server stops.
  public func beginDraining() {
    announceStop()
    events.close()
  }

  /// Stops the workers, and cancels their running jobs after the grace period. Then saves the positions of the viewports.
  public func shutdown(grace: Duration) {
    housekeeping.stop()
    retention?.stop()
    pool.shutdown(grace: grace)
    collections.savePositions()
  }
}

/// Records every exchange, and errors that need the operator's attention.
public protocol ExchangeLog: Sendable {
  /// Records an exchange that has ended. Called on event threads; must not block.
  ///
  /// - Parameter facts: what the service knows about the request; nil if no route takes it, or its key is not valid.
  func record(_ exchange: Completion, _ facts: RequestFacts?)

  /// Exchanges that were not written, because the log takes fewer lines than there are requests. 0 by default.
  var droppedLines: Int { get }

  /// What became of the spans of requests. Nothing by default.
  var spans: SpanCounts { get }

  /// Records an error that clients get only in general terms. Called on any thread; must not block.
  func warn(_ reason: String)
}

extension ExchangeLog {
  public var droppedLines: Int { 0 }
  public var spans: SpanCounts { SpanCounts() }
}

extension Service: RequestHandler {
  public func judge(_ head: RequestHead, _ body: DeclaredBody) -> HeadVerdict {
    switch admission(of: head) {
    case .call(let call):
      return .accepted(
        AcceptedHead(tenant: call.tenant, readsBody: Call.readsBody(head.method)) { [self] in
          start(call.receiving($0), $1)
        })
    case .preflight(let allow, let route):
      return .accepted(
        AcceptedHead(tenant: Tenancy.tenant(of: head, owner: ""), readsBody: false) { [self] in
          send(access.cors.preflight(head, allow: allow), to: $1, route: route)
        })
    case .refusal(let problem, let route):
      metrics.count(refusal: problem.code)
      let response = finished(problem.response(requestID: head.id), for: head)
      count(response, to: head, route: route)
      return .refused(response)
    }
  }

  public func handle(_ request: Request, _ responder: Responder) {
    switch admission(of: request.head) {
    case .call(let call): start(call, responder)
    case .preflight(let allow, let route):
      send(access.cors.preflight(request.head, allow: allow), to: responder, route: route)
    case .refusal(let problem, let route): send(problem, to: responder, route: route)
    }
  }

  public func errorResponse(_ error: TransportError, id: String, head: RequestHead?) -> Response {
    let problem = Problem(error)
    noteCause(of: problem)
    metrics.count(refusal: problem.code)
    return finished(problem.response(requestID: id), for: head)
  }

  public func completed(_ exchange: Completion) {
    metrics.count(exchange)
    log.record(exchange, (exchange.head?.notes as? CallNotes)?.facts)
  }

  public func reserveForBody(_ bytes: Int) -> Bool { workMemory.reserveForBody(bytes) }

  public func releaseOfBody(_ bytes: Int) { workMemory.releaseOfBody(bytes) }
}

extension Service {
  /// Starts the work on a request that has arrived.
  private func start(_ call: Call, _ responder: Responder) {
    do throws(Problem) {
      if call.endpoint.access == .keyed {
        // Deleting makes room.
        if workMemory.isExhausted, call.request.head.method != .delete { throw Problem.memoryFull }
        try call.chargeForBody()
      }
    } catch {
      return send(error, to: responder, for: call)
    }
    if call.endpoint.place == .eventThread { return run(call, responder) }
    guard call.readsCollection, collections.isShared else { return submit(call, responder) }
    // No worker waits for the journal's response.
    collections.readTip(of: call.collectionKey, call.freshness).whenSettled { [self] reading in
      var call = call
      call.tip = reading.get()
      submit(call, responder)
    }
  }

  /// Queues a call for the workers, or responds at once that they are busy.
  private func submit(_ call: Call, _ responder: Responder) {
    let submitted = call.notes.timer.begin()
    let job = Job(
      // The check costs a system call: the client of a request that did not wait is still there.
      isAbandoned: { responder.head.receivedAt.secondsUntilNow > 0.005 && responder.isClientGone },
      dropped: { [self] reason in
        switch reason {
        case .deadline:
          let detail = "The request exceeded its deadline; request less at once."
          send(Problem(.deadlineExceeded, detail), to: responder, for: call)
        case .abandoned: send(Self.clientGone, to: responder, route: call.route)
        case .shutdown: send(Problem(.stopping), to: responder, for: call)
        }
      },
      run: { [self] token in
        var call = call
        call.token = token
        call.notes.timer.note(.queue, since: submitted)
        FlightRecorder.working(on: call.recorderName) { run(call, responder) }
      })
    do throws(SubmitError) {
      try pool.submit(
        job, of: call.tenant, lane: call.lane?.name, isLong: call.request.sentBody.count > Self.longBody,
        deadline: configuration.deadline)
    } catch {
      send(Problem(error), to: responder, for: call)
    }
  }

  /// The longest body, in bytes, of a request that may be computed on a reserve thread: some milliseconds of reading.
  private static let longBody = 256 << 10

  /// Runs the endpoint of a call, and sends the response when it settles.
  private func run(_ call: Call, _ responder: Responder) {
    let start = ContinuousClock.now
    let pending = respond(to: call)
    let computed = ContinuousClock.now
    pending.whenSettled { [self] outcome in
      do throws(Problem) {
        var response = try outcome.get()
        if call.endpoint.place != .eventThread {
          response.headers.append(
            call.notes.timing(from: start, to: computed, in: responder.head.trace))
          response.companion = try ResponseMemory.reserve(
            response.bodyCount, of: workMemory, isRefusable: call.isRepeatable)
        }
        send(limited(response, for: call), to: responder, route: call.route, call.notes)
      } catch {
        // Cancelled by its deadline, to which a response has been sent already, or because the client has gone.
        if error.code == .deadlineExceeded, responder.isClientGone {
          send(Self.clientGone, to: responder, route: call.route, call.notes)
        } else {
          send(error, to: responder, for: call, call.notes)
        }
      }
    }
  }

  /// Returns the response to a call, once the collection that it names is in memory.
  func respond(to call: Call) -> PendingResponse {
    // A change asks for itself where it begins.
    guard call.namesCollection, call.readsCollection || !collections.isShared else {
      do throws(Problem) { return try call.endpoint.respond(call) } catch {
        return PendingResponse(.failure(error))
      }
    }
    // A worker does not wait for the journal: it takes other jobs meanwhile.
    let found =
      call.tip.map { collections.current(call.collectionKey, as: $0, on: call.scheduler) }
      ?? collections.current(call.collectionKey, call.freshness, on: call.scheduler)
    return call.continuing(with: found) { (loaded) throws(Problem) in
      var call = call
      call.loaded = loaded
      return try call.endpoint.respond(call)
    }
  }

  /// The response for the exchange of a client that has gone. It is never read; the log and the metrics have its
  /// status, which is nginx's for this case, and it does not count as a problem.
  private static let clientGone = Response(status: Metrics.clientGoneStatus)
}

extension Service {
  /// Tells the operator what a client learns only in general terms.
  func noteCause(of problem: Problem) {
    if let cause = problem.cause { failures.note(cause) }
  }

  private func send(
    _ problem: Problem, to responder: Responder, route: String, _ notes: CallNotes? = nil
  ) {
    noteCause(of: problem)
    let response = problem.response(requestID: responder.head.id, to: responder.head)
    if send(response, to: responder, route: route, notes) {
      metrics.count(refusal: problem.code, beyond: problem.quota?.name)
    }
  }

  /// Sends the error of a call.
  private func send(_ problem: Problem, to responder: Responder, for call: Call, _ notes: CallNotes? = nil) {
    var problem = problem
    problem.headers += call.allowanceHeaders
    send(problem, to: responder, route: call.route, notes)
  }

  /// Adds the headers that say what the client has left.
  private func limited(_ response: Response, for call: Call) -> Response {
    var response = response
    response.headers += call.allowanceHeaders
    return response
  }

  /// Sends a response, unless one has been sent.
  ///
  /// - Returns: whether the response was sent.
  @discardableResult
  private func send(
    _ response: Response, to responder: Responder, route: String, _ notes: CallNotes? = nil
  ) -> Bool {
    let response = finished(response, for: responder.head)
    guard responder.respond(response) else { return false }
    count(response, to: responder.head, route: route, notes)
    return true
  }

  private func count(_ response: Response, to head: RequestHead, route: String, _ notes: CallNotes? = nil) {
    metrics.count(
      route: route, method: head.method, status: response.status, notes: notes,
      seconds: head.receivedAt.secondsUntilNow)
  }

  /// Adds the headers that every response has.
  private func finished(_ response: Response, for head: RequestHead?) -> Response {
    var response = response
    response.headers.append(("X-Content-Type-Options", "nosniff"))
    guard let head else { return response }
    if response.header(CallNotes.timingHeader) == nil {
      response.headers.append((CallNotes.timingHeader, head.trace.serverTiming))
    }
    access.cors.apply(to: &response, for: head)
    return response
  }
}

extension Problem {
  /// The error of a request that the pool does not take.
  fileprivate init(_ error: SubmitError) {
    let again = [("Retry-After", "1")]
    switch error {
    case .queueFull:
      self.init(
        .queueFull, "All workers are busy and the queue is full; try again in a moment.", headers: again)
    case .tenantLimit:
      self.init(
        .tooManyRequests,
        "Too many requests of this tenant or address wait for a worker; try again in a moment.",
        headers: again)
    case .stopped: self.init(.stopping)
    }
  }
}
