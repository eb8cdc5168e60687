import Foundation
import Glibc
import TestSupport

/// `tessera serve` on a free port of the loopback, ended with the test that started it.
final class RunningService {
  let process: ChildProcess
  let port: UInt16

  var address: String { "127.0.0.1:\(port)" }

  convenience init(_ arguments: String..., environment: [String: String] = [:]) throws {
    try self.init(arguments, environment: environment)
  }

  /// - Parameters:
  ///   - shell: commands that a shell runs before it becomes the service.
  ///   - program: another program that serves, which is started with the arguments alone.
  init(
    _ arguments: [String], environment: [String: String] = [:], after shell: String? = nil,
    program: String? = nil
  ) throws {
    // The store of a test is deleted with it, unless the test names a directory.
    let store = arguments.contains("--store") ? [] : ["--store", "memory:"]
    // A busy machine is slow, and only tests of the deadline are about it.
    // Only tests of the rule about keys need long ones.
    let shortKeys = arguments.contains("--short-keys") ? [] : ["--short-keys", "on"]
    let isTimed = arguments.contains("--deadline") || environment["TESSERA_DEADLINE"] != nil
    let command =
      program.map { [$0] + arguments }
      ?? [Repository.binary, "serve", "--listen", "127.0.0.1:0"] + store
      + (isTimed ? [] : ["--deadline", "600s"]) + shortKeys + arguments
    let started = shell.map { ["/bin/sh", "-c", "\($0); exec \"$@\"", "sh"] + command } ?? command
    process = try ChildProcess(
      started[0], Array(started.dropFirst()), environment: environment, workingDirectory: Repository.root.path
    )
    var line = ""
    let process = process
    _ = eventually {
      let errors = process.errors
      line = String(errors.prefix { $0 != "\n" })
      return errors.contains("\n") || process.exitCode != nil
    }
    let match = line.firstMatch(of: /listens on http:\/\/\S+:(\d+)/)
    guard let port = match.flatMap({ UInt16($0.1) }) else {
      throw CannotStart(path: Repository.binary, reason: process.errors)
    }
    self.port = port
  }

  /// A service that tests share, with the default settings and tokens; it ends with the test process.
  static let shared: SharedService = SharedService()

  func client(timeout: Int = 60) throws -> HTTPClient {
    guard let client = HTTPClient(port: port, timeout: timeout) else { throw NoAnswer(request: "to connect") }
    return client
  }

  /// Sends one request on a connection of its own and reads the response.
  func ask(
    _ method: String, _ target: String, _ headers: [String] = [], body: [UInt8]? = nil
  ) throws -> HTTPResponse {
    guard let answer = try client().request(method, target, headers, body: body) else {
      throw NoAnswer(request: "\(method) \(target)")
    }
    return answer
  }

  func solve(_ body: String, _ headers: [String] = [], format: String? = nil) throws -> HTTPResponse {
    let query = format.map { "?format=\($0)" } ?? ""
    return try ask(
      "POST", "/v1/layouts" + query, ["Content-Type: application/json"] + headers, body: Array(body.utf8))
  }

  /// Whether the service still computes a layout.
  var serves: Bool { (try? solve(Bodies.small).status) == 200 }

  /// The samples of `/metrics` by name and labels.
  func metrics() throws -> [String: Double] {
    let page = try ask("GET", "/metrics")
    return Dictionary(
      page.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        let parts = line.split(separator: " ")
        return Double(parts[parts.count - 1]).map { (parts.dropLast().joined(separator: " "), $0) }
      }
    ) { $1 }
  }

  /// The port of `--metrics-listen`, which the service has to be started with.
  func metricsPort() throws -> UInt16 {
    _ = eventually { process.errors.contains("/metrics") || process.exitCode != nil }
    let match = process.errors.firstMatch(of: /metrics on http:\/\/127\.0\.0\.1:(\d+)\/metrics/)
    guard let port = match.flatMap({ UInt16($0.1) }) else {
      throw CannotStart(path: Repository.binary, reason: process.errors)
    }
    return port
  }

  /// Stops the service in order and waits for its end.
  @discardableResult
  func stop() -> Int32? {
    process.signal(SIGTERM)
    return process.waitForExit()
  }
}

/// A request without a response.
struct NoAnswer: Error {
  var request: String
}

/// The one service that most tests use.
final class SharedService: Sendable {
  private nonisolated(unsafe) let service: RunningService

  fileprivate init() {
    do {
      service = try RunningService(
        environment: ["TESSERA_TOKEN_SECRET": "a secret of the tests and of no use elsewhere"])
    } catch {
      fatalError("the service does not start: \(error)")
    }
    SharedService.pid = service.process.pid
    atexit { kill(SharedService.pid, SIGKILL) }
  }

  private nonisolated(unsafe) static var pid: pid_t = 0

  /// A request opens a connection of its own and changes nothing in the service.
  var value: RunningService { service }
}

/// Bodies that tests send.
enum Bodies {
  static let small =
    "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"flow\"},\"sections\":[{\"itemCount\":3}]}"

  /// A body that takes a worker some time: many items, each written out in the response.
  static func large(_ count: Int) -> String {
    "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"flow\"},"
      + "\"sections\":[{\"itemCount\":\(count)}]}"
  }
}
