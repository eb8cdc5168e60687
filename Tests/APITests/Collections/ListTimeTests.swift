import Collections
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import API

/// The times of collections, and lists by them.
struct ListTimeTests {
  private static let path = "/v1/collections"

  /// A clock of whole seconds since the beginning of 2030.
  private final class Clock: Sendable {
    private let seconds = Mutex(0)
    func set(_ time: Int) { seconds.withLock { $0 = time } }
    var now: UTCTime { UTCTime(milliseconds: (1_893_456_000 + Int64(seconds.withLock { $0 })) * 1000) }
  }

  private let clock = Clock()
  private let service: TestService

  init() throws {
    let clock = clock
    service = try TestService(clock: { clock.now })
  }

  /// Creates collections, one each second.
  private func create(_ ids: String...) {
    for (second, id) in ids.enumerated() {
      clock.set(second)
      _ = service.create(id, Kept.rows(["a"]))
    }
  }

  private func ids(_ query: String) -> [String?]? {
    service.get("\(Self.path)?\(query)").json?["collections"]?.elements?.map { $0["id"]?.string }
  }

  @Test func `a range of times has its beginning and not its end`() {
    create("r0", "r1", "s2", "r3", "r4")
    #expect(ids("createdAfter=2030-01-01T00:00:01Z") == ["r1", "r3", "r4", "s2"])
    #expect(ids("createdBefore=2030-01-01T00:00:01Z") == ["r0"])
    #expect(ids("createdAfter=2030-01-01T00:00:01Z&createdBefore=2030-01-01T00:00:03Z") == ["r1", "s2"])
    #expect(ids("createdAfter=2030-01-01T00:00:01Z&createdBefore=2030-01-01T00:00:03Z&prefix=r") == ["r1"])
    #expect(ids("createdAfter=2030-01-01T00:00:01Z&createdBefore=2030-01-01T00:00:01Z") == [])
    // The same moment with offsets and fractions.
    for time in [
      "2030-01-01T01:00:01%2B01:00", "2029-12-31T23:30:01-00:30", "2030-01-01t00:00:01z",
      "2030-01-01T00:00:00.9991Z", "2030-01-01T00:00:01.000Z", "2029-12-31T23:59:60.5Z",
    ] {
      #expect(ids("prefix=r&createdAfter=\(time)") == ["r1", "r3", "r4"], "\(time)")
    }
    #expect(ids("createdAfter=1900-01-01T00:00:00Z&createdBefore=9999-12-31T23:59:59Z")?.count == 5)
    #expect(ids("createdBefore=0000-01-01T00:00:00Z") == [])
  }

  @Test func `the time of the newest version is that of the last change, and no move of a viewport sets it`()
    throws
  {
    create("c", "d")
    clock.set(10)
    _ = service.update(Kept.insertion)
    clock.set(20)
    let viewport: JSONTree = [
      "bounds": [0, 0, 320, 480], "container": ["width": 320, "height": 480],
    ]
    #expect(service.put("\(Self.path)/d/viewports/w", viewport).status == 201)
    let described = service.get(Kept.path).json
    #expect(described?["createdAt"] == "2030-01-01T00:00:00.000Z")
    #expect(described?["updatedAt"] == "2030-01-01T00:00:10.000Z")
    #expect(service.get("\(Self.path)/d").json?["updatedAt"] == "2030-01-01T00:00:01.000Z")
    #expect(ids("updatedAfter=2030-01-01T00:00:10Z") == ["c"])
    #expect(ids("updatedBefore=2030-01-01T00:00:10Z") == ["d"])
    #expect(ids("createdBefore=2030-01-01T00:00:01Z&updatedAfter=2030-01-01T00:00:10Z") == ["c"])
    #expect(ids("createdAfter=2030-01-01T00:00:01Z&updatedAfter=2030-01-01T00:00:10Z") == [])
  }

  @Test func `the links and the count keep all filters`() {
    create("r0", "s1", "r2", "r3", "r4", "r5", "r6")
    let filters = "prefix=r&createdAfter=2030-01-01T00:00:01.000Z&updatedBefore=2030-01-01T00:00:06.000Z"
    var next: String? = "\(Self.path)?\(filters)&count=true&limit=3"
    var found: [String?] = []
    while let target = next, found.count < 9 {
      let answer = service.get(target)
      found += answer.json?["collections"]?.elements?.map { $0["id"]?.string } ?? [nil]
      #expect(answer.json?["count"] == 4)
      let links = answer.header("Link")?.components(separatedBy: ", ") ?? []
      #expect(links.first == "<\(Self.path)?\(filters)&count=true&limit=3>; rel=\"first\"")
      next = links.count == 2 ? String(links[1].dropFirst().prefix { $0 != ">" }) : nil
    }
    #expect(found == ["r2", "r3", "r4", "r5"])
  }

  @Test func `a cursor is refused with other filters than those of its list, each of them`() throws {
    create("r0", "r1", "r2")
    let filters = [
      "", "prefix=r", "createdAfter=2030-01-01T00:00:00Z", "createdBefore=2031-01-01T00:00:00Z",
      "updatedAfter=2030-01-01T00:00:00Z", "updatedBefore=2031-01-01T00:00:00Z",
      "updatedAfter=1970-01-01T00:00:00Z", "prefix=r&updatedAfter=2030-01-01T00:00:00Z",
    ]
    for own in filters {
      let page = service.get("\(Self.path)?limit=1&\(own)")
      let cursor = try #require(page.json?["nextCursor"]?.string)
      for other in filters {
        let answer = service.get("\(Self.path)?limit=1&cursor=\(cursor)&\(other)")
        #expect(answer.status == (own == other ? 200 : 400), "\(own), then \(other)")
        if own != other { #expect(answer.detail?.contains("query parameter cursor") == true) }
      }
      // Another number on a page and a count are no filters.
      #expect(service.get("\(Self.path)?limit=2&count=true&cursor=\(cursor)&\(own)").status == 200)
    }
    let page = service.get("\(Self.path)?limit=1&createdAfter=2030-01-01T00:00:00Z")
    let cursor = try #require(page.json?["nextCursor"]?.string)
    // The same time in another form is the same filter.
    #expect(
      service.get("\(Self.path)?cursor=\(cursor)&createdAfter=2030-01-01T01:00:00.000%2B01:00").status == 200)
  }

  @Test(arguments: [
    "", "now", "2030-01-01", "2030-01-01T00:00:00", "2030-01-01T00:00Z", "2030-01-01T00:00:00+00:00",
    "2030-02-29T00:00:00Z", "2030-13-01T00:00:00Z", "2030-00-01T00:00:00Z", "2030-01-00T00:00:00Z",
    "2030-01-32T00:00:00Z", "2030-01-01T24:00:00Z", "2030-01-01T00:60:00Z", "2030-01-01T00:00:61Z",
    "2030-01-01T00:00:00.Z", "2030-01-01T00:00:00ZZ", "2030-01-01T00:00:00-24:00", "1893456000", "NaN",
    "12030-01-01T00:00:00Z", "-030-01-01T00:00:00Z", "2030-01-01T00:00:00%2B0100",
    "2030-01-01T00:00:00.\(String(repeating: "9", count: 400))", "%D9%A2030-01-01T00:00:00Z",
  ])
  func `a text that is no time is refused with the name of its parameter`(text: String) {
    for name in ["createdAfter", "createdBefore", "updatedAfter", "updatedBefore"] {
      let answer = service.get("\(Self.path)?\(name)=\(text)")
      #expect(answer.status == 400 && answer.code == "bad_request", "\(text)")
      let detail = answer.detail ?? ""
      #expect(
        detail.contains("query parameter \(name)") && detail.contains("2030-01-31T12:00:00Z"), "\(detail)")
      #expect(detail.contains("%2B") == text.contains("+"), "\(detail)")
    }
  }

  @Test func `a range that ends before it begins is refused, and so is a deletion by time`() {
    create("r0")
    let reversed = service.get(
      "\(Self.path)?updatedAfter=2030-01-02T00:00:00Z&updatedBefore=2030-01-01T00:00:00Z")
    #expect(reversed.status == 400)
    #expect(
      reversed.detail?.contains("updatedAfter") == true && reversed.detail?.contains("updatedBefore") == true)
    for name in ["createdAfter", "createdBefore", "updatedAfter", "updatedBefore"] {
      let refused = service.delete("\(Self.path)?prefix=r&\(name)=2030-01-01T00:00:00Z")
      #expect(refused.status == 400 && refused.detail?.contains("\"\(name)\"") == true)
    }
    #expect(ids("prefix=r") == ["r0"])
  }

  @Test func `an import has the times of the export`() throws {
    create("c")
    clock.set(10)
    _ = service.update(Kept.insertion)
    let target = try TestService()
    #expect(target.importing(service.exported(history: true).bytes).status == 200)
    #expect(target.get(Kept.path).json == service.get(Kept.path).json)
  }

  @Test func `a time is written as others write it, and read back`() {
    let formatter = ISO8601DateFormatter()
    var random = SeededGenerator(seed: 40)
    for _ in 0..<2000 {
      let time = UTCTime(milliseconds: Int64.random(in: 0..<253_402_300_800_000, using: &random))
      // Doubles have no exact milliseconds.
      let second = formatter.string(from: Date(timeIntervalSince1970: Double(time.milliseconds / 1000)))
      let fraction = String(1000 + time.milliseconds % 1000).dropFirst()
      #expect(time.text == "\(second.dropLast()).\(fraction)Z")
      #expect(UTCTime(time.text) == time)
    }
    for (milliseconds, text) in [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (951_868_799_999, "2000-02-29T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)] {
      #expect(UTCTime(milliseconds: milliseconds).text == text && UTCTime(text)?.milliseconds == milliseconds)
    }
  }
}
