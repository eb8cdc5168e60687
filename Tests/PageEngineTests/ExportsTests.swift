import JSON
import TestSupport
import Testing

@testable import PageEngine

/// The functions that a page calls, with numbers and bytes that no page sends. They share what they have opened, so that
/// these tests run one after the other.
@Suite(.serialized) struct ExportsTests {
  private static let list =
    #"{"container":{"width":100,"height":100},"layout":{"kind":"list","rowHeight":10},"#
    + #""sections":[{"itemCount":5}]}"#

  /// Calls a function with the bytes of a text.
  private func calling<Result>(_ text: String, _ call: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
    // One byte more, so that no text is without an address.
    let bytes = Array(text.utf8) + [0]
    return bytes.withUnsafeBufferPointer { call($0.baseAddress!, text.utf8.count) }
  }

  /// The response of the last function as JSON.
  private func response() throws -> JSONTree {
    let start = try #require(answerStart())
    return try JSONTree(parsing: UnsafeRawBufferPointer(start: start, count: answerCount()))
  }

  private func opened(_ origin: Origin) -> Int {
    origin.base.withUnsafeBufferPointer { openReplica($0.baseAddress!, $0.count) }
  }

  /// Carries a request out on a replica.
  private func respond(_ number: Int, _ kind: Int, _ body: String) -> Int {
    calling("mine") { viewport, viewportCount in
      calling("id") { id, idCount in
        calling(body) { body, bodyCount in
          PageEngine.respond(
            byReplica: number, kind, viewport, viewportCount, id, idCount, 0, body, bodyCount)
        }
      }
    }
  }

  @Test func `a layout has a number until the page closes it, and another gets the number then`() throws {
    let number = calling(Self.list) { openLayout($0, $1) }
    #expect(number > 0)
    #expect(elements(ofLayout: number, 1, 0, 0, 100, 15, 0) == 200)
    #expect(try response()["attributes"]?.elements?.count == 2)
    close(number)
    #expect(answerCount() == 0)
    #expect(elements(ofLayout: number, 0, 0, 0, 0, 0, 0) == 404)
    close(number)
    #expect(calling(Self.list) { openLayout($0, $1) } == number)
    #expect(calling(Self.list) { openLayout($0, $1) } != number)
    close(number)
  }

  @Test(arguments: [Int.min, -1, 0, 999, Int.max])
  func `a number of nothing has the status 404, and closes nothing`(number: Int) throws {
    close(number)
    #expect(elements(ofLayout: number, 0, 0, 0, 0, 0, 0) == 404)
    #expect(try response()["code"] == "not_found")
    #expect(calling("") { apply(toReplica: number, $0, $1, 0) } == 404)
    #expect(calling("") { withdraw(fromReplica: number, $0, $1) } == 404)
    #expect(stored(ofReplica: number) == 404 && lastProposal(ofReplica: number) == -404)
    #expect(version(ofReplica: number) == 0 && proposals(ofReplica: number) == 0)
    #expect(respond(number, 0, "{}") == 404)
  }

  @Test func `a layout is no replica, and a replica no layout`() throws {
    let layout = calling(Self.list) { openLayout($0, $1) }
    let replica = try opened(Origin.list())
    #expect(layout > 0 && replica > 0)
    #expect(stored(ofReplica: layout) == 404 && version(ofReplica: layout) == 0)
    #expect(elements(ofLayout: replica, 0, 0, 0, 0, 0, 0) == 404)
    close(layout)
    close(replica)
  }

  @Test func `bodies that are none have negative statuses, and a problem with the reason`() throws {
    for body in ["", "{", "[]", "{}", "null", #"{"container":7}"#, "\u{0}"] {
      let status = calling(body) { openLayout($0, $1) }
      #expect(status == -400 || status == -422, "\(body)")
      #expect(try response()["status"] == .number(Double(-status)))
    }
    #expect(calling(Self.list) { bytes, _ in openLayout(bytes, -1) } == -400)
    #expect(calling(Self.list) { bytes, _ in openReplica(bytes, .min) } < 0)
  }

  @Test func `an unknown format or kind of request is refused`() throws {
    let layout = calling(Self.list) { openLayout($0, $1) }
    for format in [-1, 3, Int.max] { #expect(elements(ofLayout: layout, 0, 0, 0, 0, 0, format) == 406) }
    let replica = try opened(Origin.list())
    for kind in [-1, 11, Int.min] { #expect(respond(replica, kind, "{}") == 404) }
    #expect(respond(replica, 0, "{}") == 404)  // there is no viewport of that name yet
    close(layout)
    close(replica)
  }

  @Test func `a change is a proposal with a thousand more than its status`() throws {
    let replica = try opened(Origin.list(3))
    #expect(respond(replica, 5, #"{"container":{"width":100,"height":100},"bounds":[0,0,100,100]}"#) == 201)
    #expect(respond(replica, 0, #"{"updates":[{"op":"deleteItems","ids":["row 1"]}]}"#) == 1200)
    #expect(try response()["version"] == 2)
    #expect(proposals(ofReplica: replica) == 1 && version(ofReplica: replica) == 1)
    #expect(lastProposal(ofReplica: replica) == 0)
    #expect(try response().at("/updates/0/ids") == ["row 1"])
    #expect(calling("id") { withdraw(fromReplica: replica, $0, $1) } == 200)
    #expect(proposals(ofReplica: replica) == 0)
    close(replica)
  }

  @Test func `memory is the page's own until it gives it back`() throws {
    let block = try #require(allocate(8))
    block.storeBytes(of: 7, as: UInt64.self)
    let other = try #require(allocate(0))
    #expect(block != other && block.load(as: UInt64.self) == 7)
    release(block)
    release(other)
    release(nil)
    #expect(interfaceVersion() == 1)
  }
}
