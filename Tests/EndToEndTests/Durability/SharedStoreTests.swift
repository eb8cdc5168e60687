import Synchronization
import TestSupport
import Testing

/// Several services that use one store at once.
struct SharedStoreTests {
  private let store = StoreFile()

  @Test func `a backup that is made while everything changes is a whole store`() throws {
    let service = SharedHandle(try store.serve())
    let ids = (0..<4).map { "c\($0)" }
    for id in ids { _ = try service.value.keep(id, []) }
    let isOver = Atomic(false)
    let wait = startConcurrently(1) {
      runConcurrently(jobs: 4, threads: 4) { index in
        var number = 0
        while !isOver.load(ordering: .relaxed) {
          _ = try? service.value.insert("i\(number)", into: "c\(index)")
          number += 1
        }
      }
    }
    defer {
      isOver.store(true, ordering: .relaxed)
      wait()
    }
    for _ in 0..<3 {
      let before = try ids.map { try service.value.items(of: $0).version }
      let copied = try store.backup().serve()
      let after = try ids.map { try service.value.items(of: $0).version }
      for (place, id) in ids.enumerated() {
        let seen = try copied.items(of: id)
        #expect((before[place]...after[place]).contains(seen.version))
        #expect(seen.ids == (0..<(seen.version - 1)).reversed().map { "i\($0)" })
        #expect(try copied.insert("x", into: id).status == 200)
      }
    }
  }

  @Test func `readers during changes get whole versions, and never an older one`() throws {
    let service = SharedHandle(try store.serve())
    _ = try service.value.keep("c", [])
    let isOver = Atomic(false)
    let faults = Gathering<String>()
    let reads = Atomic(0)
    let port = service.value.port
    let readers = startConcurrently(6) {
      guard let client = HTTPClient(port: port) else { return faults.add("no connection") }
      var last = 1
      while !isOver.load(ordering: .relaxed) {
        guard let seen = SeenList("c", over: client) else { return faults.add("no answer") }
        // Every change inserts one row.
        if !seen.isWhole || seen.ids.count != seen.version - 1 {
          faults.add("version \(seen.version) is not whole")
        }
        if seen.version < last { faults.add("\(seen.version) after \(last)") }
        last = seen.version
        reads.add(1, ordering: .relaxed)
      }
    }
    runConcurrently(jobs: 200, threads: 3) { number in
      let answer = try? service.value.insert("i\(number)", at: 0, into: "c")
      if answer?.status != 200 { faults.add("a change was answered by \(answer?.status ?? 0)") }
    }
    isOver.store(true, ordering: .relaxed)
    readers()
    #expect(faults.values == [])
    #expect(reads.load(ordering: .relaxed) >= 50)
    #expect(try service.value.items(of: "c").version == 201)
  }

  @Test func `small changes of other collections go on while a very large one is made`() throws {
    let service = SharedHandle(try store.serve("--workers", "2"))
    for id in ["large", "a", "b"] {
      _ = try service.value.keep(id, [])
      // So that the response has only visible elements.
      _ = try service.value.send("PUT", "/v1/collections/\(id)/bounds", ["bounds": [0, 0, 100, 60]])
    }
    let items = (0..<300_000).map { "{\"id\":\"i\($0)\"}" }.joined(separator: ",")
    let body = Array("{\"sections\":[{\"id\":\"s\",\"items\":[\(items)]}]}".utf8)
    let isOver = Atomic(false)
    let wait = startConcurrently(1) {
      let client = try? service.value.client(timeout: 600)
      let answer = client?.request(
        "PUT", "/v1/collections/large/snapshot", ["Content-Type: application/json"], body: body)
      #expect(answer?.status == 200, "\(answer?.text.prefix(300) ?? "")")
      isOver.store(true, ordering: .releasing)
    }
    var meanwhile = 0
    while !isOver.load(ordering: .acquiring) {
      let answer = try service.value.insert("i\(meanwhile)", into: meanwhile % 2 == 0 ? "a" : "b")
      #expect(answer.status == 200)
      meanwhile += 1
    }
    wait()
    #expect(meanwhile >= 20)
    #expect(try service.value.ask("GET", "/v1/collections/large").json?["itemCount"] == 300_000)
  }
}
