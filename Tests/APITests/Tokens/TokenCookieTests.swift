import HTTPServer
import TestSupport
import Testing

@testable import API

/// Tokens in cookies, and pages of other sites.
struct TokenCookieTests {
  private static let origins = ["https://app.example", "*"]

  @Test(arguments: [
    "tessera_token=%", "a=b; tessera_token=%", "tessera_token=%; a=b", "a=b;tessera_token=%",
    "tessera_token=%; tessera_token=x", "tessera_tokens=x; tessera_token=%",
  ])
  func `a cookie of the name has the token`(cookies: String) throws {
    let tokens = try TokenService()
    let cookies = cookies.replacing("%", with: try tokens.token(.read))
    #expect(tokens.service.get(Kept.path, ["Cookie": cookies]).status == 200)
  }

  @Test(arguments: [
    "", "tessera_token", "tessera_token=", "Tessera_token=%", "tessera_token=x; tessera_token=%", "%",
    "xtessera_token=%", "tessera_token=\"%\"",
  ])
  func `any other cookie is no credential`(cookies: String) throws {
    let tokens = try TokenService()
    let cookies = cookies.replacing("%", with: try tokens.token(.read))
    #expect(tokens.service.get(Kept.path, ["Cookie": cookies]).status == 401)
  }

  @Test(
    arguments: [
      (["Sec-Fetch-Site": "same-origin"], true), (["Origin": "https://app.example"], true),
      (["Sec-Fetch-Site": "same-site", "Origin": "https://app.example"], true), ([:], false),
      (["Sec-Fetch-Site": "same-site"], false), (["Sec-Fetch-Site": "cross-site"], false),
      (["Sec-Fetch-Site": "none"], false), (["Origin": "https://evil.example"], false),
      (["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"], false), (["Origin": "*"], false),
      (["Origin": "null"], false), (["Origin": "https://app.example.evil"], false),
      (["Referer": "https://app.example/"], false),
    ] as [([String: String], Bool)])
  func `a change with a cookie takes a page that the service allows by name`(
    fields: [String: String], isAllowed: Bool
  ) throws {
    let tokens = try TokenService { $0.corsOrigins = Self.origins }
    let token = try tokens.token(.read, .change, .scroll)
    let cookie = fields.merging(["Cookie": "tessera_token=\(token)"]) { $1 }
    let changed = tokens.service.update(Kept.insertion, [:], cookie)
    #expect(changed.status == (isAllowed ? 200 : 403), "\(fields)")
    if !isAllowed { #expect(changed.code == "forbidden") }
    #expect(tokens.service.delete(Kept.path + "/viewports/v", cookie).status == (isAllowed ? 404 : 403))
    // Reading changes nothing, and only allowed pages get to see the response.
    for method: Method in [.get, .head] {
      #expect(tokens.service.ask(method, Kept.path, cookie).status == 200, "\(fields)")
    }
    // No page of another origin gets a browser to send the field.
    let bearer = fields.merging(TokenService.bearer(token)) { $1 }
    #expect(tokens.service.update(Kept.anonymous, [:], bearer).status == 200, "\(fields)")
  }

  @Test func `pages of origins that are named may send cookies, if there are tokens`() {
    func headers(_ origins: [String], _ takesCookies: Bool, origin: String) -> [String: String] {
      var response = Response(status: 200)
      let head = TestService.head(.get, "/", ["Origin": origin], bytes: [])
      CrossOrigin(origins: origins, takesCookies: takesCookies).apply(to: &response, for: head)
      return Dictionary(response.headers.map { ($0.name, $0.value) }) { $1 }
    }
    let named = headers(Self.origins, true, origin: "https://app.example")
    #expect(named["Access-Control-Allow-Origin"] == "https://app.example")
    #expect(named["Access-Control-Allow-Credentials"] == "true" && named["Vary"] == "Origin")
    let other = headers(Self.origins, true, origin: "https://other.example")
    #expect(other["Access-Control-Allow-Origin"] == "*" && other["Vary"] == "Origin")
    #expect(other["Access-Control-Allow-Credentials"] == nil)
    #expect(headers(Self.origins, true, origin: "*")["Access-Control-Allow-Credentials"] == nil)
    #expect(
      headers(Self.origins, false, origin: "https://app.example")["Access-Control-Allow-Credentials"] == nil)
    #expect(headers(["*"], true, origin: "https://other.example")["Vary"] == nil)
  }
}
