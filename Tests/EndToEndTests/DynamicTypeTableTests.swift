import Foundation
import LayoutEngine
import SelfSizing
import Testing

/// The Dynamic Type table of the documentation against the program's own.
struct DynamicTypeTableTests {
  /// The cells of the table's rows, the one with the styles first.
  private func rows() throws -> [[String]] {
    let lines = try Repository.text("docs/self-sizing.md").split(separator: "\n")
    return lines.drop { !$0.hasPrefix("| category |") }.prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test func `every style stands in the table with its size and line height in every category`() throws {
    let rows = try rows()
    let head = try #require(rows.first)
    #expect(rows.dropFirst(2).map(\.first) == ContentSizeCategory.allCases.map(\.rawValue))
    for style in TextStyle.allCases {
      let column = try #require(
        head.firstIndex { $0.split(separator: ", ").contains { $0 == style.rawValue } }, "\(style)")
      for (row, category) in zip(rows.dropFirst(2), ContentSizeCategory.allCases) {
        let type = DynamicType(style, category)
        #expect(row[column] == "\(Int(type.size))/\(Int(type.leading))", "\(style) in \(category)")
      }
    }
  }
}
