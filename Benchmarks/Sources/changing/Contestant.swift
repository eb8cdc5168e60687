import API
import CBaselines
import Collections
import Foundation
import HTTPServer

/// A service that logs nothing.
struct NoLog: ExchangeLog {
  func record(_ exchange: Completion, _ facts: RequestFacts?) {}
  func warn(_ reason: String) {}
}

/// A service over one of the stores, with collections that clients change over HTTP.
final class Contestant: Sendable {
  let name: String
  private let service: Service
  private let server: Server

  init(_ name: String, _ journal: any Journal) throws {
    self.name = name
    var configuration = ServiceConfiguration()
    configuration.workers = 2
    service = try Service(configuration: configuration, journal: journal, log: NoLog())
    server = try Server(configuration: configuration.server, handler: service)
  }

  /// Creates lists of 100 rows.
  func create(_ ids: [String]) {
    for id in ids {
      let request = Self.post(
        "/v1/collections",
        """
        {"id":"\(id)","container":{"width":375,"height":667,"scale":2},\
        "bounds":{"x":0,"y":0,"width":375,"height":667},"layout":{"kind":"list","rowHeight":44},\
        "sections":[{"itemCount":100}]}
        """)
      baseline_send(server.address.port, request, request.utf8.count)
    }
  }

  /// Sends changes, each client to one of the collections. Returns the number of successful responses.
  func change(_ ids: [String], clients: Int, count: Int) -> Int {
    send(ids.map(Self.change), clients: clients, count: count)
  }

  /// Sends requests for a layout that is not stored. Returns the number of successful responses.
  ///
  /// - Parameter rows: the number of rows in the response.
  func layOut(rows: Int, clients: Int, count: Int) -> Int {
    send([Self.layout(rows: rows)], clients: clients, count: count)
  }

  /// Returns the number of bytes in the response to one change.
  func bytesOfChange(_ id: String) -> Int { bytes(Self.change(id)) }

  /// Returns the number of rows with which the response to a layout is the closest to a number of bytes, and its bytes.
  func rowsOfLayout(bytes: Int) -> (rows: Int, bytes: Int) {
    let sizes = (1...100).map { (rows: $0, bytes: self.bytes(Self.layout(rows: $0))) }
    return sizes.min { abs($0.bytes - bytes) < abs($1.bytes - bytes) } ?? sizes[0]
  }

  /// Reads the visible elements of a collection. Returns the number of successful responses.
  func read(_ id: String, count: Int) -> Int {
    send(
      ["GET /v1/collections/\(id)/attributes?rect=0,0,375,667 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
      clients: 1,
      count: count)
  }

  private func bytes(_ request: String) -> Int {
    baseline_send(server.address.port, request, request.utf8.count)
  }

  private func send(_ requests: [String], clients: Int, count: Int) -> Int {
    let pointers = requests.map { UnsafeRawPointer(strdup($0)!) }
    defer { for pointer in pointers { free(UnsafeMutableRawPointer(mutating: pointer)) } }
    let lengths = requests.map(\.utf8.count)
    return pointers.map { Optional($0) }.withUnsafeBufferPointer { kinds in
      baseline_load_each(
        server.address.port, kinds.baseAddress, lengths, Int32(requests.count), Int32(clients), count)
    }
  }

  func stop() {
    server.stop(grace: .zero)
    service.shutdown(grace: .zero)
  }
}

extension Contestant {
  /// Moves the last row of a list to the front, as a new row.
  private static func change(_ id: String) -> String {
    post(
      "/v1/collections/\(id)/updates",
      """
      {"updates":[{"op":"deleteItems","at":[[0,99]]},{"op":"insertItems","at":[[0,0]],"items":[{}]}]}
      """)
  }

  /// Lays out a list of 100 rows, and asks for the first of them.
  private static func layout(rows: Int) -> String {
    post(
      "/v1/layouts",
      """
      {"container":{"width":375,"height":667,"scale":2},\
      "visibleRect":{"x":0,"y":0,"width":375,"height":\(44 * rows)},\
      "layout":{"kind":"list","rowHeight":44},"sections":[{"itemCount":100}]}
      """)
  }

  private static func post(_ path: String, _ body: String) -> String {
    """
    POST \(path) HTTP/1.1\r
    Host: localhost\r
    Content-Type: application/json\r
    Content-Length: \(body.utf8.count)\r
    \r
    \(body)
    """
  }
}
