import HTTPServer
import SelfSizing
import TestSupport
import WorkerPool

@testable import API

/// A service without sockets that stores one collection to measure, `c`.
final class MeasuringCalls {
  private let service: Service

  struct Answer {
    var status: Int
    var json: JSONTree

    var pointers: [String] { json["errors"]?.elements?.compactMap { $0["pointer"]?.string } ?? [] }
    var version: Int? { json["version"]?.int }
  }

  private struct NoLog: ExchangeLog {
    func record(_ exchange: Completion, _ facts: RequestFacts?) {}
    func warn(_ reason: String) {}
  }

  /// Loaded once for all tests that do not count measurements.
  private static let cells = CellSizing()

  init(_ more: [String: JSONTree] = [:], cells: CellSizing = MeasuringCalls.cells) throws {
    var configuration = ServiceConfiguration()
    configuration.workers = 1
    // The first request of a measurer loads its fonts, which takes a busy machine longer than the usual deadline.
    configuration.deadline = .seconds(3600)
    service = try Service(configuration: configuration, cells: cells, log: NoLog())
    _ = create("c", more)
  }

  /// The number of cells that were measured, and of cells found in the cache.
  var counts: SharedCellMeasurer.Counts { service.cells.loaded?.counts ?? SharedCellMeasurer.Counts() }

  deinit { service.shutdown(grace: .zero) }

  /// Creates a list of a hundred rows in a viewport of 200 by 300; rows are estimated to be 50 high.
  func create(_ id: String, _ more: [String: JSONTree] = [:]) -> Answer {
    let items = (0..<100).map { JSONTree.object(["id": .string("i\($0)")]) }
    let body: [String: JSONTree] = [
      "id": .string(id), "container": ["width": 200, "height": 300],
      "layout": ["kind": "list", "estimatedRowHeight": 50, "estimatedSectionHeaderHeight": 20],
      "sections": [["items": .array(items)]], "bounds": [0, 0, 200, 300],
    ]
    return ask(.post, "/v1/collections", .object(body.merging(more) { $1 }))
  }

  func ask(_ method: Method, _ target: String, _ body: JSONTree? = nil) -> Answer {
    var headers = Headers()
    if body != nil { headers.append("Content-Type", "application/json") }
    let head = RequestHead(id: "test", method: method, target: RequestTarget(target)!, headers: headers)
    let request = Request(head: head, sentBody: body.map { Array($0.description.utf8) } ?? [])
    let response = response(to: request)
    response.record(to: method, target)
    guard case .source(let source) = response.body else {
      guard case .bytes(let bytes) = response.body else {
        return Answer(status: response.status, json: .null)
      }
      return Answer(status: response.status, json: (try? JSONTree(parsing: bytes)) ?? .null)
    }
    return Answer(
      status: response.status, json: (try? JSONTree(parsing: Array(source.unsafeBytes))) ?? .null)
  }

  private func response(to request: Request) -> Response {
    guard
      case .found(let endpoint, let parameters, let route) = service.router.match(
        request.head.method, request.head.target.rawPath)
    else { return Response(status: 404) }
    do throws(Problem) {
      let call = try Call(request.head, to: endpoint, parameters, route: route, in: service).receiving(
        request)
      return try service.respond(to: call).wait()
    } catch {
      return error.response(requestID: "test")
    }
  }

  func measure(_ measurements: JSONTree, _ more: [String: JSONTree] = [:], query: String = "") -> Answer {
    ask(
      .post, "/v1/collections/c/measurements" + query,
      .object(more.merging(["measurements": measurements]) { $1 }))
  }

  func invalidate(_ context: JSONTree, query: String = "") -> Answer {
    ask(.post, "/v1/collections/c/invalidations" + query, context)
  }

  func target(_ query: String) -> Answer { ask(.get, "/v1/collections/c/scroll-target?" + query) }
}
