import CPostgres
import Glibc
import Support

/// A connection to a server, without a lock: one thread at a time uses it.
///
/// It sends all statements of a call in one round trip (libpq's pipeline mode), and waits with `poll`.
final class PostgresConnection {
  private let handle: OpaquePointer
  /// How long the server may be silent before the connection counts as lost.
  var patience: Duration
  /// The names of the statements that the server has prepared.
  private var prepared: Set<String> = []
  /// Receives the warnings of the server.
  private let warnings = Warnings()

  /// Connects. Trying all hosts of the connection string takes at most `patience` in total.
  init(_ string: ConnectionString, patience: Duration) throws(PostgresError) {
    self.patience = patience
    let started = string.withPointers { PQconnectStartParams($0, $1, 0) }
    guard let started else { throw PostgresError(connection: "there is no memory") }
    handle = started
    // Every path below has an initialized object, so `deinit` closes the connection.
    try connect()
    PQsetnonblocking(handle, 1)
    PQsetNoticeReceiver(
      handle,
      { context, result in
        guard let context, let result else { return }
        Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().add(PostgresError(result: result))
      }, Unmanaged.passUnretained(warnings).toOpaque())
  }

  deinit { PQfinish(handle) }

  private func connect() throws(PostgresError) {
    let end = MonotonicTime.after(patience)
    var status = PGRES_POLLING_WRITING
    while status != PGRES_POLLING_OK {
      guard PQstatus(handle) != CONNECTION_BAD, status != PGRES_POLLING_FAILED else {
        throw PostgresError(of: handle)
      }
      let events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard try poll(events, until: end) else {
        throw PostgresError(connection: "no server accepted the connection in \(patience.milliseconds) ms")
      }
      status = PQconnectPoll(handle)
    }
  }

  /// Waits for an event of the socket; returns false if the time is over.
  private func poll(_ events: Int32, until end: Int64) throws(PostgresError) -> Bool {
    var entry = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    guard entry.fd >= 0 else { throw PostgresError(of: handle) }
    while true {
      let left = end - MonotonicTime.now
      guard left > 0 else { return false }
      let count = Glibc.poll(&entry, 1, Int32(clamping: left / 1_000_000 + 1))
      if count > 0 { return true }
      if count < 0, errno != EINTR { throw PostgresError(connection: SystemError.current.description) }
    }
  }
}

extension PostgresConnection {
  /// The server's version, such as 150004.
  var serverVersion: Int { Int(PQserverVersion(handle)) }

  /// The number of the server process.
  var backend: Int { Int(PQbackendPID(handle)) }

  var socket: Int32 { PQsocket(handle) }

  /// Whether nothing has arrived since the last statement: a server that ends a session says so.
  var isQuiet: Bool {
    var entry = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    return entry.fd >= 0 && PQstatus(handle) == CONNECTION_OK && Glibc.poll(&entry, 1, 0) == 0
  }

  /// Returns what the server says of a parameter, such as `server_encoding`.
  func parameter(_ name: String) -> String {
    PQparameterStatus(handle, name).map { String(cString: $0) } ?? ""
  }

  /// Takes the server's warnings since the last call.
  func takeWarnings() -> [PostgresError] { warnings.take() }
}

/// The warnings of a connection. Only the thread that uses the connection touches them.
private final class Warnings {
  private var all: [PostgresError] = []

  func add(_ message: PostgresError) {
    if message.severity == "WARNING", all.count < 100 { all.append(message) }
  }

  func take() -> [PostgresError] {
    defer { all = [] }
    return all
  }
}

extension PostgresConnection {
  /// Runs statements without arguments, which may be several in one text, and returns the rows of the last.
  @discardableResult
  func execute(_ sql: String) throws(PostgresError) -> QueryResult? {
    if PQpipelineStatus(handle) != PQ_PIPELINE_OFF { PQexitPipelineMode(handle) }
    // The binary form of the rows needs the extended protocol, which takes one statement.
    let isQuery = sql.hasPrefix("SELECT")
    let isSent =
      isQuery ? PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1) : PQsendQuery(handle, sql)
    guard isSent == 1 else { throw PostgresError(of: handle) }
    try flush()
    var last: QueryResult?
    var failure: PostgresError?
    while let result = try nextResult() {
      if let error = Self.error(of: result) {
        failure = failure ?? error
        PQclear(result)
      } else {
        last = QueryResult(result)
      }
    }
    if let failure { throw failure }
    return last
  }

  /// Runs statements in one round trip, and returns the rows of each.
  ///
  /// - Throws: the error of the first statement that fails; the server skips those after it.
  func run(_ calls: [Statement.Call]) throws(PostgresError) -> [QueryResult] {
    if PQpipelineStatus(handle) == PQ_PIPELINE_OFF, PQenterPipelineMode(handle) != 1 {
      throw PostgresError(of: handle)
    }
    // For each command the statement that it prepares; nil if it runs one.
    var commands: [String?] = []
    var announced: Set<String> = []
    for call in calls {
      let statement = call.statement
      if !prepared.contains(statement.name), announced.insert(statement.name).inserted {
        guard PQsendPrepare(handle, statement.name, statement.sql, 0, nil) == 1 else {
          throw PostgresError(of: handle)
        }
        commands.append(statement.name)
      }
      try send(call)
      commands.append(nil)
    }
    guard PQpipelineSync(handle) == 1 else { throw PostgresError(of: handle) }
    try flush()
    var results: [QueryResult] = []
    results.reserveCapacity(calls.count)
    var failure: PostgresError?
    for preparing in commands {
      guard let result = try nextResult() else { throw PostgresError(of: handle) }
      if let error = Self.error(of: result) {
        if PQresultStatus(result) != PGRES_PIPELINE_ABORTED { failure = failure ?? error }
        PQclear(result)
        if error.isOfConnection, let failure { throw failure }
      } else if let preparing {
        prepared.insert(preparing)
        PQclear(result)
      } else {
        results.append(QueryResult(result))
      }
      // An empty result ends the results of a statement.
      while let more = try nextResult() { PQclear(more) }
    }
    while true {
      guard let result = try nextResult() else { throw PostgresError(of: handle) }
      defer { PQclear(result) }
      if PQresultStatus(result) == PGRES_PIPELINE_SYNC { break }
      failure = failure ?? Self.error(of: result)
    }
    if let failure { throw failure }
    return results
  }

  private func send(_ call: Statement.Call) throws(PostgresError) {
    let arguments = call.arguments
    let isSent = arguments.bytes.withUnsafeBytes { bytes in
      // Without an address libpq would send a null.
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.emptyValue
      var start = 0
      var values: [UnsafePointer<CChar>?] = []
      var lengths: [Int32] = []
      for end in arguments.ends {
        values.append(base + start)
        lengths.append(Int32(clamping: end - start))
        start = end
      }
      let formats = [Int32](repeating: 1, count: values.count)
      return PQsendQueryPrepared(
        handle, call.statement.name, Int32(values.count), values, lengths, formats, 1)
    }
    guard isSent == 1 else { throw PostgresError(of: handle) }
  }

  /// An address for values without bytes.
  private static var emptyValue: UnsafePointer<CChar> {
    let empty: StaticString = ""
    return UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Sends everything that libpq has gathered, and reads what the server sends meanwhile.
  private func flush() throws(PostgresError) {
    while true {
      let left = PQflush(handle)
      guard left >= 0 else { throw PostgresError(of: handle) }
      if left == 0 { return }
      guard try poll(POLLIN | POLLOUT, until: MonotonicTime.after(patience)) else { throw silence }
      guard PQconsumeInput(handle) == 1 else { throw PostgresError(of: handle) }
    }
  }

  private func nextResult() throws(PostgresError) -> OpaquePointer? {
    while PQisBusy(handle) == 1 {
      guard try poll(POLLIN, until: MonotonicTime.after(patience)) else { throw silence }
      guard PQconsumeInput(handle) == 1 else { throw PostgresError(of: handle) }
    }
    return PQgetResult(handle)
  }

  private var silence: PostgresError {
    PostgresError(connection: "the server did not respond in \(Int(patience.milliseconds)) ms")
  }

  private static func error(of result: OpaquePointer) -> PostgresError? {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_PIPELINE_SYNC: nil
    case PGRES_PIPELINE_ABORTED: PostgresError(aborted: ())
    default: PostgresError(result: result)
    }
  }
}

extension PostgresError {
  /// The error of a statement that the server has skipped.
  fileprivate init(aborted: ()) {
    state = nil
    message = "the statement was skipped"
    isOfConnection = false
  }
}

extension PostgresConnection {
  /// A message that another connection has sent on a channel.
  struct Notification {
    var payload: String
    /// The number of the server process of the sender.
    var backend: Int
  }

  /// Reads the messages that have arrived, and returns the notifications.
  func notifications() throws(PostgresError) -> [Notification] {
    guard PQconsumeInput(handle) == 1 else { throw PostgresError(of: handle) }
    var found: [Notification] = []
    while let notify = PQnotifies(handle) {
      found.append(
        Notification(
          payload: notify.pointee.extra.map { String(cString: $0) } ?? "",
          backend: Int(notify.pointee.be_pid)))
      PQfreemem(notify)
    }
    return found
  }
}
