import TestSupport
import Testing
import Wire

@testable import API
@testable import Templates

/// The settings of texts that the documents list are those that the tables of the code have.
struct TextSettingTests {
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument() }

  private func members(of schema: String) -> Set<String> {
    Set(document.root.at("/components/schemas/\(schema)/properties")?.members?.keys ?? [:].keys)
  }

  @Test func `openapi.yaml lists the settings of texts wherever they may stand`() {
    let settings = Set(DecodingContext.textSettingMembers)
    #expect(members(of: "TextSetting") == settings)
    #expect(members(of: "ShownText") == settings.union(["text", "runs", "hidden"]))
    for view in ["TextView", "FlexItemText"] {
      #expect(members(of: view).isSuperset(of: settings.union(["text", "runs", "type"])), "\(view)")
    }
    #expect(members(of: "StyledRun") == Set(DecodingContext.runSettingMembers + ["text"]))
    #expect(members(of: "Font") == ["family", "size", "weight", "italic"])
  }

  @Test func `docs/self-sizing.md has a row for each setting`() throws {
    let text = try Repository.text("docs/self-sizing.md")
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
      row.split(separator: "|").first
    }
    for name in DecodingContext.textSettingMembers {
      #expect(rows.contains { $0.contains("`\(name)`") }, "\(name)")
    }
  }
}
