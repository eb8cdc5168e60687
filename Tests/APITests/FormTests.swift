import API
import TestSupport
import Testing

/// The formats of a response: three ways to write the same attributes.
struct FormTests {
  /// Every trait an element can have here: ids, estimates, pins, alpha, transforms, decorations.
  private static let rich = request(
    container: ["width": 320, "height": 100, "scale": 2, "insets": [0, 8, 0, 8]],
    layout: [
      "kind": "list", "sectionHeaderHeight": 28, "separator": [0, 16, 0, 0], "tableHeader": [0, 50],
      "tableFooter": [0, 20], "rowHeight": "automatic", "sectionFooterHeight": 10,
    ],
    sections: [
      [
        "id": "first",
        "items": [
          ["id": "a", "size": [1, 40]], [:], ["id": "ü\"\u{0}", "estimatedSize": [1, 33.3]],
          ["preferredAttributes": ["alpha": 0.25, "transform": [0, 1, -1, 0, 5, 7.5], "size": [10, 20]]],
          ["id": "e", "preferredAttributes": ["alpha": 0.5]],
        ],
      ],
      ["itemCount": 3],
      ["itemSizes": [[1, 10], [1, 20]], "supplementaries": ["badge": [["size": [5, 5]]]]],
    ],
    visibleRect: [0, 60, 320, 300])

  private static let bodies: [(String, JSONTree)] = [
    ("everything", rich),
    (
      "wide flow",
      request(
        container: ["width": 100, "height": 400, "layoutDirection": "rightToLeft"],
        sections: [["itemSizes": [[140, 40], [33.3, 20], [1e-7, 1e15]]]])
    ),
    ("nothing", request(sections: [])),
    ("many", request(sections: [["itemCount": 700], ["itemCount": 1]])),
  ]

  @Test(arguments: 0..<4)
  func `objects, columns and binary columns decode to the very same response`(index: Int) throws {
    let (name, body) = Self.bodies[index]
    let text = body.description
    let objects = try JSONTree(parsing: answerBytes(text))
    let columns = try JSONTree(parsing: answerBytes(text, as: .columns))
    let binary = try BinaryResponse(answerBytes(text, as: .binary))
    #expect(try columns.objectsFromColumns() == objects, "\(name)")
    #expect(try binary.columnsForm() == columns, "\(name)")
  }

  @Test func `elements carry only what differs from the default`() throws {
    let answer = try answer(Self.rich)
    let elements = try #require(answer["attributes"]?.elements)
    let extras = ["zIndex", "alpha", "hidden", "transform", "transform3D", "estimated", "pins", "pinned"]
    func extra(_ element: JSONTree) -> Set<String> { Set(element.members!.keys).intersection(extras) }
    func cell(_ section: Int, _ item: Int) -> JSONTree? {
      elements.first {
        $0["category"] == "cell" && $0["indexPath"] == [.number(Double(section)), .number(Double(item))]
      }
    }
    #expect(extra(try #require(cell(0, 0))) == [])
    #expect(extra(try #require(cell(0, 1))) == ["estimated"])
    #expect(cell(0, 1)?["id"] == nil)
    #expect(cell(0, 2)?["id"] == .string("ü\"\u{0}"))
    #expect(extra(try #require(cell(0, 3))) == ["alpha", "transform"])
    #expect(cell(0, 3)?["transform"] == [0, 1, -1, 0, 5, 7.5])
    #expect(cell(0, 3)?.at("/frame/height") == 20)
    #expect(extra(try #require(cell(0, 4))) == ["alpha", "estimated"])
    let header = try #require(elements.first { $0["kind"] == "header" })
    #expect(extra(header) == ["zIndex", "pins", "pinned"])
    #expect(header["zIndex"] == 10)
    #expect(header["pins"] == "start" && header["pinned"] == true)
    #expect(header.at("/frame/y") == 60)
  }

  @Test func `elements come in the order of the wire`() throws {
    var body = Self.rich
    body["visibleRect"] = nil
    let elements = try #require(try answer(body)["attributes"]?.elements)
    let names = elements.map { $0["kind"]?.string ?? $0["category"]?.string ?? "" }
    #expect(names.first == "tableHeader" && names.last == "tableFooter")
    var runs: [String] = []
    for name in names.dropFirst().dropLast() where runs.last != name { runs.append(name) }
    let section = ["header", "cell", "footer", "separator"]
    #expect(runs == section + section + section)
    let sections = elements.dropFirst().dropLast().compactMap { $0.at("/indexPath/0")?.int }
    #expect(sections == sections.sorted())
    #expect(elements.allSatisfy { $0["zIndex"] == nil && $0["pinned"] == nil })
    for element in elements {
      #expect((element["pins"] == "start") == (element["kind"] == "header"))
      #expect((element["pins"] == "end") == (element["kind"] == "footer"))
    }
  }

  @Test func `a cell has no kind, and nothing but a cell has an id`() throws {
    let elements = try #require(try answer(Self.rich)["attributes"]?.elements)
    for element in elements {
      #expect((element["kind"] == nil) == (element["category"] == "cell"))
      if element["id"] != nil { #expect(element["category"] == "cell") }
    }
  }

  @Test func `the values of sparse columns are flat`() throws {
    let columns = try JSONTree(parsing: answerBytes(Self.rich.description, as: .columns))
    let transform = try #require(columns.at("/attributes/transform"))
    #expect(transform["rows"]?.elements?.count == 1)
    #expect(transform["values"] == [0, 1, -1, 0, 5, 7.5])
  }

  @Test func `columns of a response without ids, kinds or exceptions have none`() throws {
    let columns = try JSONTree(parsing: answerBytes(request().description, as: .columns))
    #expect(
      Set(columns["attributes"]!.members!.keys) == [
        "count", "categories", "kindNames", "kinds", "sections", "items", "frames",
      ])
    #expect(columns.at("/attributes/kindNames") == [])
    let binary = try BinaryResponse(answerBytes(request().description, as: .binary))
    #expect(binary.columns.map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test func `a picture is SVG`() throws {
    let text = String(decoding: try answerBytes(Self.rich.description, as: .svg), as: UTF8.self)
    #expect(text.hasPrefix("<svg") && text.contains("</svg>"))
  }
}
