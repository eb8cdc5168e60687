import ArgumentParser
import Foundation
import HTTPServer

/// `tessera health`: checks that a running service responds, for a container's probe.
///
/// By itself it does not check that the service is ready: orchestrators restart a container that fails this probe, and a
/// service with a full queue is busy, not broken.
struct Health: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that a running service responds; exits with 0 if it does.")

  @Option(
    help: """
      Where the service responds (default: TESSERA_METRICS_LISTEN, TESSERA_LISTEN or \
      \(Setting.listen.fallback)).
      """)
  var listen: String?

  @Flag(help: "Check that the service is ready for requests too.")
  var ready = false

  func run() throws {
    let settings = try Settings.read(
      flags: listen.map { [Setting.listen.name: $0] } ?? [:], environment: ProcessInfo.processInfo.environment
    )
    var configuration = ServeConfiguration()
    try Setting.listen.apply(settings[.listen], to: &configuration)
    // Clients of the service cannot use up the connections of the other address.
    if listen == nil { try Setting.metricsListen.apply(settings[.metricsListen], to: &configuration) }
    let address = (configuration.metricsListen ?? configuration.listen).local
    let status = ProbeClient.status(of: ready ? "/readyz" : "/healthz", at: address)
    print(
      status.map { $0 == 200 ? (ready ? "ready" : "ok") : "not \(ready ? "ready" : "ok"): \($0)" }
        ?? "no response from \(address)")
    if status != 200 { throw ExitCode.failure }
  }
}
