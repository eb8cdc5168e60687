import HTTPServer
import TestSupport
import Testing

@testable import API

/// The query parameters of every route.
struct QueryTests {
  /// The address of a route in a service with the collection `c`.
  static func target(of route: Route<Endpoint>, id: String = "c") -> String {
    route.template.replacing("{collection}", with: id).replacing("{name}", with: "watch")
  }

  @Test func `every route rejects a parameter that it does not take, and names it`() throws {
    let service = try TestService()
    _ = service.create()
    for route in Service.routes where route.endpoint.access != .administrative {
      for id in ["c", "lost"] {
        let target = Self.target(of: route, id: id)
        let answer = service.ask(route.method, target + "?fromat=svg")
        #expect(answer.status == 400 && answer.code == "bad_request", "\(route.method) \(target)")
        #expect(answer.detail?.hasPrefix("Unknown query parameter \"fromat\".") == true)
        for name in route.endpoint.queryNames { #expect(answer.detail?.contains(name) == true) }
      }
    }
    #expect(service.get(Kept.path).status == 200)
  }

  @Test func `every route rejects each of its parameters the second time`() throws {
    let service = try TestService()
    _ = service.create()
    for route in Service.routes {
      for name in route.endpoint.queryNames {
        let answer = service.ask(route.method, Self.target(of: route) + "?\(name)=1&\(name)=1")
        #expect(answer.status == 400 && answer.code == "bad_request", "\(route.method) \(route.template)")
        #expect(answer.detail == "The query parameter \"\(name)\" is given twice.")
      }
    }
  }

  @Test func `every request that can choose a format can choose it in the query`() {
    for route in Service.routes {
      let endpoint = route.endpoint
      #expect(endpoint.queryNames.contains("format") == (endpoint.formats != nil), "\(route.template)")
      #expect(Set(endpoint.queryNames).count == endpoint.queryNames.count)
    }
  }
}
