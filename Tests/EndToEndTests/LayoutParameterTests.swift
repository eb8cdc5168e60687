import LayoutEngine
import TestSupport
import Testing

/// The parameters that the documents list are those that the kinds declare.
struct LayoutParameterTests {
  private static let kinds = LayoutKind.all.map(\.name)

  /// The members that layouts of all kinds take, but custom ones no text style.
  private static let ofAllKinds = ["kind", LayoutKind.flippingParameter, "lengthsScaleWith"]

  /// A row of a table of parameters.
  private struct Row {
    var name: String
    /// Nil in a table without this column.
    var isOverridable: Bool?
  }

  /// The rows of the table of parameters below the heading of a kind in docs/layouts.md; nil without a table.
  private func table(of kind: String) throws -> [Row]? {
    let page = try Repository.text("docs/layouts.md")
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let chapter = lines.drop { $0 != "## \(kind)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    let table = chapter.drop { !$0.hasPrefix("| parameter |") }.prefix { $0.hasPrefix("|") }
    guard let header = table.first else { return nil }
    let saysMetrics = header.contains("in `metrics`")
    return table.dropFirst(2).map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
      return Row(
        name: cells[1].filter { $0 != "`" }, isOverridable: saysMetrics ? cells[3] == "yes" : nil)
    }
  }

  @Test(arguments: kinds)
  func `docs/layouts.md lists the parameters of each kind`(kind: String) throws {
    let declared = try #require(LayoutKind.named(kind)).parameters.fields.filter {
      !Self.ofAllKinds.contains($0.name)
    }
    guard let rows = try table(of: kind) else {
      // The page describes these in sentences, since they have parts of their own.
      #expect(kind == "compositional")
      return
    }
    #expect(Set(rows.map(\.name)) == Set(declared.map(\.name)))
    for field in declared {
      let row = rows.first { $0.name == field.name }
      if let isOverridable = row?.isOverridable {
        #expect(isOverridable == field.isOverridable, "\(field.name)")
      }
    }
  }

  @Test(arguments: kinds)
  func `openapi.yaml lists the parameters of each kind`(kind: String) throws {
    let declared = try #require(LayoutKind.named(kind)).parameters
    let schemas = try OpenAPIDocument().root["components"]?["schemas"]
    let name = kind.prefix(1).uppercased() + kind.dropFirst()
    let ofLayout = schemas?["\(name)Layout"]?["properties"]?.members?.keys
    #expect(
      Set(ofLayout ?? [:].keys) == Set(declared.fields.map(\.name) + ["kind", LayoutKind.flippingParameter]))
    let ofSections = declared.ofSections.fields.map(\.name)
    guard !ofSections.isEmpty else { return }
    let ofMetrics = schemas?["\(name)Metrics"]?["properties"]?.members?.keys
    #expect(Set(ofMetrics ?? [:].keys) == Set(ofSections))
  }

  @Test func `docs/layouts.md has the members of all kinds among the rules for these`() throws {
    let rules = try Repository.text("docs/layouts.md").split(separator: "\n## flow").first ?? ""
    for name in Self.ofAllKinds {
      #expect(rules.contains("`\(name)`") || rules.contains("\"\(name)\""), "\(name)")
    }
  }

  @Test(arguments: SectionKind.names)
  func `openapi.yaml lists the parameters of sections of other kinds`(kind: String) throws {
    let declared = SectionKind.parameters(of: try #require(LayoutKind.named(kind)))
    let schemas = try OpenAPIDocument().root["components"]?["schemas"]
    let name = kind.prefix(1).uppercased() + kind.dropFirst()
    let listed = schemas?["\(name)Section"]?["properties"]?.members?.keys
    #expect(Set(listed ?? [:].keys) == Set(declared.fields.map(\.name)))
  }
}
