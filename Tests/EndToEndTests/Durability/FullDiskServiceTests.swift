import Foundation
import Glibc
import TestSupport
import Testing

/// A service whose disk is full: a file system in memory of a few megabytes, which only the service sees.
struct FullDiskServiceTests {
  @Test(.enabled(if: SmallDisk.isAllowed))
  func `on a full disk a service starts, reads and deletes, and says that it takes no changes`() throws {
    let disk = try SmallDisk(megabytes: 24)
    var service = try disk.serve()
    var counts: [String: Int] = [:]
    for id in ["a", "b", "c"] {
      #expect(try service.keep(id, ["start"]).status == 201)
      counts[id] = 1
    }
    #expect(try saysFull(service, &counts))
    #expect(try service.ask("GET", "/readyz").status == 200)
    #expect(service.process.errors.contains("the store is full"))

    for signal in [SIGKILL, SIGTERM] {
      service.process.signal(signal)
      service.process.waitForExit()
      service = try disk.serve()
      for (id, count) in counts { #expect(try service.items(of: id).ids.count == count) }
      #expect(try saysFull(service, &counts))
    }

    // The only way to make space through the API.
    #expect(try service.ask("DELETE", "/v1/collections/a").status == 204)
    counts["a"] = nil
    #expect(try service.insert("more", into: "b").status == 200)
    counts["b"]? += 1
    #expect(try service.ask("GET", "/readyz").json?["store"] == nil)
    #expect(try service.metrics()["tessera_store_writable"] == 1)

    // And again, because the reserve has been filled.
    #expect(try saysFull(service, &counts))
    #expect(try service.ask("DELETE", "/v1/collections/b").status == 204)
    counts["b"] = nil
    service.stop()
    service = try disk.serve()
    for id in ["a", "b"] { #expect(try service.ask("GET", "/v1/collections/\(id)").status == 404) }
    #expect(try service.items(of: "c").ids.count == counts["c"])
  }

  /// Fills the disk, and returns whether the service says that it is full.
  private func saysFull(_ service: RunningService, _ counts: inout [String: Int]) throws -> Bool {
    // What the service does by itself may have found space in between.
    for _ in 0..<200 {
      for length in [200_000, 20_000, 2000] { try fill(service, &counts, length) }
      let isFull = try service.ask("GET", "/readyz").json?["store"]?.string == "full"
      if isFull, try service.metrics()["tessera_store_writable"] == 0 { return true }
    }
    return false
  }

  /// Inserts items in turn until none fits.
  private func fill(_ service: RunningService, _ counts: inout [String: Int], _ length: Int) throws {
    let ids = counts.keys.sorted()
    for number in 0... {
      let id = ids[number % ids.count]
      let item = "\(length) \(counts[id]!) " + String(repeating: "x", count: length)
      let answer = try service.insert(item, into: id)
      guard answer.status == 200 else {
        #expect(answer.code == "store_full", "\(answer.text)")
        return
      }
      counts[id]! += 1
    }
  }

  @Test func `a limit on files is a full store at the start too, and a higher one ends it without a restart`()
    throws
  {
    let store = StoreFile()
    let arguments = ["--store", "sqlite:\(store.path)"]
    // No file may be larger than a megabyte, until the limit is raised.
    var service = try RunningService(arguments, after: "ulimit -S -f 2048")
    for id in ["a", "b"] { #expect(try service.keep(id, ["start"]).status == 201) }
    var count = 1
    while try service.insert("\(count) " + String(repeating: "long", count: 500), into: "a").status == 200 {
      count += 1
    }
    service.process.signal(SIGKILL)
    service.process.waitForExit()

    service = try RunningService(arguments, after: "ulimit -S -f 2048")
    #expect(try service.items(of: "a").ids.count == count)
    func saysFull() throws -> Bool {
      try eventually {
        while try service.insert("\(count)", into: "a").status == 200 { count += 1 }
        return try service.ask("GET", "/readyz").json?["store"]?.string == "full"
      }
    }
    #expect(try saysFull())
    #expect(try service.ask("DELETE", "/v1/collections/b").status == 204)
    #expect(try service.ask("GET", "/readyz").json?["store"] == nil)
    #expect(try saysFull())
    let raised = try ChildProcess(
      "/usr/bin/env", ["prlimit", "--pid", "\(service.process.pid)", "--fsize=unlimited"])
    #expect(raised.waitForExit() == 0, "\(raised.errors)")
    #expect(try eventually { try service.ask("GET", "/readyz").json?["store"] == nil })
    #expect(try eventually { try service.metrics()["tessera_store_writable"] == 1 })
    #expect(try service.insert("more", into: "a").status == 200)
  }
}

/// A file system in memory, in a namespace of its own, which needs no rights where the system lets users make one.
final class SmallDisk {
  private static let unshare = ["unshare", "--map-root-user", "--mount"]
  private let holder: ChildProcess
  private let folder: String

  /// Whether this system lets a test make one.
  static let isAllowed: Bool = {
    let mount = "mount -t tmpfs -o size=1m tmpfs /tmp"
    return (try? ChildProcess("/usr/bin/env", unshare + ["/bin/sh", "-c", mount]))?.waitForExit() == 0
  }()

  init(megabytes: Int) throws {
    folder = TemporaryFiles.path("disk")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let mount = "mount -t tmpfs -o size=\(megabytes)m tmpfs \"$0\" && echo mounted && exec sleep infinity"
    let holder = try ChildProcess("/usr/bin/env", Self.unshare + ["/bin/sh", "-c", mount, folder])
    _ = eventually { holder.outputText.contains("mounted") || holder.exitCode != nil }
    guard holder.exitCode == nil else { throw CannotStart(path: folder, reason: holder.errors) }
    self.holder = holder
  }

  /// Starts a service whose store is on the disk.
  func serve() throws -> RunningService {
    try RunningService(
      [
        "nsenter", "--target", "\(holder.pid)", "--user", "--mount", "--preserve-credentials",
        Repository.binary, "serve", "--listen", "127.0.0.1:0", "--deadline", "600s",
        "--store", "sqlite:\(folder)/store.sqlite",
      ], program: "/usr/bin/env")
  }
}
