import Foundation
import Testing
import Text

/// The fonts that the tests measure with: those that `tools/setup` installs.
enum Fonts {
  /// The missing fonts; printed by every test that needs them.
  struct Missing: Error, CustomStringConvertible {
    var families: [String]
    var description: String {
      "these fonts are not installed, run tools/setup: \(families.joined(separator: ", "))"
    }
  }

  private static let wanted = [
    "Inter", "DejaVu Sans", "Noto Sans", "Noto Sans Arabic", "Noto Sans CJK JP", "Noto Color Emoji",
  ]

  private static let loaded = Result { () throws -> FontLibrary in
    let library = try FontLibrary()
    let missing = wanted.filter { !library.familyNames.contains($0) }
    if !missing.isEmpty { throw Missing(families: missing) }
    return library
  }

  /// All of Debian's fonts.
  static func library() throws -> FontLibrary { try loaded.get() }

  /// A measurer with all of Debian's fonts.
  static func measurer() throws -> TextMeasurer { TextMeasurer(fonts: try library()) }

  /// The path of a file beside the tests.
  static func fixture(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)")
      .path
  }

  /// The paragraphs that a browser has broken into lines.
  static func browserTexts() throws -> [String] {
    struct Oracle: Decodable {
      struct ParagraphSet: Decodable {
        struct Sample: Decodable { var text: String }
        var paragraphs: [Sample]
      }
      var sets: [ParagraphSet]
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: fixture("text-lines-chromium.json")))
    return try JSONDecoder().decode(Oracle.self, from: data).sets[0].paragraphs.map(\.text)
  }
}

extension TextMeasurer {
  /// The texts of the lines, by default in Inter at 16 points.
  func texts(_ text: String, width: Double, _ attributes: TextAttributes = .plain) throws -> [String] {
    try lines(of: text, attributes: attributes, width: width).map(\.text)
  }

  /// The width of a text on lines without end.
  func width(_ text: String, _ attributes: TextAttributes = .plain) throws -> Double {
    try measure(text, attributes: attributes, width: .infinity).width
  }
}

extension TextAttributes {
  static let plain = TextAttributes(families: ["Inter"], size: 16)

  /// The same with one thing changed.
  func with(_ change: (inout TextAttributes) -> Void) -> TextAttributes {
    var attributes = self
    change(&attributes)
    return attributes
  }
}
