import ArgumentParser
import Foundation
import HTTPServer

/// `tessera health`: asks a running service whether it answers, for a container's probe.
///
/// Not whether it is ready: orchestrators restart what fails this probe, and a service with a full queue is busy,
/// not broken.
struct Health: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask a running service whether it answers; exits 0 if it does.")

  @Option(help: "Where the service listens (default: TESSERA_LISTEN, or 127.0.0.1:8080).")
  var listen: String?

  func run() throws {
    let settings = Settings(
      flags: listen.map { [.listen: $0] } ?? [:], environment: ProcessInfo.processInfo.environment)
    var address = try SettingReader(settings: settings).address(.listen)
    // A service that listens everywhere is asked here.
    if address.host == "0.0.0.0" { address.host = "127.0.0.1" }
    if address.host == "::" { address.host = "::1" }
    let status = ProbeClient.status(of: "/healthz", at: address)
    print(
      status.map { $0 == 200 ? "ok" : "not ok: \($0)" }
        ?? "no answer from \(address.host):\(address.port)")
    if status != 200 { throw ExitCode.failure }
  }
}
