import HTTPServer
import Support

/// The descriptors that a service needs: those of its store, fonts, threads and servers, and those of its connections.
///
/// Anyone can open connections. If they could take all descriptors, the store could not be read, and fonts and folders
/// would be missing.
struct DescriptorNeeds: Equatable {
  /// Descriptors for everything but the connections of the service's own address.
  var reserve: Int
  /// The connections that may be open.
  var connections: Int
  /// The connections of each event loop that may linger.
  var lingering: Int
  var eventLoops: Int

  /// The connections, and of those the lingering ones, that a server for metrics alone may have.
  static let metricsConnections = 32
  static let metricsLingering = 8

  /// The most descriptors that can be open at once.
  var total: Int { reserve + connections + eventLoops * lingering }

  /// Returns how many connections fit in a limit of descriptors; nil if not even one does.
  func plan(limit: Int) -> DescriptorPlan? {
    guard limit > reserve else { return nil }
    let rest = limit - reserve
    // A connection that lingers lets its client read why it was refused: worth an eighth of the rest, or all that no
    // connection may take anyway.
    let lingering = min(lingering, max(rest / 8, rest - connections) / max(1, eventLoops))
    return DescriptorPlan(
      connections: min(connections, rest - lingering * eventLoops), lingering: lingering)
  }

  /// Returns the soft limit to ask for.
  ///
  /// That is the hard one, but no more than 2^20, where Linux itself ends by default (`fs.nr_open`), unless the
  /// connections need more. Some systems have a hard limit of 2^30 or none at all, and the kernel and libraries have
  /// tables for the descriptors that a process may have, or walk through all of them.
  func softLimit(for limit: FileLimit) -> Int { min(limit.hard, max(limit.soft, 1 << 20, total)) }
}

/// How the descriptors that a process may have are divided.
struct DescriptorPlan: Equatable {
  /// The connections that may be open.
  var connections: Int
  /// The connections of each event loop that may linger.
  var lingering: Int
}

extension DescriptorNeeds {
  /// Returns what a configuration needs.
  init(_ configuration: ServeConfiguration) {
    let server = configuration.service.server
    // Those that compute, and the main thread, the journal's, the one for periodic tasks and the event threads.
    let threads = configuration.service.threadLimit + 3 + server.eventLoops
    // A thread reads one file at a time: a font, patterns of hyphenation, one of /proc.
    var reserve = threads
    switch configuration.store {
    case .memory: break
    case .dataDirectory, .sqlite:
      // A reader has the database and its log open, and each thread may need one.
      reserve += 2 * threads
      // The database, its log and the index of that, the lock, and the log again for its mark.
      reserve += 5
    case .postgres:
      // 13 connections, of which each takes one more while it looks up a name or reads a certificate, and the descriptor
      // that wakes one of them.
      reserve += 2 * 13 + 1
    }
    reserve += server.descriptors
    if configuration.metricsListen != nil {
      reserve += ServerConfiguration.ofMetrics.descriptors + Self.metricsConnections + Self.metricsLingering
    }
    // The connection to a collector, and files and sockets to look up a name and to read certificates.
    if configuration.spans.url != nil { reserve += 8 }
    // The standard streams, what wakes the workers' watcher, and some to spare for libraries.
    reserve += 3 + 1 + 8
    self.init(
      reserve: reserve, connections: server.connectionLimit, lingering: server.lingerLimit,
      eventLoops: server.eventLoops)
  }
}

extension ServerConfiguration {
  /// The configuration of a server for metrics alone, still without its address. Its connections are part of the reserve.
  static var ofMetrics: ServerConfiguration {
    var server = ServerConfiguration()
    server.eventLoops = 1
    server.connectionLimit = DescriptorNeeds.metricsConnections
    server.lingerLimit = DescriptorNeeds.metricsLingering
    return server
  }
}

/// Too few descriptors for the service to start.
struct TooFewDescriptors: Error, CustomStringConvertible {
  var needs: DescriptorNeeds
  var limit: Int

  var description: String {
    "The process may have \(limit) files and sockets open, and needs \(needs.reserve) for its store, fonts and threads, and "
      + "one at least for a connection. Raise the limit (ulimit -n, LimitNOFILE of systemd), or lower "
      + "--workers or --event-loops."
  }
}
