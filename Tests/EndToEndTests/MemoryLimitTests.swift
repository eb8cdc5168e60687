import TestSupport
import Testing

/// A service in a process whose memory is limited.
@Suite(.disabled(if: Sanitizer.isUsed))
struct MemoryLimitTests {
  /// A layout of items that take a few hundred bytes each.
  private func stack(_ count: Int) -> String {
    "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"stack\"},\"visibleRect\":[0,0,9,9],"
      + "\"sections\":[{\"itemCount\":\(count)}]}"
  }

  @Test func `limits follow from the memory, the log states them, and a request beyond the rest gets 503`()
    throws
  {
    // 800 MB, of which all requests together may take half.
    let service = try RunningService(["--request-memory", "100GB"], after: "ulimit -d 819200")
    #expect(
      eventually {
        service.process.errors.contains(
          "memory 800MB (the limit of the process's data): --body-memory 200MB, --request-memory 100GB, "
            + "--collection-bytes 100MB, --measurement-memory 409600, --size-memory 50MB")
      }, "\(service.process.errors)")
    let refused = try service.solve(stack(4_000_000))
    #expect(refused.status == 503 && refused.code == "memory_full", "\(refused.text.prefix(300))")
    #expect(refused.header("Retry-After") == "1")
    #expect(try service.solve(stack(1000)).status == 200)
    #expect(try service.metrics()["tessera_memory_limit_bytes"] == 800 * 1024 * 1024)
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
    #expect(limit >= 64 * 1024 * 1024 && limit < 600 * 1024 * 1024)
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
    #expect(service.stop() == 0)
  }
}
