import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import API

/// The list of collections: filters, links, counts, tags, and deletion by prefix.
struct CollectionListTests {
  private static let path = "/v1/collections"

  /// A service with collections of these ids.
  private static func service(_ ids: String...) throws -> TestService {
    let service = try TestService()
    for id in ids { _ = service.create(id, Kept.rows(["a"])) }
    return service
  }

  private static func ids(_ answer: TestResponse) -> [String?]? {
    answer.json?["collections"]?.elements?.map { $0["id"]?.string }
  }

  @Test func `a prefix filters the list, an id that is the prefix included`() throws {
    let service = try Self.service("room", "room-1", "room-2", "roo", "rooms", "rop", "Room-1", "a", "~")
    func list(_ prefix: String) -> [String?]? { Self.ids(service.get("\(Self.path)?prefix=\(prefix)")) }
    #expect(list("room") == ["room", "room-1", "room-2", "rooms"])
    #expect(list("room-") == ["room-1", "room-2"])
    #expect(list("~") == ["~"])
    #expect(list("Room") == ["Room-1"])
    #expect(list("room-12") == [])
    #expect(Self.ids(service.get(Self.path))?.count == 9)
  }

  @Test func `the links lead through all pages of a filter, and back to the first`() throws {
    let service = try Self.service("r1", "r2", "r3", "r4", "r5", "s1")
    var found: [String?] = []
    var next: String? = "\(Self.path)?prefix=r&limit=2&count=true"
    var pages = 0
    while let target = next, pages < 9 {
      let answer = service.get(target)
      found += Self.ids(answer) ?? []
      pages += 1
      #expect(answer.json?["count"] == 5)
      let links = answer.header("Link")?.components(separatedBy: ", ") ?? []
      #expect(links.first == "<\(Self.path)?prefix=r&count=true&limit=2>; rel=\"first\"")
      #expect((links.count == 2) == (answer.json?["nextCursor"]?.string != nil))
      next = links.count == 2 ? String(links[1].dropFirst().prefix { $0 != ">" }) : nil
      if next != nil { #expect(links[1].hasSuffix("; rel=\"next\"")) }
    }
    #expect(found == ["r1", "r2", "r3", "r4", "r5"] && pages == 3)
  }

  @Test func `the list has a count only on request, of all pages`() throws {
    let service = try Self.service("a", "b", "c")
    #expect(service.get(Self.path).json?["count"]?.int == nil)
    #expect(service.get("\(Self.path)?count=true&limit=1").json?["count"] == 3)
    #expect(service.get("\(Self.path)?count=true&prefix=z").json?["count"] == 0)
  }

  @Test func `the list has a tag that changes with it`() throws {
    let service = try Self.service("a", "b")
    let first = service.get(Self.path)
    let tag = try #require(first.etag)
    let known = service.get(Self.path, ["If-None-Match": tag])
    #expect(known.status == 304 && known.bytes.isEmpty && known.etag == tag)
    #expect(service.get("\(Self.path)?limit=1").etag != tag)
    _ = service.create("c")
    let changed = service.get(Self.path, ["If-None-Match": tag])
    #expect(changed.status == 200 && changed.etag != tag)
    #expect(service.get(Self.path, ["If-Match": tag]).code == "version_mismatch")
  }

  @Test(arguments: [
    ("cursor=abc", ["cursor", "nextCursor", "\"abc\""]), ("cursor=", ["cursor", "nextCursor"]),
    ("cursor=a", ["cursor"]), ("cursor=AAAA", ["cursor"]),
    ("prefix=r&cursor=" + ListCursor(id: "r1", filter: "").text, ["cursor", "another prefix"]),
    ("cursor=" + ListCursor(id: "r1", filter: "prefix=r").text, ["cursor", "another prefix"]),
    ("prefix=r&cursor=" + ListCursor(id: "r1", filter: "prefix=r1").text, ["cursor", "another prefix"]),
    ("prefix=", ["prefix", "1 to 128"]), ("prefix=a%20b", ["prefix", "\"a b\""]), ("prefix=%2F", ["prefix"]),
    ("prefix=" + String(repeating: "a", count: 129), ["prefix"]), ("prefix=%C3%A9", ["prefix"]),
    ("count=yes", ["count", "true or false", "\"yes\""]), ("filter=a", ["\"filter\"", "prefix"]),
  ])
  func `a cursor, a prefix or a count that is none is rejected`(query: String, words: [String]) throws {
    let answer = try Self.service("a").get("\(Self.path)?\(query)")
    #expect(answer.status == 400 && answer.code == "bad_request", "\(query)")
    for word in words { #expect(answer.detail?.contains(word) == true, "\(query): \(answer.detail ?? "")") }
  }

  @Test func `a cursor is that of one id, and no other text is it`() {
    let text = ListCursor(id: "room-1", filter: "prefix=r").text
    #expect(ListCursor(text)?.id == "room-1")
    #expect(ListCursor(text)?.isOfList(filteredBy: "prefix=r") == true)
    #expect(ListCursor(text)?.isOfList(filteredBy: "") == false)
    #expect(text != ListCursor(id: "room-2", filter: "prefix=r").text)
    #expect(text != ListCursor(id: "room-1", filter: "prefix=s").text)
    for index in text.indices {
      var other = text
      other.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
      #expect(ListCursor(other) == nil, "\(other)")
    }
  }

  @Test func `collections are deleted by the prefix of their ids, and no others`() throws {
    let service = try Self.service("r1", "r2", "r", "s1", "R1")
    let conditional = service.delete("\(Self.path)?prefix=r", ["If-Match": "\"9\""])
    #expect(conditional.status == 400 && conditional.detail?.contains("If-Match") == true)
    let deleted = service.delete("\(Self.path)?prefix=r")
    #expect(deleted.status == 200 && deleted.json == ["deleted": 3])
    #expect(Self.ids(service.get(Self.path)) == ["R1", "s1"])
    #expect(service.delete("\(Self.path)?prefix=r").json == ["deleted": 0])
  }

  @Test func `more collections than are deleted at once are deleted, too`() throws {
    let service = try TestService()
    for number in 0..<205 { _ = service.create("n\(number)", Kept.rows(["a"])) }
    #expect(service.delete("\(Self.path)?prefix=n").json == ["deleted": 205])
    #expect(Self.ids(service.get(Self.path)) == [])
  }

  @Test func `a deletion of all collections takes a prefix`() throws {
    let service = try Self.service("a")
    for query in ["", "?prefix=", "?prefix=a&prefix=b", "?limit=1"] {
      let refused = service.delete(Self.path + query)
      #expect(refused.status == 400 && refused.detail?.contains("prefix") == true, "\(query)")
    }
    #expect(Self.ids(service.get(Self.path)) == ["a"])
  }
}
