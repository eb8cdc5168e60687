import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import API
@testable import Wire

/// The memory that requests really take, against the estimate that decides about them.
///
/// Each request is solved by a process of its own, whose largest resident memory is measured, less that of a process
/// with a request of nothing. It needs python3.
@Suite(.serialized, .disabled(if: Sanitizer.isUsed, "a sanitizer takes memory of its own"))
struct MemoryEstimateTests {
  /// Starts a program and prints its largest resident memory. The kernel counts the memory of the process that starts
  /// another as the other's, and this one has much: so a small one comes between.
  private static let launcher = """
    import os, sys
    pid = os.fork()
    if pid == 0:
      os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
      os.execv(sys.argv[1], sys.argv[1:])
    _, status, usage = os.wait4(pid, 0)
    print(usage.ru_maxrss)
    sys.exit(status != 0)
    """

  /// The largest resident memory of `tessera solve` with a body, in bytes.
  private func peak(_ body: String) throws -> Int {
    let path = TemporaryFiles.path("request.json")
    try Data(body.utf8).write(to: URL(fileURLWithPath: path))
    let process = try ChildProcess(
      "/usr/bin/env", ["python3", "-c", Self.launcher, Repository.binary, "solve", path])
    #expect(process.waitForExit() == 0, "\(body.prefix(300))")
    return try #require(Int(process.outputText.prefix { !$0.isWhitespace })) << 10
  }

  private func estimate(_ body: String) throws -> Int {
    var bytes = 0
    _ = try DecodingContext.read(
      Array(body.utf8), limits: RequestLimits(), contents: ContentReader(), isCancelled: { false }
    ) {
      root, context in
      let description = context.collection(root, of: .layout)
      bytes = context.memory.bytes
      return description
    }
    return bytes
  }

  private static func body(_ layout: JSONTree, _ sections: [JSONTree], _ more: [String: JSONTree] = [:])
    -> String
  {
    let body: [String: JSONTree] = [
      "container": ["width": 400, "height": 800], "layout": layout, "sections": .array(sections),
      "visibleRect": [0, 0, 400, 800],
    ]
    return JSONTree.object(body.merging(more) { $1 }).description
  }

  private static let frame: JSONTree = ["x": "0", "y": "i * 10", "width": "10", "height": "10"]
  private static let layouts: [(String, JSONTree)] =
    [
      "flow", "list", "grid", "waterfall", "justified", "magazine", "stack", "circle", "spiral", "coverFlow",
      "carousel",
    ].map { ($0, ["kind": .string($0)]) } + [
      ("custom", ["kind": "custom", "frame": frame]),
      (
        "compositional",
        ["kind": "compositional", "sections": [["group": ["size": ["height": 44], "items": [[:]]]]]]
      ),
    ]

  /// Sections by their form, some tens of megabytes each.
  private static let forms: [(String, [JSONTree])] = {
    func items(_ count: Int, _ item: (Int) -> JSONTree) -> [JSONTree] {
      [["items": .array((0..<count).map(item))]]
    }
    return [
      ("sizes", [["itemSizes": .array((0..<100_000).map { [.number(Double(20 + $0 % 71)), 40] })]]),
      ("ids", items(60_000) { ["id": .string("item-\($0)")] }),
      ("long ids", items(60_000) { ["id": .string("an item with a long name \($0)")] }),
      (
        "contents",
        items(40_000) { ["template": "text", "content": .string("some text \($0)"), "size": [9, 9]] }
      ),
      ("appearances", items(40_000) { ["preferredAttributes": ["alpha": .number(Double($0 % 10) / 10)]] }),
      (
        "metrics",
        (0..<4000).map { ["itemCount": 1, "metrics": ["separator": [.number(Double($0)), 0, 0, 0]]] }
      ),
      ("counted", Array(repeating: ["itemCount": 3], count: 8000)),
      (
        "sections",
        (0..<4000).map {
          ["id": .string("s\($0)"), "items": [["id": .string("i\($0)")]], "header": ["size": [9, 9]]]
        }
      ),
      (
        "views",
        (0..<3000).map { _ in
          [
            "itemCount": 1,
            "supplementaries": ["badge": .array(Array(repeating: ["size": [9, 9]], count: 9))],
          ]
        }
      ),
    ]
  }()

  /// A list of so many texts, all of which are seen.
  private static func measured(_ count: Int) -> String {
    let texts = (0..<count).map { ["template": "text", "content": .string("text \($0 % 7)")] as JSONTree }
    return body(["kind": "list"], [["items": .array(texts)]], ["visibleRect": [0, 0, 400, 9_000_000]])
  }

  /// - Parameter measured: the number of elements whose content the service measures.
  private func check(_ name: String, _ body: String, _ idle: Int, measured: Int = 0) throws {
    let real = try peak(body) - idle
    let estimate = try estimate(body) + CostRates.measuredContent.times(measured).bytes
    #expect(estimate >= real, "\(name): takes \(real)")
    #expect(estimate <= 4 * max(real, 8 << 20), "\(name): takes \(real)")
  }

  @Test func `a request takes no more memory than the estimate, and not much less`() throws {
    let idle = try peak(Self.body(["kind": "list"], [["itemCount": 1]]))
    for (form, sections) in Self.forms {
      try check("list of \(form)", Self.body(["kind": "list"], sections), idle)
    }
    let varied = Self.forms.filter { ["ids", "counted", "sections"].contains($0.0) }
    for (kind, layout) in Self.layouts where kind != "list" {
      for (form, sections) in varied {
        try check("\(kind) of \(form)", Self.body(layout, sections), idle)
      }
    }
    // Dictionaries have just grown at one of the numbers, and will soon grow at the other.
    for count in [24_000, 25_000] {
      try check(
        "list of \(count) measured contents", Self.measured(count), try peak(Self.measured(1)),
        measured: count)
    }
    for kind in ["stack", "circle"] {
      try check("\(kind) of a number", Self.body(["kind": .string(kind)], [["itemCount": 60_000]]), idle)
    }
  }
}
