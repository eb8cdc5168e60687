import API
import Dispatch
import Glibc
import HTTPServer
import Logging
import Support

/// The service as a process: starts, prints its address, stops on a signal.
struct ServiceProcess {
  private let configuration: ServeConfiguration
  private let memory: String
  private let warnings: [String]

  /// - Parameter memory: the memory and the limits that follow from it, for the log.
  init(_ configuration: ServeConfiguration, memory: String, warnings: [String]) {
    self.memory = memory
    var configuration = configuration
    configuration.service.version = Tessera.version
    configuration.service.storeFile = configuration.store.file(dataDirectory: configuration.dataDirectory)
    configuration.service.ownFontFolder = configuration.store.fontFolder(
      dataDirectory: configuration.dataDirectory)
    self.configuration = configuration
    self.warnings = warnings
  }

  func run() throws {
    MachineMemory.prepare()
    let messages = MessageLog()
    messages.bootstrap()
    defer { messages.close() }
    let log = Logger(label: "tessera")
    let signals = StopSignals()
    // A reader of the logs that has gone ends no process.
    signal(SIGPIPE, SIG_IGN)
    // A file that exceeds the limit of the process then makes the store full, and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    let accessLog = AccessLog(format: configuration.logFormat)
    let (journal, storeWarnings) = try configuration.store.open(configuration)
    journal.recorder?.arm()
    let service = try Service(
      configuration: configuration.service, journal: journal, log: accessLog)
    let server = try Server(configuration: configuration.service.server, handler: service)
    let metricsServer = try configuration.metricsListen.map { try startMetricsServer($0, service) }

    messages.write("tessera \(Tessera.version) listens on http://\(server.address)")
    log.info("\(memory)")
    if let metricsServer { log.info("metrics on http://\(metricsServer.address)/metrics") }
    if !PageEngineFiles.areCarried {
      log.info("this build carries no engine for browser pages; the server lays everything out for them")
    }
    loadFonts(service, log)
    for warning in warnings + storeWarnings + service.crashWarnings + service.ownFontWarnings {
      log.warning("\(warning)")
    }

    signals.wait()
    // Before the message: a reader of it may send the next signal.
    signals.exitOnNext()
    log.info("stopping: finishing \(server.requestsInFlight) requests")
    service.beginDraining()
    let finished = server.stop(grace: configuration.service.drain)
    service.shutdown(grace: .zero)
    metricsServer?.stop(grace: .zero)
    journal.close()
    accessLog.close()
    log.info(finished ? "stopped" : "stopped; some requests were cancelled")
  }

  /// Loads the fonts before a request needs them.
  private func loadFonts(_ service: Service, _ log: Logger) {
    DispatchQueue.global(qos: .utility).async {
      do throws(Problem) {
        for warning in try service.cells.load().fontWarnings {
          log.warning("font \(warning.path): \(warning.reason)")
        }
      } catch {
        log.warning("\(error.cause ?? error.detail)")
      }
    }
  }

  private func startMetricsServer(_ address: ListenAddress, _ service: Service) throws -> Server {
    var server = ServerConfiguration()
    server.host = address.host
    server.port = address.port
    server.eventLoops = 1
    return try Server(configuration: server, handler: MetricsHandler(service: service))
  }
}
