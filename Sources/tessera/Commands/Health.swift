import ArgumentParser
import Foundation
import HTTPServer

/// `tessera health`: asks a running service whether it is ready, for a container's probe.
struct Health: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask a running service whether it is ready; exits 0 if it is.")

  @Option(help: "Where the service listens (default: TESSERA_LISTEN, or 127.0.0.1:8080).")
  var listen: String?

  func run() throws {
    let settings = try Settings(
      flags: listen.map { [.listen: $0] } ?? [:], environment: ProcessInfo.processInfo.environment)
    var address = try SettingReader(settings: settings).address(.listen)
    // A service that listens everywhere is asked here.
    if address.host == "0.0.0.0" { address.host = "127.0.0.1" }
    if address.host == "::" { address.host = "::1" }
    let status = ProbeClient.status(of: "/readyz", at: address)
    print(
      status.map { $0 == 200 ? "ready" : "not ready: \($0)" }
        ?? "no answer from \(address.host):\(address.port)")
    if status != 200 { throw ExitCode.failure }
  }
}
