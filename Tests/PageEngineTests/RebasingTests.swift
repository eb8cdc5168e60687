import TestSupport
import Testing
import Wire

@testable import PageEngine

/// Changes of a page and of others in any order, against proposals that are decoded and made from the beginning.
struct RebasingTests {
  @Test(arguments: TestEffort.part(of: Array(1...24 as ClosedRange<UInt64>)))
  func `a page shows its proposals on top of the changes of others, in any order of arrival`(seed: UInt64)
    throws
  {
    var session = try Session(seed: seed)
    for step in 0..<60 {
      try session.step()
      try session.check("seed \(seed), step \(step)")
    }
    while !session.sent.isEmpty { try session.order() }
    while !session.arriving.isEmpty { try session.arrive() }
    try session.check("seed \(seed), at the end")
    #expect(session.page.proposalCount == 0)
    #expect(session.page.stored() == session.origin.base)
    #expect(session.origin.solved.version > 4)
  }
}

/// A page, its proposals, and the service, whose entries and refusals arrive later.
private struct Session {
  var random: SeededGenerator
  var origin: Origin
  let page: PageReplica
  /// What the page has proposed and the service has neither ordered nor refused.
  var sent: [(id: String, request: PageRequest)] = []
  /// What the page still shows of it, and has not heard of.
  var open: [(id: String, request: PageRequest)] = []
  var arriving: [Arrival] = []
  var made = 0

  enum Arrival {
    case entry([UInt8], of: String?)
    case refusal(String)
  }

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    origin = try Origin.list(12)
    page = try PageReplica.following(origin)
  }
}

extension Session {
  mutating func step() throws {
    switch random.integer(0...9) {
    case 0...3: try propose()
    case 4, 5: try change()
    case 6, 7: if !sent.isEmpty { try order() }
    default: if !arriving.isEmpty { try arrive() }
    }
  }

  /// The page proposes a change of what it shows.
  private mutating func propose() throws {
    let request = PageRequest(kind: .updates, viewport: "mine", body: batch(of: try page.ids()))
    made += 1
    let id = "own \(made)"
    do throws(Problem) {
      _ = try page.respond(to: request, id)
    } catch {
      #expect(error.code == .invalidRequest)
      return
    }
    sent.append((id, request))
    open.append((id, request))
  }

  /// Another client changes the collection.
  private mutating func change() throws {
    let ids = try PageReplica.following(origin).ids()
    do { arriving.append(.entry(try origin.order(batch(of: ids)), of: nil)) } catch is Problem {}
  }

  /// The service orders the oldest proposal, or refuses it.
  mutating func order() throws {
    let (id, request) = sent.removeFirst()
    do {
      arriving.append(.entry(try origin.order(request.body, id: id), of: id))
    } catch is Problem {
      arriving.append(.refusal(id))
    }
  }

  mutating func arrive() throws {
    let events: [JSONTree]
    switch arriving.removeFirst() {
    case .entry(let bytes, let id):
      open.removeAll { $0.id == id }
      events = try page.take(bytes)
    case .refusal(let id):
      open.removeAll { $0.id == id }
      events = try JSONTree(parsing: page.withdraw(id)).elements ?? []
    }
    let lost = events.filter { $0["event"] == "lost" }.compactMap { $0["requestId"]?.string }
    open.removeAll { lost.contains($0.id) }
  }

  /// Compares with a page that begins with the confirmed version, and makes each open proposal for the first time.
  func check(_ place: String) throws {
    #expect(page.proposalCount == open.count, "\(place)")
    let fresh = try PageReplica.reading(page.stored())
    let viewport: JSONTree = ["container": ["width": 100, "height": 200], "bounds": [0, 0, 100, 10_000]]
    _ = try fresh.propose(Array(viewport.description.utf8), .viewport, id: "viewport")
    for (id, request) in open { _ = try fresh.respond(to: request, id) }
    #expect(try page.shown() == fresh.shown(), "\(place)")
  }

  /// Some operations on items by their ids, by index paths, and beside others.
  private mutating func batch(of ids: [String]) -> [UInt8] {
    var operations: [JSONTree] = []
    for _ in 0..<random.integer(1...3) {
      made += 1
      let new: JSONTree = [
        ["id": .string("new \(made)"), "size": [100, .number(Double(random.integer(10...40)))]]
      ]
      let some = JSONTree.string(ids.isEmpty ? "row 0" : random.pick(ids))
      let place = JSONTree.array([0, .number(Double(random.integer(0...max(0, ids.count))))])
      switch random.integer(0...8) {
      case 0: operations.append(["op": "insertItems", "at": [place], "items": new])
      case 1: operations.append(["op": "insertItems", "after": some, "items": new])
      case 2: operations.append(["op": "insertItems", "section": "s", "items": new])
      case 3: operations.append(["op": "deleteItems", "ids": [some]])
      case 4: operations.append(["op": "deleteItems", "at": [place]])
      case 5: operations.append(["op": "moveItem", "id": some, "to": place])
      case 6: operations.append(["op": "moveItem", "id": some, "section": "s", "edge": "start"])
      case 7:
        let again: JSONTree = [["id": some, "size": [100, .number(Double(random.integer(10...40)))]]]
        operations.append(["op": "reloadItems", "ids": [some], "items": again])
      default: operations.append(["op": "reconfigureItems", "at": [place], "items": new])
      }
    }
    return Array((["updates": .array(operations)] as JSONTree).description.utf8)
  }
}
