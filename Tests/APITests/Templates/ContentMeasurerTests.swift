import Collections
import Glibc
import LayoutEngine
import SelfSizing
import Synchronization
import TestSupport
import Testing
import Wire
import WorkerPool

@testable import API

/// Many cells in one request, divided among workers.
struct ContentMeasurerTests {
  private static let tall: JSONTree = [
    "t": [
      "views": ["a": ["type": "text", "font": ["size": 10_000], "lines": 0]],
      "constraints": ["H:|[a]|", "V:|[a]|"],
    ]
  ]

  private func elements(_ texts: [String], template: String = "text") -> [OpenElement] {
    texts.enumerated().map { number, text in
      OpenElement(
        path: .cell(0, number),
        content: Content(template: template, jsonText: Array(JSONTree.string(text).description.utf8)),
        room: FittingRoom(width: 200))
    }
  }

  private func withPool<Result>(_ workers: Int, _ body: (WorkerPool) throws -> Result) rethrows -> Result {
    let pool = WorkerPool(workers: workers, queueLimit: 16)
    defer { pool.shutdown(grace: .seconds(60)) }
    return try body(pool)
  }

  private func sizes(
    _ elements: [OpenElement], _ measurer: ContentMeasurer, by templates: TemplateSet = .builtInOnly
  ) throws(Problem) -> [Size] {
    try measurer.sizes(of: elements, by: templates, in: CellEnvironment()) { "/items/\($0.indexPath.item)" }
  }

  @Test func `four workers find what one finds, in the same order`() throws {
    let texts = (0..<3000).map { String(repeating: "word \($0 % 7) ", count: $0 % 23) }
    let elements = elements(texts)
    let alone = try sizes(elements, ContentMeasurer(cells: CellSizing(cacheBytes: 0)))
    let divided = try withPool(4) { pool in
      try sizes(elements, ContentMeasurer(cells: CellSizing(cacheBytes: 0), pool: pool))
    }
    #expect(divided == alone && divided.count == 3000)
    #expect(Set(divided.map(\.height)).count > 5)
  }

  @Test func `elements that will be laid out are measured only if there is memory for them`() throws {
    let asked = Gathering<RequestCost>()
    let measurer = ContentMeasurer(
      cells: SharedCells.cells, pool: nil, token: CancellationToken(), charge: { _ in }
    ) { (cost) throws(Problem) in
      asked.add(cost)
      if cost.bytes > 4 * CostRates.measuredContent.bytes { throw .memoryFull }
    }
    func size(_ count: Int) throws(Problem) -> Int {
      try measurer.sizesToLayOut(
        elements(Array(repeating: "a", count: count)), by: .builtInOnly, in: CellEnvironment()
      ) { _ in "" }.count
    }
    #expect(try size(4) == 4)
    let problem = #expect(throws: Problem.self) { try size(5) }
    #expect(problem?.code == .memoryFull)
    #expect(asked.values == [4, 5].map { CostRates.measuredContent.times($0) })
  }

  @Test func `of several errors the first in the body is reported, whichever thread is first`() throws {
    let templates = try TemplateLibrary.shared.templates(Array(Self.tall.description.utf8))
    let lines = String(repeating: "a\n", count: 2000)
    withPool(4) { pool in
      for (count, wrong) in [(3000, [700, 1400, 2999]), (200, [17, 199]), (10, [4, 9])] {
        for _ in 0..<3 {
          var texts = Array(repeating: "a", count: count)
          for place in wrong { texts[place] = lines }
          do throws(Problem) {
            _ = try sizes(
              elements(texts, template: "t"), ContentMeasurer(cells: SharedCells.cells, pool: pool),
              by: templates)
            Issue.record("there are faults")
          } catch {
            #expect(error.pointers == ["/items/\(wrong[0])"])
          }
        }
      }
      #expect(pool.statistics.running == 0)
    }
  }

  @Test(arguments: [0, 4])
  func `a request that is given up in the middle ends soon, and leaves nothing running`(workers: Int) throws {
    let texts = (0..<8000).map { "a text \($0) that is new " + String(repeating: "word ", count: 40) }
    let elements = elements(texts)
    let cells = CellSizing(cacheBytes: 0)
    try cells.load()
    func check(_ pool: WorkerPool?) {
      let before = cells.loaded?.counts.measured ?? 0
      let measured: @Sendable () -> Int = { (cells.loaded?.counts.measured ?? 0) - before }
      // A thread that measures finds that the client has gone.
      let (atEnd, itself) = (Gathering<Int>(), Gathering<CancellationToken>())
      let token = CancellationToken {
        guard measured() >= 100, let token = itself.values.first else { return false }
        token.cancel()
        atEnd.add(measured())
        return true
      }
      itself.add(token)
      let measurer = ContentMeasurer(cells: cells, pool: pool, token: token)
      let codes = Gathering<ProblemCode?>()
      let wait = startConcurrently(1) {
        do throws(Problem) {
          _ = try self.sizes(elements, measurer)
          codes.add(nil)
        } catch {
          codes.add(error.code)
        }
      }
      wait()
      #expect(codes.values == [.deadlineExceeded])
      let count = measured()
      // At most the cell that each of the threads was at.
      #expect(count <= (atEnd.values.first ?? 0) + workers + 1, "\(atEnd.values)")
      #expect(count < 8000)
      usleep(5000)
      #expect(measured() == count)
    }
    if workers == 0 { check(nil) } else { withPool(workers) { check($0) } }
  }

  @Test func `a request that was given up before measures nothing`() {
    let token = CancellationToken()
    token.cancel()
    let cells = CellSizing()
    let problem = #expect(throws: Problem.self) {
      try sizes(elements(["a", "b"]), ContentMeasurer(cells: cells, token: token))
    }
    #expect(problem?.code == .deadlineExceeded && cells.loaded?.counts.measured == 0)
  }

  @Test func `without fonts the response says so, and the log names the missing files`() {
    let cells = CellSizing(fontPaths: ["/nowhere/*.ttf"])
    let problem = #expect(throws: Problem.self) { try sizes(elements(["a"]), ContentMeasurer(cells: cells)) }
    #expect(problem?.code == .fontsUnavailable && problem?.cause?.contains("/nowhere/*.ttf") == true)
    #expect(problem?.detail.contains("/nowhere") == false)
  }

  @Test func `the next request uses the sizes that an earlier one measured`() throws {
    let cells = CellSizing()
    let elements = elements((0..<500).map { "text \($0 % 50)" })
    let first = try sizes(elements, ContentMeasurer(cells: cells))
    let counts = try #require(cells.loaded?.counts)
    #expect(counts.measured == 50 && counts.recalled == 450)
    #expect(try sizes(elements, ContentMeasurer(cells: cells)) == first)
    #expect(cells.loaded?.counts.measured == 50)
  }
}
