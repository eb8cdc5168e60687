import TestSupport
import Testing

/// A service in a process whose memory is limited.
@Suite(.disabled(if: Sanitizer.isUsed, "a sanitizer takes memory of its own"))
struct MemoryLimitTests {
  /// A layout of items that take a few hundred bytes each.
  private func stack(_ count: Int) -> String {
    "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"stack\"},\"visibleRect\":[0,0,9,9],"
      + "\"sections\":[{\"itemCount\":\(count)}]}"
  }

  @Test func `limits follow from the memory, the log states them, and a request beyond the rest gets 503`()
    throws
  {
    // 800 MB, of which the stacks of threads take a part.
    let service = try RunningService(
      ["--request-memory", "100GB", "--workers", "2", "--event-loops", "1"], after: "ulimit -d 819200")
    let metrics = try service.metrics()
    let limit = try #require(metrics["tessera_memory_limit_bytes"])
    let taken = try #require(metrics["tessera_memory_taken_bytes"])
    #expect(taken < limit / 2)
    #expect(limit > 400 * 1024 * 1024 && limit < 720 * 1024 * 1024)
    let bytes = Int(limit)
    #expect(
      eventually {
        service.process.errors.contains(
          "memory \(bytes >> 20)MB (what the limit of the process's data leaves): --body-memory \((bytes / 4) >> 20)MB, "
            + "--request-memory 100GB, --collection-bytes \((bytes / 8) >> 20)MB, "
            + "--measurement-memory \(bytes / 2048), --size-memory \((bytes / 16) >> 20)MB")
      }, "\(service.process.errors)")
    let refused = try service.solve(stack(4_000_000))
    #expect(refused.status == 503 && refused.code == "memory_full", "\(refused.text.prefix(300))")
    #expect(refused.header("Retry-After") == "1")
    #expect(try service.solve(stack(1000)).status == 200)
    #expect(service.stop() == 0)
  }

  @Test func `a process with a limited address space computes or rejects the largest requests, and lives`()
    throws
  {
    // 700 MB, of which the program and its libraries take a part.
    // The stacks of threads take address space, so there are as many threads on any machine.
    let service = try RunningService(["--workers", "2", "--event-loops", "1"], after: "ulimit -v 716800")
    #expect(
      eventually {
        service.process.errors.contains("what the limit of the process's address space leaves")
      }, "\(service.process.errors)")
    let limit = try #require(try service.metrics()["tessera_memory_limit_bytes"])
    #expect(limit >= 48 * 1024 * 1024 && limit < 600 * 1024 * 1024)
    try sendLargest(to: service)
    #expect(service.stop() == 0)
  }

  @Test(arguments: ["ulimit -v 409600", "ulimit -d 409600"])
  func `a process with 400 MB and one font computes or rejects the largest requests, and lives`(shell: String)
    throws
  {
    let service = try RunningService(
      Self.small + ["--connections", "128", "--fonts", "examples/fonts/Boxes.ttf"], after: shell)
    try sendLargest(to: service)
    #expect(service.stop() == 0)
  }

  @Test func `responses that no client reads take no more memory than there is`() throws {
    let service = try RunningService(
      Self.small + ["--connections", "128", "--fonts", "examples/fonts/Boxes.ttf"], after: "ulimit -v 409600")
    let body = Array(
      "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"flow\"},\"sections\":[{\"itemCount\":50000}]}"
        .utf8)
    let clients = try (0..<100).map { _ in
      let client = try service.client()
      client.sendRequest("POST", "/v1/layouts", ["Content-Type: application/json"], body: body)
      return client
    }
    var statuses: Set<Int> = []
    for client in clients { statuses.insert(try #require(client.readResponse()?.status)) }
    #expect(statuses.isSubset(of: [200, 503, 504]) && statuses.contains(200), "\(statuses)")
    #expect(service.serves)
    #expect(service.stop() == 0)
  }

  @Test func `a layout of more texts than a request has memory to measure is refused`()
    throws
  {
    let service = try RunningService(Self.small + ["--request-memory", "20MB"])
    let text = "{\"template\":\"text\",\"content\":\"some text\"}"
    func layout(_ count: Int, _ view: String) -> String {
      "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"list\"},\(view)"
        + "\"sections\":[{\"items\":[" + Array(repeating: text, count: count).joined(separator: ",") + "]}]}"
    }
    let refused = try service.solve(layout(6000, ""))
    #expect(refused.status == 413 && refused.code == "too_much_memory", "\(refused.text.prefix(300))")
    #expect(try service.solve(layout(6000, "\"visibleRect\":[0,0,320,480],")).status == 200)
    #expect(try service.solve(layout(2000, "")).status == 200)
    #expect(service.stop() == 0)
  }

  @Test(arguments: [("ulimit -v", "address space (RLIMIT_AS)"), ("ulimit -d", "data (RLIMIT_DATA)")])
  func `a process does not start with too little for requests, and names a limit with which it serves`(
    shell: String, limit: String
  ) throws {
    // The stacks of so many threads take more.
    let arguments = ["--workers", "16", "--event-loops", "1"]
    let error = #expect(throws: CannotStart.self) {
      try RunningService(arguments, after: "\(shell) \(400 << 10)")
    }
    let reason = try #require(error?.reason)
    let sentence = "The limit of the process's \(limit) is 400MB, and the server needs "
    #expect(reason.contains(sentence), "\(reason)")
    #expect(reason.contains("lower --workers"), "\(reason)")
    let match = try #require(reason.firstMatch(of: /the server needs (\d+)MB/))
    let needed = try #require(Int(match.1))
    #expect(needed > 400)
    // The program itself does not map quite the same each time.
    let service = try RunningService(arguments, after: "\(shell) \((needed + 1) << 10)")
    #expect(service.serves)
    #expect(service.stop() == 0)
  }

  /// A service with few threads on any machine.
  private static let small = ["--workers", "1", "--event-loops", "1"]

  /// Sends requests that take much memory, and expects each to be computed or refused.
  private func sendLargest(to service: RunningService) throws {
    let rows = (0..<400_000).map { "{\"id\":\"row number \($0)\",\"size\":[20,30]}" }.joined(separator: ",")
    let sizes = Array(repeating: "[10,10]", count: 2_000_000).joined(separator: ",")
    let start = "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"flow\"},"
    for body in [
      "\(start)\"visibleRect\":[0,0,9,9],\"sections\":[{\"items\":[\(rows)]}]}",
      "\(start)\"visibleRect\":[0,0,9,9],\"sections\":[{\"itemSizes\":[\(sizes)]}]}",
      Bodies.large(2_000_000), stack(4_000_000),
    ] {
      let answer = try service.solve(body)
      #expect([200, 413, 422, 429, 503].contains(answer.status), "\(answer.text.prefix(300))")
    }
    #expect(service.serves)
  }
}
