import Glibc
import TestSupport
import Testing

/// The states that a service says to the manager that has started it, by the protocol of systemd.
struct ServiceManagerTests {
  /// A socket of a manager.
  private final class Manager {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

    /// - Parameter path: as in `NOTIFY_SOCKET`: `@` begins the name of an abstract socket.
    init(_ path: String) throws {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { name in
        name.copyBytes(from: path.utf8)
        if path.hasPrefix("@") { name[0] = 0 }
      }
      let length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + path.utf8.count)
      let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      try #require(code == 0)
      var limit = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// The next message; nil if none comes.
    func next() -> String? {
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }

  @Test(arguments: [false, true])
  func `a service is ready once it listens, and stopping once it has the signal`(isAbstract: Bool) throws {
    let path = (isAbstract ? "@" : "") + TemporaryFiles.path("notify")
    let manager = try Manager(path)
    let service = try RunningService(environment: ["NOTIFY_SOCKET": path])
    #expect(manager.next() == "READY=1")
    #expect(service.serves)
    service.stop()
    #expect(manager.next() == "STOPPING=1")
    #expect(service.process.exitCode == 0)
  }

  @Test func `a service that responds says again and again that it is alive, and a stopped process does not`()
    throws
  {
    let path = TemporaryFiles.path("notify")
    let manager = try Manager(path)
    let service = try RunningService(environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "400000"])
    #expect(manager.next() == "READY=1")
    for _ in 0..<3 { #expect(manager.next() == "WATCHDOG=1") }
    service.stop()
    while let message = manager.next(), message != "STOPPING=1" { #expect(message == "WATCHDOG=1") }
  }

  @Test func `a service says that it is alive while clients take all connections`() throws {
    let path = TemporaryFiles.path("notify")
    let manager = try Manager(path)
    let service = try RunningService(
      "--connections", "4", "--request-deadline", "600s", "--idle-timeout", "600s", "--metrics-listen",
      "127.0.0.1:0", environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "400000"])
    #expect(manager.next() == "READY=1")
    let port = try service.metricsPort()
    let clients = try (0..<4).map { _ throws -> HTTPClient in
      let client = try service.client()
      client.send("POST /v1/layouts HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
      return client
    }
    #expect(
      eventually {
        let page = HTTPClient(port: port)?.request("GET", "/metrics")?.text ?? ""
        return page.contains("tessera_connections{state=\"reading\"} 4\n")
      })
    // Messages from before do not count.
    while recv(manager.descriptor, nil, 0, Int32(MSG_DONTWAIT)) >= 0 {}
    for _ in 0..<3 { #expect(manager.next() == "WATCHDOG=1") }
    for client in clients { client.close() }
  }

  /// Starts a service with some sockets that Python has opened, as a service manager does: from descriptor 3 on.
  private func activated(_ count: Int, listening: Bool = true) throws -> RunningService {
    let script = """
      import os, socket, sys
      made = [socket.create_server(("127.0.0.1", 0)) if \(listening ? "True" : "False") else socket.socket()
              for _ in range(\(count))]
      high = [os.dup(each.fileno()) for each in made for _ in range(8)][-\(count):]
      for number, descriptor in enumerate(high):
          os.dup2(descriptor, 3 + number)
      variables = {**os.environ, "LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "\(count)"}
      os.execve("\(Repository.binary)", ["tessera", "serve", "--store", "memory:", "--listen", "192.0.2.1:1"], variables)
      """
    return try RunningService(["python3", "-c", script], program: "/usr/bin/env")
  }

  @Test func `a service listens on the socket that its manager has opened, in place of its own address`()
    throws
  {
    let service = try activated(1)
    #expect(service.serves)
    #expect(service.stop() == 0)
  }

  @Test func `several sockets, and one that does not listen, are refused with the reason`() {
    for (count, listening, reason) in [
      (2, true, "takes one socket"), (1, false, "is no socket that listens"),
    ] {
      #expect {
        _ = try activated(count, listening: listening)
      } throws: {
        ($0 as? CannotStart)?.reason.contains(reason) == true
      }
    }
  }

  @Test func `a watchdog of another process, or a socket that is not there, is no reason to fail`() throws {
    let path = TemporaryFiles.path("notify")
    let manager = try Manager(path)
    let watched = try RunningService(
      environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"])
    #expect(manager.next() == "READY=1")
    watched.stop()
    #expect(manager.next() == "STOPPING=1")
    for lost in [TemporaryFiles.path("none"), "relative", "", String(repeating: "/x", count: 200)] {
      let service = try RunningService(environment: ["NOTIFY_SOCKET": lost])
      #expect(service.serves)
      #expect(service.stop() == 0)
    }
  }
}
