import Cancellation
import TestSupport
import Testing

@testable import API

/// Requests that are given up while they are read, laid out or written.
struct RequestCancellationTests {
  private static func body(_ kind: String, _ count: Int) -> [UInt8] {
    let items = (0..<count).map { "{\"id\":\"item \($0)\",\"size\":[\(10 + $0 % 90),\(10 + $0 % 70)]}" }
    return Array(
      ("{\"container\":{\"width\":375,\"height\":667},\"layout\":{\"kind\":\"\(kind)\"},\"sections\":[{\"items\":["
        + items.joined(separator: ",") + "]}]}").utf8)
  }

  @Test(arguments: ["flow", "spiral"], ResponseFormat.full)
  func `a request that is cancelled anywhere ends, and has no response`(
    kind: String, format: ResponseFormat
  ) throws {
    let body = Self.body(kind, 4000)
    func solve(_ source: Questions) throws -> Int? {
      try Cancellation.within(source) {
        Result {
          try Cancellation.interruptible {
            let solver = LayoutSolver(isCancelled: { Cancellation.isRequested })
            return try solver.solve(body).bytes(as: format).count
          }
        }
      }.get()
    }
    let all = Questions()
    #expect(try solve(all) ?? 0 > 10_000)
    // Reading asks once in 16 KB, decoding and writing once in some thousand items.
    #expect(all.count > 10)
    for step in 0...5 {
      let limit = (all.count - 2) * step / 5
      let source = Questions(limit: limit)
      #expect(try solve(source) == nil)
      #expect(source.count <= limit + 100)
    }
  }

  @Test func `a text that is cut short is measured anew later`() throws {
    let body = Array(
      ("{\"items\":[{\"template\":\"text\",\"content\":{\"text\":\""
        + String(repeating: "word and word ", count: 20_000)
        + "\"}}],\"width\":300}").utf8)
    let cells = CellSizing()
    func measure(_ source: Questions) throws -> Int? {
      try Cancellation.within(source) {
        Result {
          try Cancellation.interruptible {
            try MeasurementSolver(measurer: ContentMeasurer(cells: cells)).solve(body).count
          }
        }
      }.get()
    }
    _ = try? measure(Questions(limit: 3))
    #expect(try measure(Questions()) ?? 0 > 10)
  }
}
