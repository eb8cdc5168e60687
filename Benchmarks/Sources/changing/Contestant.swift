import API
import CBaselines
import Collections
import Foundation
import HTTPServer

/// A service that logs nothing.
struct NoLog: ExchangeLog {
  func record(_ exchange: Completion) {}
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
      let body = """
        {"id":"\(id)","container":{"width":375,"height":667,"scale":2},\
        "bounds":{"x":0,"y":0,"width":375,"height":667},"layout":{"kind":"list","rowHeight":44},\
        "sections":[{"itemCount":100}]}
        """
      let request = """
        POST /v1/collections HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
      baseline_send(server.address.port, request, request.utf8.count)
    }
  }

  /// Sends changes, each client to one of the collections. Returns the number of successful responses.
  func change(_ ids: [String], clients: Int, count: Int) -> Int {
    let body = """
      {"updates":[{"op":"deleteItems","at":[[0,99]]},{"op":"insertItems","at":[[0,0]],"items":[{}]}]}
      """
    let requests = ids.map { id in
      """
      POST /v1/collections/\(id)/updates HTTP/1.1\r
      Host: localhost\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """
    }
    return send(requests, clients: clients, count: count)
  }

  /// Reads the visible elements of a collection. Returns the number of successful responses.
  func read(_ id: String, count: Int) -> Int {
    send(
      ["GET /v1/collections/\(id)/attributes?rect=0,0,375,667 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
      clients: 1,
      count: count)
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
