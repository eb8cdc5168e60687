import TestSupport
import Testing

@testable import API

/// `GET /v1/collections/{collection}/attributes`.
struct AttributesTests {
  private static let rich: JSONTree = [
    "container": ["width": 100, "height": 60],
    "layout": ["kind": "list", "rowHeight": 20, "separator": [0, 0, 0, 0], "style": "grouped"],
    "sections": [
      ["id": "s", "header": ["size": [0, 10]], "items": [["id": "a"], ["id": "b"], [:], ["id": "d"]]],
      ["id": "t", "items": [["id": "c"], ["id": "e"]]],
    ],
  ]

  private static func service() throws -> TestService {
    let service = try TestService()
    #expect(service.create("c", rich).status == 201)
    return service
  }

  /// The single element in the response to a query.
  private func element(_ query: String) throws -> JSONTree {
    let answer = try Self.service().get(Kept.attributes + "?" + query)
    let elements = try #require(answer.json?["attributes"]?.elements, "\(answer.detail ?? "")")
    #expect(elements.count == 1)
    return elements.first ?? .null
  }

  @Test func `the response has all elements, as that of the stateless layout does`() throws {
    let service = try Self.service()
    let answer = service.get(Kept.attributes)
    #expect(
      answer.status == 200 && answer.etag == "\"1\"" && answer.header("Vary") == "Accept, Accept-Encoding")
    var stateless = try #require(service.post("/v1/layouts", Self.rich).json)
    stateless["id"] = "c"
    stateless["version"] = 1
    #expect(answer.json == stateless)
  }

  @Test(
    arguments: [
      [0, 0, 100, 30], [0, 30, 100, 0], [0, 25, 100, 50.5], [50, 0, 1, 1000], [-100, -100, 50, 50],
      [0, 900, 1, 1],
    ] as [[Double]])
  func `elements in a rect are those that the stateless layout has in it`(rect: [Double]) throws {
    let service = try Self.service()
    let text = rect.map { "\($0)" }.joined(separator: ",")
    var body = Self.rich
    body["visibleRect"] = .array(rect.map { .number($0) })
    let stateless = service.post("/v1/layouts", body).json?["attributes"]
    #expect(
      stateless != nil && service.get(Kept.attributes + "?rect=\(text)").json?["attributes"] == stateless)
  }

  @Test func `an item is found by its id`() throws {
    let element = try element("id=b")
    #expect(element["indexPath"] == [0, 1] && element["id"] == "b" && element["category"] == "cell")
    #expect(element.at("/frame/y")?.number == 30)
  }

  @Test func `a cell is found by its index path`() throws {
    let element = try element("indexPath=1,0")
    #expect(element["id"] == "c" && element["category"] == "cell")
  }

  @Test func `a header is found by its kind and section`() throws {
    let element = try element("kind=header&section=0")
    #expect(element["category"] == "supplementary" && element["kind"] == "header")
    #expect(element.at("/frame/height") == 10)
  }

  @Test func `a decoration is found by its kind and the item that it belongs to`() throws {
    let element = try element("kind=separator&section=0&item=1")
    #expect(element["category"] == "decoration" && element["indexPath"] == [0, 1])
  }

  @Test func `a boundary item of a compositional layout is found by its kind and section`() throws {
    let service = try TestService()
    let size: JSONTree = ["width": ["fractionalWidth": 1], "height": ["absolute": 20]]
    _ = service.create(
      "c",
      [
        "container": ["width": 100, "height": 60],
        "layout": [
          "kind": "compositional",
          "sections": [
            [
              "group": ["axis": "horizontal", "size": size, "items": [["size": size]]],
              "boundarySupplementaryItems": [["kind": "title", "size": size, "alignment": "top"]],
              "decorationItems": [["kind": "card"]],
            ]
          ],
        ],
        "sections": [["itemCount": 2], ["itemCount": 2]],
      ])
    let title = service.get(Kept.attributes + "?kind=title&section=1").json?["attributes"]?[0]
    #expect(title?["category"] == "supplementary" && title?.at("/frame/y") == 60)
    let card = service.get(Kept.attributes + "?kind=card&section=1").json?["attributes"]?[0]
    #expect(card?["category"] == "decoration" && card?["indexPath"] == [1, 0])
  }

  @Test func `a pinned header is where the bounds have it`() throws {
    let service = try TestService()
    var body = Kept.rows((0..<9).map { "i\($0)" }, bounds: [0, 45, 100, 60])
    body["layout"] = ["kind": "list", "rowHeight": 20, "sectionHeaderHeight": 10]
    _ = service.create("c", body)
    let header = service.get(Kept.attributes + "?kind=header&section=0").json?["attributes"]?[0]
    #expect(header?.at("/frame/y") == 45)
    // The rect of a query is not the visible rect.
    func hasHeader(_ query: String) -> Bool? {
      service.get(Kept.attributes + query).json?["attributes"]?.elements?.contains {
        $0["kind"] == "header" && $0.at("/frame/y") == 45
      }
    }
    #expect(hasHeader("") == true && hasHeader("?rect=0,50,100,1") == true)
    #expect(hasHeader("?rect=0,60,100,1") == false && hasHeader("?rect=0,0,100,10") == false)
  }

  @Test func `places are counted from another point where one is given`() throws {
    let service = try Self.service()
    for query in ["", "rect=0,25,100,50&", "id=b&", "kind=header&section=0&"] {
      let plain = service.get(Kept.attributes + "?" + query).json
      let moved = service.get(Kept.attributes + "?" + query + "relativeTo=3,-20.5").json
      #expect(moved?["contentSize"] == plain?["contentSize"])
      var expected = plain?["attributes"]?.elements ?? []
      for index in expected.indices {
        let frame = expected[index]["frame"]!
        expected[index]["frame"]!["x"] = .number(frame["x"]!.number! - 3)
        expected[index]["frame"]!["y"] = .number(frame["y"]!.number! + 20.5)
      }
      #expect(moved?["attributes"]?.elements == expected && !expected.isEmpty, "\(query)")
    }
  }

  @Test(arguments: ["", "rect=0,25,100,50", "id=b", "kind=header&section=0"])
  func `the columns forms have the same data as the objects`(query: String) throws {
    let service = try Self.service()
    let objects = service.get(Kept.attributes + "?" + query).json
    let columns = service.get(Kept.attributes + "?format=columns&" + query)
    #expect(columns.header("Content-Type") == "application/vnd.tessera.columns+json")
    #expect(try columns.json?.objectsFromColumns()["attributes"] == objects?["attributes"])
    #expect(columns.version == 1 && columns.etag == "\"1-columns\"")
    let binary = service.get(Kept.attributes + "?" + query, ["Accept": "application/vnd.tessera.columns"])
    #expect(binary.header("Content-Type") == "application/vnd.tessera.columns")
    #expect(
      try BinaryResponse(binary.bytes).columnsForm().objectsFromColumns()["attributes"]
        == objects?["attributes"])
  }

  @Test(arguments: ["", "&rect=0,25,100,50", "&id=b"])
  func `the picture is one`(query: String) throws {
    let answer = try Self.service().get(Kept.attributes + "?format=svg" + query)
    #expect(answer.status == 200 && answer.header("Content-Type") == "image/svg+xml")
    #expect(String(decoding: answer.bytes, as: UTF8.self).contains("<svg"))
  }

  @Test(arguments: [
    "id=z", "indexPath=9,0", "indexPath=0,9", "indexPath=2147483647,2147483647",
    "kind=footer&section=0",
    "kind=header&section=1", "kind=header&section=0&item=1", "kind=separator&section=0&item=9",
    "kind=&section=0",
    "id=",
  ])
  func `an element that is not there is not found`(query: String) throws {
    let answer = try Self.service().get(Kept.attributes + "?" + query)
    #expect(answer.status == 404 && answer.code == "not_found")
  }

  @Test(arguments: [
    "item=1", "section=1", "section=0&item=1", "kind=header", "kind=header&item=0", "id=a&section=0",
    "id=a&indexPath=0,0", "indexPath=0,0&kind=header", "indexPath=0,0&section=0",
    "id=a&rect=0,0,1,1", "rect=0,0,1,1&indexPath=0,0", "rect=0,0,1,1&kind=header&section=0",
    "id=a&kind=header",
  ])
  func `queries that name no element, or several ways, are refused`(query: String) throws {
    let answer = try Self.service().get(Kept.attributes + "?" + query)
    #expect(answer.status == 400 && answer.detail?.contains("by rect, by id") == true)
  }

  @Test(arguments: [
    ("rect", "rect="), ("rect", "rect=0,0,1"), ("rect", "rect=0,0,1,1,1"), ("rect", "rect=0,0,1,"),
    ("rect", "rect=0,0,nan,1"), ("rect", "rect=0,0,inf,1"), ("rect", "rect=-infinity,0,1,1"),
    ("rect", "rect=0,0,1e999,1"), ("rect", "rect=0,0,9007199254740993e3,1"), ("rect", "rect=0,0,-1,1"),
    ("rect", "rect=0,0,1,-1"), ("rect", "rect=a,b,c,d"), ("rect", "rect=0x10,0,1,1"),
    ("rect", "rect=0,0,1,1%20"),
    ("relativeTo", "relativeTo=1"), ("relativeTo", "relativeTo=1,2,3"), ("relativeTo", "relativeTo=nan,0"),
    ("relativeTo", "relativeTo=0,1e17"), ("section", "kind=a&section=-1"),
    ("item", "kind=a&section=0&item=x"),
    ("item", "kind=a&section=0&item=1.0"), ("section", "kind=a&section=2147483648"),
    ("item", "kind=a&section=0&item=99999999999999999999"), ("indexPath", "indexPath=0"),
    ("indexPath", "indexPath=0,1,2"), ("indexPath", "indexPath=0,"), ("indexPath", "indexPath=,1,"),
    ("indexPath", "indexPath=-1,0"), ("indexPath", "indexPath=0,1.0"),
    ("indexPath", "indexPath=0,2147483648"), ("format", "format=xml"),
  ])
  func `a value that is not a valid number is rejected with the name of its parameter`(
    name: String, query: String
  ) throws {
    let answer = try Self.service().get(Kept.attributes + "?" + query)
    #expect(
      answer.status == 400 && answer.detail?.contains("query parameter \(name)") == true,
      "\(answer.detail ?? "")")
  }

  @Test func `a number of a thousand digits is refused as any other`() throws {
    let digits = String(repeating: "1", count: 1000)
    let service = try Self.service()
    for query in ["rect=0,0,\(digits),1", "indexPath=0,\(digits)", "relativeTo=0,-\(digits)"] {
      #expect(service.get(Kept.attributes + "?" + query).status == 400)
    }
  }

  @Test func `an unknown item of the query is named, with the nearest known one`() throws {
    let answer = try Self.service().get(Kept.attributes + "?rekt=0,0,1,1")
    #expect(answer.status == 400)
    #expect(
      answer.detail?.contains("\"rekt\"") == true && answer.detail?.contains("Did you mean rect?") == true)
    #expect(try Self.service().get(Kept.attributes + "?id=a&id=b").status == 400)
  }

  @Test func `all elements of a large collection are refused, a part of them is returned`() throws {
    let service = try TestService { $0.answerLimit = 4000 }
    var body = Kept.rows([], bounds: [0, 0, 100, 60])
    body["sections"] = [["itemCount": 1_000_000]]
    _ = service.create("c", body)
    #expect(service.get(Kept.attributes).code == "answer_too_large")
    #expect(
      service.get(Kept.attributes + "?rect=0,10000000,100,60").json?["attributes"]?.elements?.count == 3)
  }

  @Test func `a client that has the version still learns that an element is not there`() throws {
    let service = try Self.service()
    let tags = ["If-None-Match": "\"1\""]
    #expect(service.get(Kept.attributes + "?id=a", tags).status == 304)
    #expect(service.get(Kept.attributes + "?id=z", tags).status == 404)
    #expect(service.get(Kept.attributes + "?id=z", ["If-None-Match": "*"]).status == 404)
  }
}
