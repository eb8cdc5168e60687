import Foundation
import Glibc
import TestSupport
import Testing

/// A service that listens on a Unix socket.
struct UnixSocketTests {
  /// Starts a service, and waits until it has written its first line.
  private func started(_ path: String, _ arguments: [String] = []) throws -> ChildProcess {
    let process = try ChildProcess(
      Repository.binary, ["serve", "--store", "memory:", "--listen", "unix:\(path)"] + arguments)
    _ = eventually { process.errors.contains("\n") || process.exitCode != nil }
    return process
  }

  private func listening(_ path: String, _ arguments: String...) throws -> ChildProcess {
    let process = try started(path, arguments)
    try #require(process.errors.contains("listens on unix:\(path) as process"), "\(process.errors)")
    return process
  }

  /// The permissions of a file; nil if there is none.
  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  private func stop(_ process: ChildProcess) -> Int32? {
    process.signal(SIGTERM)
    return process.waitForExit()
  }

  @Test func `a service serves over a socket, whose file is gone when it has ended`() throws {
    let path = TemporaryFiles.path("socket")
    let process = try listening(path)
    #expect(mode(path) == 0o660)
    let client = try #require(HTTPClient(path: path))
    // The second request is on the same connection.
    for _ in 0..<2 {
      let response = client.request(
        "POST", "/v1/layouts", ["Content-Type: application/json"], body: Array(Bodies.small.utf8))
      #expect(response?.status == 200)
    }
    client.close()
    #expect(stop(process) == 0)
    #expect(mode(path) == nil)
    #expect(HTTPClient(path: path) == nil)
  }

  @Test func `a socket has the permissions that are set, with any mask of the process`() throws {
    for wanted in ["0600", "666"] {
      let path = TemporaryFiles.path("socket")
      let process = try listening(path, "--socket-mode", wanted)
      #expect(mode(path) == mode_t(wanted, radix: 8))
      #expect(stop(process) == 0)
    }
  }

  @Test func `a health check asks over the socket, and over that of metrics`() throws {
    let (path, metrics) = (TemporaryFiles.path("socket"), TemporaryFiles.path("metrics"))
    let process = try listening(path, "--metrics-listen", "unix:\(metrics)")
    #expect(eventually { process.errors.contains("metrics on unix:\(metrics), /metrics") })
    #expect(try tessera("health", "--listen", "unix:\(path)").exitCode == 0)
    let addresses = ["TESSERA_LISTEN": "127.0.0.1:1", "TESSERA_METRICS_LISTEN": "unix:\(metrics)"]
    let ready = try tessera("health", "--ready", environment: addresses)
    #expect(ready.exitCode == 0 && ready.outputText == "ready\n")
    let page = try #require(HTTPClient(path: metrics)?.request("GET", "/metrics"))
    #expect(page.status == 200 && page.text.contains("tessera_connections{"))
    #expect(HTTPClient(path: path)?.request("GET", "/metrics")?.status == 404)
    #expect(stop(process) == 0)
    #expect(mode(path) == nil && mode(metrics) == nil)
    let none = try tessera("health", "--listen", "unix:\(path)")
    #expect(none.exitCode == 1 && none.outputText.contains("no response from unix:\(path)"))
  }

  @Test func `a client over a socket is the local address, which may be a trusted proxy`() throws {
    let path = TemporaryFiles.path("socket")
    let process = try listening(path, "--trusted-proxies", "127.0.0.1", "--log-format", "json")
    let client = try #require(HTTPClient(path: path))
    #expect(client.request("GET", "/healthz")?.status == 200)
    #expect(client.request("GET", "/healthz", ["X-Forwarded-For: 203.0.113.9"])?.status == 200)
    client.close()
    #expect(stop(process) == 0)
    let remotes = process.outputText.split(separator: "\n").compactMap {
      (try? JSONTree(parsing: Array($0.utf8)))?["remote"]?.string
    }
    #expect(remotes == ["127.0.0.1", "203.0.113.9"])
  }

  @Test func `a service replaces the file of one that was killed, and not that of one that serves`() throws {
    let path = TemporaryFiles.path("socket")
    let killed = try listening(path)
    killed.signal(SIGKILL)
    killed.waitForExit()
    #expect(mode(path) != nil && HTTPClient(path: path) == nil)
    let process = try listening(path)
    let second = try started(path)
    #expect(second.waitForExit() == 1)
    #expect(second.errors.contains("cannot listen on unix:\(path): ") && second.errors.contains("in use"))
    #expect(HTTPClient(path: path)?.request("GET", "/healthz")?.status == 200)
    #expect(stop(process) == 0)
  }

  @Test func `a file that is no socket stays as it is`() throws {
    let path = TemporaryFiles.path("socket")
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    let process = try started(path)
    #expect(process.waitForExit() == 1)
    #expect(process.errors.contains("cannot listen on unix:\(path): "))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func `a service that ends leaves the file of the one that has taken its place`() throws {
    let path = TemporaryFiles.path("socket")
    let old = try listening(path)
    // As when an operator replaces a service without a pause.
    unlink(path)
    let new = try listening(path)
    #expect(stop(old) == 0)
    #expect(HTTPClient(path: path)?.request("GET", "/healthz")?.status == 200)
    #expect(stop(new) == 0)
    #expect(mode(path) == nil)
  }

  @Test func `a service takes a socket that its manager has opened, and leaves the file to it`() throws {
    let path = TemporaryFiles.path("socket")
    let script = """
      import os, socket
      made = socket.socket(socket.AF_UNIX)
      made.bind("\(path)")
      made.listen()
      high = os.dup(os.dup(os.dup(made.fileno())))
      os.dup2(high, 3)
      variables = {**os.environ, "LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
      os.execve("\(Repository.binary)", ["tessera", "serve", "--store", "memory:"], variables)
      """
    let process = try ChildProcess("/usr/bin/env", ["python3", "-c", script])
    #expect(
      eventually { process.errors.contains("listens on unix:\(path) as process") }, "\(process.errors)")
    #expect(HTTPClient(path: path)?.request("GET", "/healthz")?.status == 200)
    #expect(stop(process) == 0)
    #expect(mode(path) != nil)
  }

  @Test func `a socket in a folder that is not there is refused with the reason`() throws {
    let path = TemporaryFiles.path("none") + "/socket"
    let process = try started(path)
    #expect(process.waitForExit() == 1)
    #expect(process.errors.contains("cannot listen on unix:\(path): "))
    #expect(process.errors.lowercased().contains("no such file"))
  }
}
