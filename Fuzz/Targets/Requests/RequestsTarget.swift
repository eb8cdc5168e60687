import HTTPServer
import JSON

@testable import API

extension FuzzTarget {
  /// Sends requests to the service: each of them is a byte that chooses the route, one that chooses the format, and the
  /// query or body up to the next 0xFF. No response reports an internal error, and every JSON is valid.
  static let requests = FuzzTarget(
    "requests", longestInput: 6000, seeds: { RequestSeeds.all }
  ) { (input) throws(Violation) in
    _ = FuzzedService.respond(.post, "/v1/collections", RequestSeeds.collection)
    defer { _ = FuzzedService.respond(.delete, "/v1/collections/\(RequestSeeds.id)", []) }
    for part in input.split(separator: 0xFF).prefix(4) where part.count >= 2 {
      let part = Array(part)
      let route = RequestSeeds.routes[Int(part[0]) % RequestSeeds.routes.count]
      let format = RequestSeeds.accepted[Int(part[1]) % RequestSeeds.accepted.count]
      try send(route.method, route.path, Array(part.dropFirst(2)), format)
    }
  }

  private static func send(
    _ method: Method, _ path: String, _ content: [UInt8], _ format: String
  ) throws(Violation) {
    let takesBody = method == .post || method == .put || method == .patch
    let target = takesBody ? path : path + "?" + content.text
    let answer = FuzzedService.respond(
      method, target, takesBody ? content : [], headers: [("Accept", format)])
    guard let answer else { return }
    switch answer {
    case .failure(let problem):
      try promise(
        problem.code != .internalError, "\(method) \(path): \(problem.detail) \(problem.cause ?? "")")
      try promise(!problem.detail.isEmpty, "\(method) \(path) is refused without a reason")
      try check(problem.response(requestID: nil))
    case .success(let response): try check(response)
    }
  }

  /// Checks that a body that claims to be JSON is JSON.
  private static func check(_ response: Response) throws(Violation) {
    guard response.header("Content-Type")?.contains("json") == true else { return }
    let bytes: [UInt8]
    switch response.body {
    case .bytes(let body): bytes = body
    case .source(let source): bytes = Array(source.unsafeBytes)
    case .empty, .immortal, .stream: return
    }
    do throws(JSONSyntaxError) {
      _ = try JSONDocument(parsing: bytes, limits: JSONLimits(depth: 200, stringLength: 1 << 22))
    } catch {
      throw Violation("a response is no JSON: \(error)")
    }
  }
}
