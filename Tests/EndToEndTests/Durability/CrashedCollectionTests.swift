import Foundation
import Glibc
import TestSupport
import Testing

/// A collection that crashes the service: `Tests/CrashingService` is the service with such collections.
struct CrashedCollectionTests {
  private let store = StoreFile()

  /// Starts it without the backtraces of Swift, which take seconds to write.
  private func serve() throws -> RunningService {
    try RunningService(
      [store.path], environment: ["SWIFT_BACKTRACE": "enable=no"],
      program: Repository.program("crashing-service"))
  }

  /// Starts the service, sends a request that crashes it, and returns how it ended.
  private func crash(_ target: String) throws -> Int32? {
    let service = try serve()
    _ = try service.client().request("GET", target)
    return service.process.waitForExit()
  }

  @Test(arguments: [
    ("load-trap", [SIGILL, SIGTRAP]), ("load-abort", [SIGABRT]), ("load-recursion", [SIGSEGV]),
    ("load-memory", [SIGSEGV, SIGBUS]), ("history-trap", [SIGILL, SIGTRAP]),
  ])
  func `a collection that crashed the service twice is not loaded again, and is no harm to others`(
    id: String, signals: [Int32]
  ) throws {
    var service = try serve()
    for id in [id, "sound"] {
      #expect(try service.keep(id, ["a"]).status == 201)
      #expect(try service.insert("b", into: id).status == 200)
    }
    service.process.signal(SIGKILL)
    service.process.waitForExit()

    let path = "/v1/collections/\(id)"
    let crashing = id.hasPrefix("load") ? path : "\(path)/history?since=1"
    for round in 1...2 {
      #expect(signals.map { 128 + $0 }.contains(try crash(crashing)))
      service = try serve()
      #expect(service.process.errors.contains("The collection \(id) crashed"), "round \(round)")
      service.process.signal(SIGKILL)
      service.process.waitForExit()
    }

    service = try serve()
    for request in ["", "/attributes", "/events", "/history?since=1"] {
      let answer = try service.ask("GET", path + request)
      #expect(answer.status == 500 && answer.code == "collection_damaged", "\(answer.text)")
    }
    #expect(try service.insert("x", into: id).code == "collection_damaged")
    #expect(try service.insert("x", into: "sound").status == 200)
    let list = try service.ask("GET", "/v1/collections").json?["collections"]?.elements
    #expect(list?.compactMap { $0["id"]?.string } == ["sound"])
    #expect(try service.metrics()["tessera_collections_quarantined"] == 1)
    #expect(try service.ask("DELETE", path).status == 204)
    #expect(try service.metrics()["tessera_collections_quarantined"] == 0)
    #expect(try service.keep(id, ["b"]).status == 201)
    #expect(try service.items(of: id).ids == ["b"])
  }

  @Test func `without the recorder's file the collection is loaded again`() throws {
    var service = try serve()
    #expect(try service.keep("load-trap", ["a"]).status == 201)
    service.process.signal(SIGKILL)
    service.process.waitForExit()
    for _ in 1...2 { #expect(try crash("/v1/collections/load-trap") != nil) }
    service = try serve()
    #expect(try service.ask("GET", "/v1/collections/load-trap").status == 500)
    service.process.signal(SIGKILL)
    service.process.waitForExit()
    try FileManager.default.removeItem(atPath: store.path + "-recorder")
    #expect(try crash("/v1/collections/load-trap") != nil)
  }

  @Test(arguments: ["load-elsewhere", "load-killed"])
  func `a collection is not blamed for the crash of another thread, nor for a signal from outside`(id: String)
    throws
  {
    var service = try serve()
    #expect(try service.keep(id, ["a"]).status == 201)
    service.process.signal(SIGKILL)
    service.process.waitForExit()
    for _ in 1...3 {
      service = try serve()
      let port = service.port
      let wait = startConcurrently(1) {
        _ = HTTPClient(port: port)?.request("GET", "/v1/collections/\(id)")
      }
      if id == "load-killed" {
        usleep(300_000)
        // Swift's own handler of the other signals does not end the process if they come from outside.
        service.process.signal(SIGSYS)
      }
      #expect((service.process.waitForExit() ?? 0) > 128)
      wait()
    }
    service = try serve()
    #expect(!service.process.errors.contains("crashed"))
    #expect(try service.metrics()["tessera_collections_quarantined"] == 0)
    service.process.signal(SIGKILL)
  }
}
