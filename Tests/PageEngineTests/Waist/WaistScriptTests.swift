import Foundation
import LayoutEngine
import TestSupport
import Testing

@testable import PageEngine

/// The JavaScript that reads and writes records, against the declaration in Swift.
struct WaistScriptTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  @Test func `the constants of the page are those of the declaration, and both have one digest`() throws {
    #expect(Waist.digest == WaistScript.digest, "the constants have the digest \(WaistScript.digest)")
    let file = Self.root.appending(path: "web/client/engine/waist.js")
    let script = try String(contentsOf: file, encoding: .utf8)
    let end = try #require(script.range(of: "\n" + WaistScript.end))
    #expect(String(script[..<end.lowerBound]) == WaistScript.text, "write these constants into \(file.path)")
  }

  @Test func `the client has the table of attributes`() throws {
    let file = Self.root.appending(path: "web/client/mirror/Element.js")
    let script = try String(contentsOf: file, encoding: .utf8)
    let table = AttributesScript.table
    #expect(script.contains(table), "write this table into \(file.path):\n\(table)")
    let reader = Self.root.appending(path: "web/client/engine/waist.js")
    let looks = WaistScript.looks
    #expect(
      try String(contentsOf: reader, encoding: .utf8).contains(looks),
      "write this line into \(reader.path):\n\(looks)")
  }

  @Test func `deltas have every attribute, in a row or in a look`() {
    let inRows = ["zIndex", "estimated", "pins", "pinned"]
    for attribute in ElementAttribute.all.map(\.attribute) {
      #expect((attribute.lookFlag == nil) == inRows.contains("\(attribute.name)"), "\(attribute.name)")
    }
    #expect(Set(WaistScript.lookFlags.map(\.number)).count == WaistScript.lookFlags.count)
  }

  @Test func `fields and columns follow one another without gaps`() {
    let header = Waist.Header.allCases.map(\.rawValue)
    #expect(header == header.sorted() && header[0] == 0)
    let counts = header.filter { $0 >= Waist.Header.gone.rawValue }
    #expect(counts == Array(stride(from: 192, through: 268, by: 4)))
    #expect(header.filter { $0 >= 16 && $0 < 192 }.allSatisfy { $0 % 8 == 0 })
    #expect(Waist.Header.size % 8 == 0 && Waist.Move.size % 8 == 0 && Waist.Batch.size % 8 == 0)
    #expect(Waist.RowFlag.allCases.allSatisfy { $0.bit < 1 << Waist.RowFlag.changeShift })
    #expect(Waist.Change.allCases.count <= 8 && Waist.RowFlag.presenceShift == Waist.RowFlag.changeShift + 3)
    #expect(Waist.Presence.allCases.count <= 4 && Waist.Renewal.allCases.count <= 4)
    #expect(Waist.RowFlag.renewalShift == Waist.RowFlag.presenceShift + 2)
  }

  @Test func `the deltas that the tests of the page read are written today as they were recorded`() throws {
    let file = Self.root.appending(path: "web/tests/engine/waist.json")
    let recorded = try Recording.steps().description + "\n"
    guard try recorded != String(contentsOf: file, encoding: .utf8) else { return }
    let own = FileManager.default.temporaryDirectory.appending(path: "waist.json")
    try recorded.write(to: own, atomically: true, encoding: .utf8)
    Issue.record("\(file.path) is another than \(own.path), which has the deltas of today")
  }
}

/// Some steps of twins: the bytes of each delta, and the elements that a page has then, as its responses as JSON say.
private enum Recording {
  static func steps() throws -> JSONTree {
    var steps: [JSONTree] = []
    var flow = try Twins(DeltaTests.body(DeltaTests.kinds[0].layout, items: 9))
    func note(_ twins: Twins) throws { steps.append(try step(twins)) }
    try note(flow)
    for y in [30.0, 140] {
      try flow.move(Rect(x: 0, y: y, width: 320, height: 200), velocity: Point(x: 0, y: 1))
      try note(flow)
    }
    var batch = BatchRecord()
    let size = Size(width: 50, height: 30)
    let item = BatchRecord.NewItem(id: "nëw", size: size, template: "t", content: #"{"text":"é"}"#)
    batch.add(.insertItems, [.path(1, 2)], items: [item], animation: 2)
    batch.add(.deleteItems, [.id("1-0")])
    let body: JSONTree = [
      "updates": [
        [
          "op": "insertItems", "at": [[1, 2]], "animation": "left",
          "items": [["id": "nëw", "size": [50, 30], "template": "t", "content": ["text": "é"]]],
        ],
        ["op": "deleteItems", "ids": ["1-0"]],
      ]
    ]
    try flow.change(batch.bytes(), Array(body.description.utf8))
    try note(flow)
    try flow.change(["id": "1-3"], .movementBeginning)
    try note(flow)
    try flow.change([:], .movementEnd)
    try note(flow)
    let strips = try #require(DeltaTests.kinds.first { $0.layout["kind"] == "compositional" })
    try flow.change(["layout": strips.layout], .layout)
    try note(flow)
    try flow.change(["layout": ["kind": "coverFlow"]], .layout)
    try note(flow)
    try flow.move(Rect(x: 0, y: 0, width: 320, height: 200), isResync: true)
    try note(flow)
    return [
      "digest": .number(Double(Waist.digest)), "steps": .array(steps), "outline": .array(try outline()),
    ]
  }

  private static func outline() throws -> [JSONTree] {
    var twins = try Twins(OutlineDeltaTests.body(items: 9))
    let first = try step(twins)
    try twins.change(["updates": [["op": "collapseItems", "ids": ["0-0"]]]])
    return [first, try step(twins)]
  }

  private static func step(_ twins: Twins) throws -> JSONTree {
    let delta = try #require(twins.last.delta)
    let elements = twins.json.elements.values.map(element) + (twins.json.held.map { [element($0)] } ?? [])
    return [
      "delta": .string(Data(delta.bytes).base64EncodedString()),
      "elements": .array(elements.sorted { $0.description < $1.description }),
      "itemCounts": .array(
        twins.picture.counts.sorted { $0.key < $1.key }.map {
          [.number(Double($0.key)), .number(Double($0.value))]
        }),
    ]
  }

  private static func element(_ element: PageElement) -> JSONTree {
    let look = element.look
    var json: JSONTree = [
      "category": .string(element.category), "zIndex": .number(look.zIndex),
      "indexPath": [.number(Double(element.path.section)), .number(Double(element.path.item))],
      "frame": [
        "x": .number(look.frame.x), "y": .number(look.frame.y), "width": .number(look.frame.width),
        "height": .number(look.frame.height),
      ],
      "hidden": .bool(look.isHidden), "estimated": .bool(look.isEstimated), "isAway": .bool(look.isAway),
    ]
    if !element.kind.isEmpty { json["kind"] = .string(element.kind) }
    if let level = element.level { json["level"] = .number(Double(level)) }
    if let isExpanded = element.isExpanded { json["isExpanded"] = .bool(isExpanded) }
    if let id = element.id { json["id"] = .string(id) }
    if let content = element.content { json["content"] = .string(content) }
    if let pins = look.pins { json["pins"] = .string(pins) }
    for declaration in PageLook.attributes {
      let name = "\(declaration.attribute.name)"
      let value = look.values[name].map { $0.map { JSONTree.number($0) } }
      // A number is there with its default, too.
      let plain = JSONTree.number(declaration.plain[0])
      json[name] = declaration.width > 1 ? value.map { .array($0) } : value?[0] ?? plain
    }
    return json
  }
}
