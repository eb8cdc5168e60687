import TestSupport
import Testing

/// docs/uikit.md names routes and members of schemas that there are, and says why of everything else.
struct UIKitPageTests {
  /// A row of a table: UIKit's names, and where Tessera has them.
  private struct Row {
    var names: String
    var place: String
    /// The text in backticks of the place.
    var code: [String]
  }

  private static func rows() throws -> [Row] {
    try Repository.text("docs/uikit.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard line.hasPrefix("| "), cells.count == 4, !cells[2].hasSuffix(" in Tessera ") else { return nil }
      let parts = cells[2].split(separator: "`", omittingEmptySubsequences: false)
      let code = parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
      return Row(names: String(cells[1]), place: String(cells[2]), code: code)
    }
  }

  /// Whether text in backticks is a member of a schema, such as `Item.size`.
  private static func isMember(_ code: String) -> Bool {
    code.first?.isUppercase == true && code.contains(".") && !code.contains(" ")
  }

  /// Whether it is a route, such as `PUT …/bounds`.
  private static func isRoute(_ code: String) -> Bool { code.contains(" ") && code.contains("/") }

  @Test func `the page names members of schemas and routes that there are`() throws {
    let document = try OpenAPIDocument().root
    let rows = try Self.rows()
    #expect(rows.count > 100)
    for code in rows.flatMap(\.code) {
      if Self.isRoute(code) {
        let words = code.split(separator: " ")
        let path = String(words[1].replacing("…", with: "/v1/collections/{collection}"))
        #expect(document["paths"]?[path]?[words[0].lowercased()] != nil, "\(code)")
      } else if Self.isMember(code) {
        let names = code.split(separator: ".").map(String.init)
        let schema = document["components"]?["schemas"]?[names[0]]
        #expect(names.count == 2 && schema?["properties"]?[names[1]] != nil, "\(code)")
      }
    }
  }

  @Test func `each row of the page names a place or says why there is none`() throws {
    for row in try Self.rows() {
      let hasPlace = row.code.contains { Self.isMember($0) || Self.isRoute($0) }
      #expect(hasPlace || row.place.contains("left out, because"), "\(row.names)")
      #expect(!row.place.contains("left out") || row.place.contains("because"), "\(row.names)")
    }
  }

  @Test func `the page mentions every parameter of the kinds that are UIKit's`() throws {
    let code = Set(try Self.rows().flatMap(\.code))
    let schemas = try OpenAPIDocument().root["components"]?["schemas"]
    // Parameters that UIKit does not have.
    let own: Set = [
      "FlowLayout.itemAlignment", "FlowLayout.lineAlignment", "ListLayout.rowSpacing",
      "ListLayout.sectionInset",
    ]
    for kind in ["FlowLayout", "ListLayout", "CompositionalLayout", "CompositionalSection", "LayoutGroup"] {
      let names = Set(schemas?[kind]?["properties"]?.members?.keys.map { "\(kind).\($0)" } ?? [])
      #expect(!names.isEmpty)
      #expect(names.subtracting(code).subtracting(own).subtracting(["\(kind).kind"]) == [])
    }
  }
}
