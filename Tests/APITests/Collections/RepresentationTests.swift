import HTTPServer
import TestSupport
import Testing

@testable import API

/// Entity tags and preconditions of requests that read (RFC 9110, 8.8.3 and 13.1).
struct RepresentationTests {
  private func service() throws -> TestService {
    let service = try TestService()
    _ = service.create("c", Kept.rows(["a", "b", "c", "d"], bounds: [0, 0, 100, 40]))
    return service
  }

  private static let watch: JSONTree = [
    "bounds": [0, 0, 50, 20], "container": ["width": 100, "height": 40],
  ]
  private static let viewports = Kept.path + "/viewports"

  @Test func `each format of a version has a tag of its own`() throws {
    let service = try service()
    var tags: [String] = []
    for format in ResponseFormat.allCases {
      let target = Kept.attributes + "?format=\(format.rawValue)"
      tags.append(try #require(service.get(target).etag))
      #expect(service.get(Kept.attributes, ["Accept": format.mediaType]).etag == tags.last)
    }
    #expect(tags == ["1", "1-columns", "1-binary", "1-svg", "1-html", "1-css"].map { "\"\($0)\"" })
    for (format, own) in zip(ResponseFormat.allCases, tags) {
      for tag in tags {
        let answer = service.get(Kept.attributes, ["Accept": format.mediaType, "If-None-Match": tag])
        #expect(answer.status == (tag == own ? 304 : 200) && answer.etag == own, "\(format) \(tag)")
      }
    }
  }

  @Test func `a viewport that moves changes the tags of the resources that show it, and no others`() throws {
    let service = try service()
    _ = service.put(Self.viewports + "/watch", Self.watch)
    let main = [Kept.path, Kept.attributes, Kept.path + "/scroll-target?id=a"]
    let watch = [Kept.attributes + "?viewport=watch", Kept.path + "/scroll-target?id=a&viewport=watch"]
    func tags(_ targets: [String]) -> [String?] { targets.map { service.get($0).etag } }
    let (mainBefore, watchBefore, listBefore) = (tags(main), tags(watch), tags([Self.viewports]))
    #expect(mainBefore == ["\"1\"", "\"1\"", "\"1\""])
    _ = service.put(Self.viewports + "/watch", ["bounds": [0, 10, 50, 20]])
    #expect(tags(main) == mainBefore)
    for (old, new) in zip(watchBefore + listBefore, tags(watch + [Self.viewports])) { #expect(old != new) }
    _ = service.put(Kept.path + "/bounds", ["bounds": [0, 20, 100, 40]])
    let moved = tags(main)
    for (old, new) in zip(mainBefore, moved) { #expect(old != new) }
    _ = service.put(Kept.path + "/bounds", ["bounds": [0, 0, 100, 40]])
    #expect(tags(main) != moved)
    _ = service.put(Kept.path + "/bounds", ["bounds": [0, 20, 100, 40]])
    #expect(tags(main) == moved)
    _ = service.update(Kept.insertion)
    #expect(tags(main) == ["\"2\"", "\"2\"", "\"2\""])
  }

  @Test func `a viewport that is deleted changes the tag of the list`() throws {
    let service = try service()
    #expect(service.get(Self.viewports).etag == "\"1\"")
    _ = service.put(Self.viewports + "/watch", Self.watch)
    let tag = try #require(service.get(Self.viewports).etag)
    #expect(tag.hasPrefix("\"1."))
    _ = service.delete(Self.viewports + "/watch")
    #expect(service.get(Self.viewports, ["If-None-Match": tag]).status == 200)
    #expect(service.get(Self.viewports).etag == "\"1\"")
  }

  @Test func `a response without a body has the headers that the full one has`() throws {
    let service = try service()
    let targets = [
      Kept.path, Kept.attributes, Kept.attributes + "?format=svg", Self.viewports,
      Kept.path + "/scroll-target?id=a", "/openapi.yaml",
    ]
    for target in targets {
      let full = service.get(target)
      let known = service.get(target, ["If-None-Match": full.etag ?? ""])
      #expect(full.status == 200 && known.status == 304 && known.bytes.isEmpty, "\(target)")
      for name in ["ETag", "Cache-Control", "Vary"] {
        #expect(full.header(name) != nil && known.header(name) == full.header(name), "\(target) \(name)")
      }
      #expect(known.header("Content-Type") == nil && known.header("Content-Length") == nil)
    }
  }

  /// The routes that read a collection, with a query that they need.
  private static let reads = Service.routes.filter {
    $0.method == .get && $0.template.contains("{collection}")
  }

  private static func target(of route: Route<Endpoint>) -> String {
    let query =
      route.template.hasSuffix("/scroll-target")
      ? "?id=a" : route.template.hasSuffix("/history") ? "?since=1" : ""
    return QueryTests.target(of: route) + query
  }

  @Test func `every route that reads a collection evaluates If-Match`() throws {
    let service = try service()
    #expect(Self.reads.count == 8)
    for route in Self.reads {
      let target = Self.target(of: route)
      for tags in ["\"9\"", "W/\"1\"", "\"x\", \"2-svg\""] {
        let answer = service.get(target, ["If-Match": tags])
        #expect(answer.status == 412 && answer.code == "version_mismatch", "\(target) \(tags)")
        #expect(answer.etag == "\"1\"" && answer.detail == "The collection is at version 1.")
      }
      for tags in ["*", "\"1\"", "\"9\", \"1\"", "\"1-svg-gzip\"", "\"1.00-columns\""] {
        #expect(service.get(target, ["If-Match": tags]).status == 200, "\(target) \(tags)")
      }
      #expect(service.get(target, ["If-Match": "1"]).status == 400)
      // The client learns of a missing collection first.
      let lost = target.replacing("/collections/c", with: "/collections/lost")
      #expect(service.get(lost, ["If-Match": "\"9\""]).status == 404)
    }
    #expect(service.get("/openapi.yaml", ["If-Match": "\"9\""]).status == 412)
  }

  @Test func `a missing element is not found, with any preconditions`() throws {
    let service = try service()
    for headers in [["If-Match": "\"9\""], ["If-None-Match": "*"]] {
      #expect(service.get(Kept.attributes + "?id=z", headers).status == 404)
      #expect(service.get(Kept.attributes + "?viewport=none", headers).status == 404)
    }
  }

  @Test(arguments: [
    ("\"1-gzip\"", "gzip", 304, "\"1-gzip\""), ("\"1-gzip\"", "", 200, "\"1\""),
    ("\"1-gzip\"", "gzip;q=0", 200, "\"1\""), ("\"1\"", "gzip", 304, "\"1\""),
    ("\"1\"", "gzip, identity;q=0", 200, "\"1\""), ("\"1\", \"1-gzip\"", "gzip", 304, "\"1-gzip\""),
    ("\"1\", \"1-gzip\"", "gzip;q=0.5, identity", 304, "\"1\""), ("W/\"1\"", "gzip", 304, "\"1\""),
    ("\"a,b\",\"1\"", "", 304, "\"1\""), ("\"a,\\\",\"1\"", "", 304, "\"1\""), ("\"1", "", 200, "\"1\""),
    ("\"1-svg\"", "", 200, "\"1\""), ("*", "", 304, "\"1\""),
  ])
  func `If-None-Match lists representations, in codings that the client accepts`(
    tags: String, codings: String, status: Int, tag: String
  ) throws {
    let service = try service()
    let answer = service.get(Kept.path, ["If-None-Match": tags, "Accept-Encoding": codings])
    #expect(answer.status == status && answer.etag == tag)
  }

  @Test func `the document is revalidated, and a client that has it gets no body`() throws {
    let service = try TestService()
    let plain = service.get("/openapi.yaml")
    let packed = service.get("/openapi.yaml", ["Accept-Encoding": "gzip"])
    #expect(plain.header("Cache-Control") == "no-cache" && packed.header("Cache-Control") == "no-cache")
    #expect(packed.header("Content-Encoding") == "gzip" && packed.bytes.count < plain.bytes.count / 4)
    let tag = try #require(plain.etag)
    #expect(tag.wholeMatch(of: /"[0-9a-f]{32}"/) != nil)
    #expect(packed.etag == "\(tag.dropLast())-gzip\"")
    let known = ["If-None-Match": packed.etag!]
    #expect(service.get("/openapi.yaml", known).status == 200)
    #expect(service.get("/openapi.yaml", known.merging(["Accept-Encoding": "gzip"]) { $1 }).status == 304)
    #expect(service.get("/openapi.yaml", ["If-None-Match": "\"0\", \(tag)"]).status == 304)
  }
}
