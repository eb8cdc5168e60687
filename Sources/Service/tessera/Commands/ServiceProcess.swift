import API
import Collections
import Foundation
import HTTPServer
import Logging
import Support
import Synchronization

/// The service as a process: starts, prints its address, stops on a signal.
struct ServiceProcess {
  private let settings: Settings
  private let configuration: ServeConfiguration
  private let reread: @Sendable () throws -> Settings

  /// - Parameters:
  ///   - configuration: that of the settings.
  ///   - reread: reads the settings again as they are then.
  init(
    _ settings: Settings, _ configuration: ServeConfiguration,
    rereading reread: @escaping @Sendable () throws -> Settings
  ) {
    self.settings = settings
    self.reread = reread
    var configuration = configuration
    configuration.service.version = Tessera.version
    configuration.service.storeFile = configuration.store.file(dataDirectory: configuration.dataDirectory)
    configuration.service.ownFontFolder = configuration.store.fontFolder(
      dataDirectory: configuration.dataDirectory)
    self.configuration = configuration
  }

  func run() throws {
    if let limit = MachineMemory.shortage { throw TooLittleMemory(limit: limit) }
    MachineMemory.prepare()
    // Before the first thread, which would take the signals otherwise.
    let hangups = Hangups()
    let signals = ProcessSignals(onHangup: { hangups.arrive() })
    let messages = MessageLog(level: configuration.logLevel, format: configuration.logFormat)
    messages.bootstrap()
    defer { messages.close() }
    let log = Logger(label: "tessera")
    // A reader of the logs that has gone ends no process.
    signal(SIGPIPE, SIG_IGN)
    // A file that exceeds the limit of the process then makes the store full, and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    var configuration = configuration
    let environment = ProcessInfo.processInfo.environment
    configuration.service.server.inheritedSocket = try PassedSockets.listener(environment)
    let limitation = try divideDescriptors(of: &configuration)
    let accessLog = AccessLog(format: configuration.logFormat)
    let exporter = SpanExporter(configuration.spans, version: Tessera.version) { log.warning("\($0)") }
    let (journal, storeWarnings) = try configuration.store.open(configuration)
    let adoptions: [String]
    do throws(JournalError) {
      adoptions = try StoredTenants(journal, fontFolder: configuration.service.ownFontFolder)
        .adopt(configuration.service.keys)
    } catch {
      throw StartError(description: "The store's tenants cannot be brought up to date: \(error.text).")
    }
    journal.recorder?.arm()
    let service: Service
    do throws(JournalError) {
      service = try Service(
        configuration: configuration.service, journal: journal,
        log: ExchangeRecorder(lines: accessLog, exporter: exporter))
    } catch {
      guard case .unavailable(let reason) = error else { throw error }
      throw StartError(description: reason)
    }
    // Before the address listens: connections could take the descriptors that the fonts need.
    let fontWarnings = try loadFonts(service)
    let server = try Server(configuration: configuration.service.server, handler: service)
    service.countConnections(of: server)
    let reloader = Reloader(service, messages, settings, configuration, reread: reread)
    service.setReload { () throws(ReloadError) in try reloader.reload() }
    hangups.handle {
      // The thread of the signals has a small stack, and goes on waiting for those that stop the service.
      guard let thread = PosixThread(ifPossible: "reload", { _ = try? reloader.reload() }) else {
        return log.error("the configuration was not reloaded: no thread can be made; send SIGHUP again")
      }
      thread.detach()
    }
    let metricsServer = try configuration.metricsListen.map { try startMonitoringServer($0, service) }

    let address = ListenAddress(server.address)
    messages.announce("tessera \(Tessera.version) listens on \(address.url()) as process \(getpid())")
    log.info("\(settings.memoryDescription)")
    if let metricsServer { log.info("metrics on \(ListenAddress(metricsServer.address).url("/metrics"))") }
    if !PageEngineFiles.areCarried {
      log.info("this build carries no engine for browser pages; the server lays everything out for them")
    }
    if let limitation { log.warning("\(limitation)") }
    for adoption in adoptions { log.notice("\(adoption)") }
    let serviceWarnings = service.orphanWarnings + service.crashWarnings + service.ownFontWarnings
    let isPassed = configuration.service.server.inheritedSocket != nil
    let listen = isPassed ? address : configuration.listen
    let warnings = settings.warnings(listen: listen) + storeWarnings + fontWarnings
    for warning in warnings + serviceWarnings {
      log.warning("\(warning)")
    }

    let manager = ServiceManager(environment)
    manager?.say(.ready)
    // Where there is an address for probes, clients cannot use up its connections.
    let probed = ListenAddress(metricsServer?.address ?? server.address).local
    manager?.keepAlive { ProbeClient.status(of: "/livez", at: probed) == 200 }

    signals.wait()
    manager?.say(.stopping)
    service.announceStop()
    if configuration.shutdownDelay > .zero {
      server.announceStop()
      log.info("not ready, and serving for another \(Units.text(configuration.shutdownDelay))")
      _ = Semaphore().wait(atMost: configuration.shutdownDelay)
    }
    log.info("stopping: finishing \(server.requestsInFlight) requests")
    service.beginDraining()
    let start = ContinuousClock.now
    let finished = server.stop(grace: configuration.service.drain)
    service.shutdown(grace: .zero)
    // What the requests have left of their time, and a second at least.
    exporter?.close(within: max(.seconds(1), configuration.service.drain - (.now - start)))
    metricsServer?.stop(grace: .zero)
    journal.close()
    accessLog.close()
    log.info(finished ? "stopped" : "stopped; some requests were cancelled")
  }

  /// Raises the limit of descriptors, and lowers the limits of connections to what it leaves.
  ///
  /// - Returns: a sentence for the operator if fewer connections may be open than the setting says.
  /// - Throws: `TooFewDescriptors`.
  private func divideDescriptors(
    of configuration: inout ServeConfiguration
  ) throws(TooFewDescriptors) -> String? {
    let needs = DescriptorNeeds(configuration)
    // If the system refuses, because it is configured to allow less than the hard limit, the limit before holds.
    if let limit = FileLimit.current { try? FileLimit.raise(to: needs.softLimit(for: limit)) }
    guard let limit = FileLimit.current?.soft else { return nil }
    guard let plan = needs.plan(limit: limit) else { throw TooFewDescriptors(needs: needs, limit: limit) }
    configuration.service.server.connectionLimit = plan.connections
    configuration.service.server.lingerLimit = plan.lingering
    guard plan.connections < needs.connections else { return nil }
    return
      "at most \(plan.connections) connections may be open, not the \(needs.connections) of --connections: the process may "
      + "have \(limit) files and sockets open (ulimit -n, LimitNOFILE of systemd), and needs \(needs.reserve) of them for "
      + "other things"
  }

  /// Loads the fonts, and returns what an operator should know of them, each in a sentence.
  ///
  /// - Throws: `StartError` if the process cannot open all files. A service without any font starts.
  private func loadFonts(_ service: Service) throws(StartError) -> [String] {
    do throws(Problem) {
      try service.cells.load()
      return service.cells.fontWarnings
    } catch {
      let reason = error.cause ?? error.detail
      guard error.code == .fontsUnavailable else { throw StartError(description: reason) }
      return [reason]
    }
  }

  /// Starts the server of metrics and probes, with connections and a thread of its own.
  private func startMonitoringServer(_ address: ListenAddress, _ service: Service) throws -> Server {
    var server = ServerConfiguration.ofMetrics
    server.host = address.host
    server.port = address.port
    server.path = address.path
    server.socketMode = configuration.service.server.socketMode
    return try Server(configuration: server, handler: MonitoringHandler(service: service))
  }
}

/// Calls a function for each SIGHUP; for those that came before there was one, once.
private final class Hangups: Sendable {
  private struct State {
    var handler: (@Sendable () -> Void)?
    var isMissed = false
  }

  private let state = Mutex(State())

  func arrive() {
    let handler = state.withLock { state in
      if state.handler == nil { state.isMissed = true }
      return state.handler
    }
    handler?()
  }

  func handle(_ handler: @escaping @Sendable () -> Void) {
    let isMissed = state.withLock { state in
      state.handler = handler
      return state.isMissed
    }
    if isMissed { handler() }
  }
}

/// Why the service does not start, in a sentence for the operator.
struct StartError: Error, CustomStringConvertible {
  var description: String
}
