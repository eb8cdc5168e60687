import Foundation
import TestSupport
import Testing

/// A store whose file is taken away while the service runs.
struct LostStoreTests {
  private let store = StoreFile()

  enum Loss: CaseIterable, Sendable {
    case deletion, deletionOfTheLog, replacement, truncation
  }

  @Test(arguments: Loss.allCases)
  func `a store file that is lost takes no changes, and the service says so`(loss: Loss) throws {
    let service = try store.serve()
    #expect(try service.keep("a", ["1"]).status == 201)
    let files = FileManager.default
    switch loss {
    case .deletion:
      for file in ["", "-wal", "-shm"] { try files.removeItem(atPath: store.path + file) }
    case .deletionOfTheLog: try files.removeItem(atPath: store.path + "-wal")
    case .replacement:
      let other = StoreFile()
      try other.shell("CREATE TABLE notes (words TEXT)")
      try files.removeItem(atPath: store.path)
      try files.moveItem(atPath: other.path, toPath: store.path)
    case .truncation: try store.write([UInt8]())
    }
    for _ in 1...2 {
      let answer = try service.insert("2", into: "a")
      #expect(answer.status == 503 && answer.code == "store_unavailable", "\(answer.text)")
    }
    let readiness = try service.ask("GET", "/readyz")
    #expect(readiness.status == 503 && readiness.code == "store_unavailable")
    #expect(try service.metrics()["tessera_store_writable"] == 0)
    #expect(service.process.errors.contains(store.path))
    #expect(try service.ask("GET", "/livez").status == 200)
  }

  @Test func `a store file that comes back takes changes again`() throws {
    var service = try store.serve()
    #expect(try service.keep("a", ["1"]).status == 201)
    let aside = store.path + "-aside"
    try FileManager.default.moveItem(atPath: store.path, toPath: aside)
    #expect(try service.insert("2", into: "a").code == "store_unavailable")
    try FileManager.default.moveItem(atPath: aside, toPath: store.path)
    #expect(try eventually { try service.ask("GET", "/readyz").status == 200 })
    #expect(try service.insert("3", into: "a").status == 200)
    service.stop()
    service = try store.serve()
    #expect(try service.items(of: "a").ids == ["3", "1"])
  }
}
