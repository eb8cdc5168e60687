import Testing

@testable import HTTPServer

@Suite struct RouterTests {
  private static let router = Router([
    Route(.get, "/", "root"),
    Route(.post, "/v1/layouts", "solve"),
    Route(.get, "/v1/collections", "list"),
    Route(.post, "/v1/collections", "create"),
    Route(.get, "/v1/collections/{id}", "read"),
    Route(.delete, "/v1/collections/{id}", "delete"),
    Route(.get, "/v1/collections/{id}/elements/{path}", "element"),
    Route(.get, "/v1/collections/recent", "recent"),
    Route(.put, "/v1/{kind}/recent/x", "fallback"),
    Route(.options, "/v1/own", "own options"),
  ])

  private func read(_ method: Method, _ path: String) -> String {
    switch Self.router.match(method, path[...]) {
    case .found(let endpoint, let parameters, let template):
      let values = ["id", "path", "kind"].compactMap { name in parameters[name].map { "\(name)=\($0)" } }
      return ([endpoint, template] + values).joined(separator: " ")
    case .options(let allow, _): return "options " + allow.map(\.rawValue).joined(separator: ",")
    case .methodNotAllowed(let allow, _): return "405 " + allow.map(\.rawValue).joined(separator: ",")
    case .notFound: return "404"
    }
  }

  @Test(arguments: [
    ("GET", "/", "root /"),
    ("POST", "/v1/layouts", "solve /v1/layouts"),
    ("POST", "/v1/l%61youts", "solve /v1/layouts"),
    ("HEAD", "/v1/collections", "list /v1/collections"),
    ("GET", "/v1/collections/a%2Fb", "read /v1/collections/{id} id=a/b"),
    ("GET", "/v1/collections/%C3%A9", "read /v1/collections/{id} id=é"),
    ("GET", "/v1/collections/7/elements/0-3", "element /v1/collections/{id}/elements/{path} id=7 path=0-3"),
    ("GET", "/v1/collections/recent", "recent /v1/collections/recent"),
    ("PUT", "/v1/collections/recent/x", "fallback /v1/{kind}/recent/x kind=collections"),
    ("OPTIONS", "/v1/own", "own options /v1/own"),
  ]) func `a route is found with its parameters decoded`(method: String, path: String, expected: String) {
    #expect(read(Method(rawValue: method), path) == expected)
  }

  @Test(arguments: [
    "", "v1/layouts", "//", "/v1", "/v1/layouts/", "//v1/layouts", "/v1//layouts", "/V1/layouts",
    "/v1/collections//elements/3",
    "/v1/collections/", "/v1/collections/%00", "/v1/collections/%zz", "/v1/collections/%FF",
    "/v1/collections/a/b",
  ]) func `a path beside the clean one is not found`(path: String) {
    #expect(read(.get, path) == "404")
  }

  @Test(arguments: [
    ("DELETE", "/v1/layouts", "405 POST,OPTIONS"),
    ("PATCH", "/v1/collections", "405 GET,HEAD,POST,OPTIONS"),
    ("POST", "/v1/collections/7", "405 GET,HEAD,DELETE,OPTIONS"),
    ("HEAD", "/v1/layouts", "405 POST,OPTIONS"),
    ("get", "/", "405 GET,HEAD,OPTIONS"),
    ("OPTIONS", "/v1/collections/7", "options GET,HEAD,DELETE,OPTIONS"),
    ("GET", "/v1/own", "405 OPTIONS"),
  ]) func `the response to a method that a path does not have lists those it has`(
    method: String, path: String, expected: String
  ) {
    #expect(read(Method(rawValue: method), path) == expected)
  }

  @Test func `two routes for one method and path trap when the table is compiled`() async {
    await #expect(processExitsWith: .failure) {
      _ = Router([Route(.get, "/a/{x}", 1), Route(.get, "/a/{y}", 2)])
    }
  }

  @Test(arguments: [
    ("/a%2fb?x=%20", "/a%2fb", "/a/b", 1), ("http://host:80/p?a&b", "/p", "/p", 2), ("*", "*", "*", 0),
    ("/?", "/", "/", 0), ("http://host", "/", "/", 0), ("HTTPS://host?a=b", "/", "/", 1),
  ]) func `a target is taken apart`(raw: String, rawPath: String, path: String, items: Int) throws {
    let target = try #require(RequestTarget(raw))
    #expect(target.raw == raw)
    #expect(target.rawPath == rawPath)
    #expect(target.path == path)
    #expect(target.query.count == items)
  }

  @Test(arguments: [
    "", "a", "/%", "/%4", "/%0g", "/%00", "/%ff", "/?a=%", "http://", "http:///p", "ftp://host/p", "/?%c3=1",
  ])
  func `a target that decodes to no text is refused`(raw: String) {
    #expect(RequestTarget(raw) == nil)
  }
}
