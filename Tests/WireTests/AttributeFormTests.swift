import JSON
import TestSupport
import Testing

@testable import LayoutEngine
@testable import Wire

/// Every attribute of the table in each format of a layout.
struct AttributeFormTests {
  /// A plain element, and one that differs from it in every attribute.
  private var response: LayoutResponse {
    var element = LayoutAttributes(
      kind: .header, indexPath: IndexPath(section: 0, item: 0), frame: Rect(x: 1, y: 2, width: 3, height: 4),
      appearance: .plain, isEstimated: false, isPinned: false)
    let plain = element
    element.appearance = .full
    (element.isEstimated, element.pins, element.isPinned) = (true, .end, true)
    return LayoutResponse(
      kind: "list", contentSize: Size(width: 5, height: 6), elements: ElementList([plain, element]),
      sections: SectionList([]), warnings: [])
  }

  /// The members that elements have: a flag is true, the edge has its name, and a number is that of `Appearance.full`.
  private var expected: [String: JSONTree] {
    let members = ElementAttribute.all.map { declaration -> (String, JSONTree) in
      let numbers = (1...16).prefix(declaration.width).map { JSONTree.number(Double($0) * 0.25) }
      let value: JSONTree =
        switch "\(declaration.attribute.name)" {
        case "zIndex": 3
        case "pins": "end"
        default: declaration.width == 0 ? true : declaration.width == 1 ? numbers[0] : .array(numbers)
        }
      return ("\(declaration.attribute.name)", value)
    }
    return Dictionary(uniqueKeysWithValues: members)
  }

  private func bytes(_ format: ResponseFormat) throws -> [UInt8] {
    try response.encoded(as: format, EncodingBudget(bytes: 1 << 20)).withUnsafeBytes { Array($0) }
  }

  @Test func `objects have every attribute that differs from its default, and no other`() throws {
    let elements = try #require(JSONTree(parsing: bytes(.objects))["attributes"]?.elements)
    let always: Set = ["category", "kind", "indexPath", "frame"]
    #expect(elements.count == 2 && Set(elements[0].members!.keys) == always)
    #expect(elements[1].members?.filter { !always.contains($0.key) } == expected)
  }

  @Test func `columns have every attribute`() throws {
    let columns = try JSONTree(parsing: bytes(.columns))
    let elements = try #require(columns.objectsFromColumns()["attributes"]?.elements)
    #expect(try elements == JSONTree(parsing: bytes(.objects))["attributes"]?.elements)
    for (name, _) in expected { #expect(columns["attributes"]?[name]?["rows"] == [1], "\(name)") }
  }

  @Test func `binary columns have every attribute, with the numbers of the schema`() throws {
    let binary = try BinaryResponse(bytes(.binary))
    #expect(try binary.columnsForm() == JSONTree(parsing: bytes(.columns)))
    let described = try BinaryResponse.sparseColumns().sorted { $0.id < $1.id }
    let declared = ElementAttribute.all.sorted { $0.attribute.column < $1.attribute.column }
    #expect(described.map(\.id) == declared.map(\.attribute.column))
    #expect(described.map(\.name) == declared.map { "\($0.attribute.name)" })
    #expect(described.map(\.hasValues) == declared.map { $0.width > 0 })
  }
}
