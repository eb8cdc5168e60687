import API
import HTTPServer
import Support

extension MappingReserve {
  /// Bytes of a connection to an SQLite file: its cache of pages, 2 MB by default.
  private static let databaseConnection = 2 << 20
  /// Bytes of heaps that nothing else here counts, such as those of the runtime, of the C library and of logs that wait.
  private static let other = 12 << 20

  /// Returns what a service maps besides the memory for requests.
  init(_ configuration: ServeConfiguration) {
    let service = configuration.service
    var servers = [service.server]
    if configuration.metricsListen != nil { servers.append(.ofMetrics) }
    // Those that compute, the event threads, and the one for periodic tasks.
    var deep = service.threadLimit + servers.map(\.eventLoops).reduce(0, +) + 1
    // Signals, messages, the log of requests, and deadlines; and of each server those that accept and close.
    var shallow = 4 + 2 * servers.count
    // The one that sends spans, and one of libcurl that looks up a name.
    if configuration.spans.url != nil {
      shallow += 1
      deep += 1
    }
    var databaseConnections = 0
    switch configuration.store {
    case .memory: break
    case .dataDirectory, .sqlite:
      // One writes, and all that compute may read.
      deep += 1
      databaseConnections = service.threadLimit + 1
    case .postgres:
      // Threads that write, ask for tips, follow and replay, and the readers.
      deep += 3 + Processors.count + 8
      // Those that send hints and receive them.
      shallow += 2
    }
    self.init(
      files: service.mappedFonts,
      stacks: deep * PosixThread.Stack.deep.bytes + shallow * PosixThread.Stack.shallow.bytes,
      connections: servers.reduce(0) { $0 + $1.connectionLimit * $1.connectionMemory },
      libraries: ServiceConfiguration.textHeap + databaseConnections * Self.databaseConnection + Self.other)
  }
}

/// A limit of mappings that leaves too little for requests, so that the service does not start.
struct TooLittleMemory: Error, CustomStringConvertible {
  var limit: MappingLimit

  var description: String {
    let reserve = limit.reserve
    let (name, unit, files) =
      switch limit.kind {
      case .addressSpace: ("RLIMIT_AS", "ulimit -v, LimitAS of systemd", reserve.files)
      case .data: ("RLIMIT_DATA", "ulimit -d, LimitDATA of systemd", 0)
      }
    let fonts = files > 0 ? "for fonts \(Self.megabytes(files)), " : ""
    let flags = "--workers, --event-loops or --connections" + (files > 0 ? ", or name fewer --fonts" : "")
    return
      "The limit of the process's \(limit.kind.subject) (\(name)) is \(Self.megabytes(limit.limit)), and the server needs "
      + "\(Self.megabytes(limit.leastLimit)): for the program \(Self.megabytes(limit.initial)), \(fonts)for the stacks of "
      + "threads \(Self.megabytes(reserve.stacks)), connections \(Self.megabytes(reserve.connections)), libraries "
      + "\(Self.megabytes(reserve.libraries)), and requests \(Self.megabytes(MappingLimit.least)). Raise the limit "
      + "(\(unit)), or lower \(flags)."
  }

  /// Whole megabytes, rounded up.
  private static func megabytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20)MB" }
}
