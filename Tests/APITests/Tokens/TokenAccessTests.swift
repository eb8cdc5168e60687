import HTTPServer
import TestSupport
import Testing

@testable import API

/// What requests with a token may do.
struct TokenAccessTests {
  /// The routes that a right opens, as docs/security.md lists them. Every other route takes a key.
  private static let routes: [AccessRight: Set<String>] = [
    .read: [
      "GET /v1/collections/{collection}", "GET /v1/collections/{collection}/attributes",
      "GET /v1/collections/{collection}/scroll-target", "GET /v1/collections/{collection}/viewports",
      "GET /v1/collections/{collection}/events", "GET /v1/collections/{collection}/history",
      "GET /v1/collections/{collection}/replica",
    ],
    .scroll: [
      "PUT /v1/collections/{collection}/bounds", "PUT /v1/collections/{collection}/viewports/{name}",
      "DELETE /v1/collections/{collection}/viewports/{name}",
      "POST /v1/collections/{collection}/measurements",
    ],
    .change: [
      "POST /v1/collections/{collection}/updates", "PUT /v1/collections/{collection}/snapshot",
      "PUT /v1/collections/{collection}/layout", "POST /v1/collections/{collection}/invalidations",
      "POST /v1/collections/{collection}/movement", "PATCH /v1/collections/{collection}/movement",
      "DELETE /v1/collections/{collection}/movement", "POST /v1/collections/{collection}/movement/end",
    ],
  ]

  private static func ask(
    _ tokens: TokenService, _ route: Route<Endpoint>, _ token: String, collection: String = "c"
  ) -> TestResponse {
    let target = route.template.replacing("{collection}", with: collection).replacing("{name}", with: "v")
    let sendsBody = [.post, .put, .patch].contains(route.method)
    return tokens.service.ask(
      route.method, target, TokenService.bearer(token), bytes: sendsBody ? Array("{}".utf8) : [])
  }

  @Test(arguments: AccessRight.allCases)
  func `a right opens its routes, for its collection, and no other`(right: AccessRight) throws {
    let tokens = try TokenService()
    let token = try tokens.token(right)
    var opened: Set<String> = []
    for route in Service.routes where route.endpoint.access == .keyed {
      let name = "\(route.method.rawValue) \(route.template)"
      let answer = Self.ask(tokens, route, token)
      if answer.status == 403 {
        #expect(answer.code == "forbidden")
        #expect(
          answer.header("WWW-Authenticate")?.hasPrefix("Bearer error=\"insufficient_scope\"") == true)
      } else {
        opened.insert(name)
        let other = Self.ask(tokens, route, token, collection: "d")
        #expect(other.status == 403 && other.detail?.contains("another collection") == true, "\(name)")
      }
    }
    #expect(opened == Self.routes[right])
  }

  @Test func `probes, metrics and documents take no token, and mind none`() throws {
    let tokens = try TokenService()
    for header in [["Authorization": "Bearer tessera_x"], ["Cookie": "tessera_token=x"]] {
      for path in ["/healthz", "/livez", "/readyz", "/metrics", "/openapi.yaml", "/", "/client/tessera.js"] {
        #expect(tokens.service.get(path, header).status == 200)
      }
    }
  }

  @Test func `a token acts as its owner`() throws {
    let tokens = try TokenService()
    let token = try tokens.token(.read, .change)
    let changed = tokens.service.update(Kept.insertion, [:], TokenService.bearer(token))
    #expect(changed.status == 200 && changed.version == 2)
    #expect(tokens.service.get(Kept.path, TokenService.bearer("alpha")).version == 2)
    // The other key has no collection of this id, and no token of its own opens this one.
    #expect(tokens.service.get(Kept.path, TokenService.bearer("beta")).status == 404)
  }

  @Test func `an expired token and an invalid one get different errors`() throws {
    let tokens = try TokenService()
    let expired = tokens.service.get(Kept.path, TokenService.bearer(try tokens.expiredToken()))
    #expect(expired.status == 401 && expired.code == "token_expired")
    let broken = tokens.service.get(Kept.path, TokenService.bearer(try tokens.token(.read) + "A"))
    #expect(broken.status == 401 && broken.code == "unauthorized")
    for answer in [expired, broken] {
      #expect(answer.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
    }
  }

  @Test func `a service without a secret takes no token`() throws {
    let token = try TokenService().token(.read)
    let tokens = try TokenService { $0.tokenSecrets = [] }
    #expect(tokens.service.get(Kept.path, TokenService.bearer(token)).status == 401)
    #expect(tokens.service.get(Kept.path, ["Cookie": "tessera_token=\(token)"]).status == 401)
    #expect(tokens.service.get(Kept.path + "/events?token=\(token)").status == 401)
  }

  @Test func `on an open service a token limits what its request may do, and a broken one is refused`() throws
  {
    let service = try TestService { $0.tokenSecrets = [TokenService.secret] }
    #expect(service.create("c").status == 201 && service.create("d").status == 201)
    let issued = service.post("/v1/tokens", ["collection": "c", "rights": ["read"]])
    let token = try #require(issued.json?["token"]?.string)
    #expect(service.get("/v1/collections/c", TokenService.bearer(token)).status == 200)
    #expect(service.get("/v1/collections/d", TokenService.bearer(token)).status == 403)
    #expect(service.get("/v1/collections/d", TokenService.bearer(token + "A")).status == 401)
    #expect(service.get("/v1/collections/d", TokenService.bearer("anything else")).status == 200)
    #expect(service.get("/v1/collections/d").status == 200)
  }

  @Test func `the query has a token for streams alone`() throws {
    let tokens = try TokenService()
    let token = try tokens.token(.read)
    let stream = tokens.service.get(Kept.path + "/events?token=\(token)")
    #expect(stream.status == 200 && stream.header("Content-Type") == "text/event-stream")
    for path in ["", "/attributes", "/history?since=1&", "/viewports", "/scroll-target"] {
      let mark = path.contains("?") ? "" : "?"
      #expect(tokens.service.get(Kept.path + path + mark + "token=\(token)").status == 401, "\(path)")
      let keyed = tokens.service.get(
        Kept.path + path + mark + "token=\(token)", TokenService.bearer("alpha"))
      #expect(keyed.status == 400 && keyed.detail?.contains(token) == false, "\(path)")
    }
    for query in ["token=", "token=alpha", "token=\(token)A", "Token=\(token)"] {
      #expect(tokens.service.get(Kept.path + "/events?" + query).status == 401, "\(query)")
    }
    #expect(tokens.service.get(Kept.path + "/events?token=\(token)&token=\(token)").status == 400)
    #expect(tokens.service.get("/v1/collections/d/events?token=\(token)").status == 403)
  }

  @Test func `a key beats a token in the query, and both beat a cookie`() throws {
    let tokens = try TokenService()
    let (mine, other) = (try tokens.token(.read), try tokens.token(.read, collection: "d"))
    let cookie = "tessera_token=\(other)"
    let events = Kept.path + "/events?token="
    #expect(tokens.service.get(Kept.path, ["Cookie": cookie]).status == 403)
    #expect(
      tokens.service.get(Kept.path, ["Cookie": cookie, "Authorization": "Bearer \(mine)"]).status == 200)
    #expect(tokens.service.get(events + mine, ["Cookie": cookie]).status == 200)
    #expect(tokens.service.get(events + other, TokenService.bearer("alpha")).status == 200)
    #expect(tokens.service.get(events + mine, TokenService.bearer("wrong")).status == 401)
  }

  @Test func `a page with a token shares no idempotency keys with its owner`() throws {
    let tokens = try TokenService()
    let token = try tokens.token(.change)
    func update(_ text: String, collection: String) -> TestResponse {
      tokens.service.post(
        "/v1/collections/\(collection)/updates", ["updates": Kept.insertion],
        TokenService.bearer(text).merging(["Idempotency-Key": "k"]) { $1 })
    }
    #expect(update("alpha", collection: "d").status == 200)
    #expect(update(token, collection: "c").status == 200)
    let again = update(token, collection: "c")
    #expect(again.status == 200 && again.header("Idempotent-Replayed") == "true")
  }
}
