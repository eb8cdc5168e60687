import API
import TestSupport
import Testing

/// Unknown names in a request: rejected with the nearest known name.
struct UnknownNameTests {
  @Test(arguments: [
    ("", "sectons", "sections"),
    ("", "visiblerect", "visibleRect"),
    ("/container", "widht", "width"),
    ("/container", "layoutDirections", "layoutDirection"),
    ("/container/insets", "tpo", "top"),
    ("/layout", "itemsize", "itemSize"),
    ("/layout", "minimumLineSpaceing", "minimumLineSpacing"),
    ("/layout/itemSize", "hieght", "height"),
    ("/sections/0", "itmes", "items"),
    ("/sections/0", "haeder", "header"),
    ("/sections/0/metrics", "sectionInsets", "sectionInset"),
    ("/sections/0/header", "sise", "size"),
    ("/sections/0/items/0", "estimatedsize", "estimatedSize"),
    ("/sections/0/items/0", "aspectratio", "aspectRatio"),
    ("/sections/0/items/0/preferredAttributes", "aplha", "alpha"),
    ("/visibleRect", "w", "width"), ("/visibleRect", "q", nil),
  ])
  func `an unknown member is refused at every level, with the nearest that is known`(
    parent: String, name: String, nearest: String?
  ) {
    let body = request(
      container: ["width": 320, "height": 480, "insets": [:]],
      layout: ["kind": "flow", "itemSize": ["width": 1, "height": 1]],
      sections: [["items": [["preferredAttributes": [:]]], "header": [:], "metrics": [:]]],
      visibleRect: ["x": 0, "y": 0, "width": 1, "height": 1])
    let problem = refusal(of: body.setting("\(parent)/\(name)", to: 1))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == ["\(parent)/\(name)"])
    let said = problem?.detail.contains("did you mean \"\(nearest ?? "")\"?")
    #expect(said == (nearest != nil), "\(problem?.detail ?? "")")
    #expect(problem?.detail.contains(" takes ") == true)
  }

  @Test(arguments: [
    ("/layout/kind", "flwo", "flow"), ("/layout/kind", "Flow", "flow"), ("/layout/kind", "lists", "list"),
    ("/layout/kind", "hexagons", nil),
    ("/layout/scrollDirection", "horisontal", "horizontal"),
    ("/layout/itemAlignment", "justify", "justified"), ("/layout/lineAlignment", "centre", "center"),
    ("/layout/kind", "waterfal", "waterfall"),
    ("/layout/sectionInsetReference", "fromLayoutMargin", "fromLayoutMargins"),
    ("/container/layoutDirection", "righttoleft", "rightToLeft"),
    ("/container/contentSizeCategory", "accessibilityExtraLarg", "accessibilityExtraLarge"),
  ])
  func `an unknown name is refused with the nearest that is known, and all of them`(
    pointer: String, given: String, nearest: String?
  ) {
    let problem = refusal(of: request().setting(pointer, to: .string(given)))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == [pointer])
    #expect(problem?.detail.contains("unknown value \"\(given)\"") == true)
    let said = problem?.detail.contains("did you mean \"\(nearest ?? "")\"?")
    #expect(said == (nearest != nil), "\(problem?.detail ?? "")")
  }

  @Test func `a parameter of another kind is unknown here`() {
    let problem = refusal(of: request(layout: ["kind": "list", "itemSize": [50, 50]]))
    #expect(problem?.pointers == ["/layout/itemSize"])
    let metrics = refusal(
      of: request(sections: [["itemCount": 1, "metrics": ["rowHeight": 44]]]))
    #expect(metrics?.pointers == ["/sections/0/metrics/rowHeight"])
  }

  @Test func `keys are escaped in pointers, and keys too long to repeat are cut away`() {
    #expect(refusal(of: request().setting("a~b", to: 1))?.pointers == ["/a~0b"])
    var slashed = request()
    slashed["a/b"] = 1
    #expect(refusal(of: slashed)?.pointers == ["/a~1b"])
    var section: JSONTree = ["itemCount": 1]
    let key = String(repeating: "k", count: 100_000)
    section["supplementaries"] = .object([key: .array(Array(repeating: 1, count: 60))])
    let problem = refusal(of: request(sections: [section]))
    #expect(problem?.faults.count == 50)
    #expect(problem?.pointers.allSatisfy { $0 == "/sections/0/supplementaries" } == true)
    #expect(problem?.body(requestID: nil).count ?? .max < 20_000)
  }

  @Test func `a long value is quoted cut`() {
    let problem = refusal(
      of: request(layout: ["kind": .string("e" + String(repeating: "\u{301}", count: 200_000))]))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.detail.utf8.count ?? .max < 1000)
  }
}
