import TestSupport
import Testing

@testable import Constraints

@Suite struct VisualFormatErrorTests {
  private static let context = VisualFormatContext(
    views: ["a", "title", "photo"], metrics: ["gap": 8, "zero": 0, "huge": 1e9])

  private static func error(
    _ format: String, _ options: VisualFormatOptions = []
  ) -> VisualFormatError? {
    do throws(VisualFormatError) {
      _ = try VisualFormat.constraints(format, options: options, in: context)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("", 0, "expected \"H:\", \"V:\", \"|\" or \"[\", got the end"),
      ("X:[a]", 0, "expected \"H:\", \"V:\", \"|\" or \"[\", got \"X\""),
      ("a", 0, "expected \"H:\", \"V:\", \"|\" or \"[\", got \"a\""),
      ("-[a]", 0, "expected \"H:\", \"V:\", \"|\" or \"[\", got \"-\""),
      ("V[a]", 1, "expected \":\" after \"V\", got \"[\""),
      ("V:", 2, "expected \"H:\", \"V:\", \"|\" or \"[\", got the end"),
      ("|", 1, "expected \"[\" and a view, got the end"),
      ("H:||", 3, "expected \"[\" and a view, got \"|\""),
      ("|-8-|", 4, "expected \"[\" and a view, got \"|\""),
      ("[", 1, "expected a view's name, got the end"),
      ("[]", 1, "expected a view's name, got \"]\""),
      ("[5]", 1, "expected a view's name, got the number 5"),
      ("[a", 2, "expected \"]\" or \"(\" after the view's name, got the end"),
      ("[a b]", 3, "expected \"]\" or \"(\" after the view's name, got \"b\""),
      ("[a-b]", 2, "expected \"]\" or \"(\" after the view's name, got \"-\""),
      ("[a()]", 3, "expected a relation, a number, a metric or a view, got \")\""),
      ("[a((5))]", 3, "expected a relation, a number, a metric or a view, got \"(\""),
      ("[a(>=)]", 5, "expected a relation, a number, a metric or a view, got \")\""),
      ("[a(=5)]", 3, "expected a relation, a number, a metric or a view, got \"=\""),
      ("[a(<5)]", 3, "expected a relation, a number, a metric or a view, got \"<\""),
      ("[a(5,)]", 5, "expected a relation, a number, a metric or a view, got \")\""),
      ("[a(5", 4, "expected \",\" or \")\", got the end"),
      ("[a(5 6)]", 5, "expected \",\" or \")\", got the number 6"),
      ("[a(title*2)]", 8, "expected \",\" or \")\", got \"*\""),
      ("[a(5)", 5, "expected \"]\" after the view's predicates, got the end"),
      ("[a(-)]", 4, "expected a number after \"-\", got \")\""),
      ("[a(5@)]", 5, "expected a priority: a number or a metric, got \")\""),
      ("[a]-", 4, "expected a distance, \"[\" and a view, or \"|\", got the end"),
      ("[a]-]", 4, "expected a distance, \"[\" and a view, or \"|\", got \"]\""),
      ("[a]--[a]", 4, "expected a distance, \"[\" and a view, or \"|\", got \"-\""),
      ("[a]-8[a]", 5, "expected \"-\" after the distance, got \"[\""),
      ("[a]-8-", 6, "expected \"[\" and a view, or \"|\", got the end"),
      ("[a]-(8)[a]", 7, "expected \"-\" after the distance, got \"[\""),
      ("[a]-()-[a]", 5, "expected a relation, a number or a metric, got \")\""),
      ("[a]8[a]", 3, "expected \"-\", \"[\", \"|\" or the end, got the number 8"),
      ("[a]|[a]", 4, "expected the end after the superview, got \"[\""),
      ("[a]-|-[a]", 5, "expected the end after the superview, got \"-\""),
      ("[a];", 3, "expected \"-\", \"[\", \"|\" or the end, got \";\""),
      ("[a]\u{a0}", 3, "expected \"-\", \"[\", \"|\" or the end, got unsupported white space"),
      ("[a]--8-[a]", 4, "a negative distance must be in parentheses, as in -(-8)-"),
      ("[tilte]", 1, "no view is named \"tilte\"; did you mean \"title\"?"),
      ("|[a][foto]", 5, "no view is named \"foto\"; did you mean \"photo\"?"),
      ("[nothing]", 1, "no view is named \"nothing\""),
      ("[a]-gup-[a]", 4, "no metric is named \"gup\"; did you mean \"gap\"?"),
      ("[a(5@gup)]", 5, "no metric is named \"gup\"; did you mean \"gap\"?"),
      ("[a(==tilte)]", 5, "no metric and no view is named \"tilte\"; did you mean \"title\"?"),
      (
        "[a]-title-[a]", 4,
        "\"title\" is a view, and only the length of another view can be compared with a view"
      ),
      (
        "[a]-(>=title)-[a]", 7,
        "\"title\" is a view, and only the length of another view can be compared with a view"
      ),
      (
        "[a(5@title)]", 5,
        "\"title\" is a view, and only the length of another view can be compared with a view"
      ),
      ("[a(5@0)]", 5, "a priority is above 0 and at most 1000"),
      ("[a(5@1001)]", 5, "a priority is above 0 and at most 1000"),
      ("[a(5@-1)]", 5, "a priority is above 0 and at most 1000"),
      ("[a(5@zero)]", 5, "a priority is above 0 and at most 1000"),
      ("[a(1e400)]", 3, "the number is too large: lengths are at most 10000000 points"),
      ("[a(20000000)]", 3, "the number is too large: lengths are at most 10000000 points"),
      ("[a(-20000000)]", 3, "the number is too large: lengths are at most 10000000 points"),
      ("[a]-huge-[a]", 4, "the number is too large: lengths are at most 10000000 points"),
      ("[título]-🙂-[a]", 1, "no view is named \"título\"; did you mean \"title\"?"),
      ("[a]🙂", 3, "expected \"-\", \"[\", \"|\" or the end, got \"🙂\""),
    ] as [(String, Int, String)])
  func `an error names the expected text, the text found, and its column`(
    format: String, offset: Int, detail: String
  ) {
    let error = Self.error(format)
    #expect(error?.detail == detail)
    #expect(error?.offset == offset)
  }

  @Test func `columns count characters, not bytes`() {
    let context = VisualFormatContext(views: ["ärger", "日本"])
    let error = #expect(throws: VisualFormatError.self) {
      try VisualFormat.constraints("[ärger]-[日本]-x-[ärger]", in: context)
    }
    #expect(error?.offset == 13)
  }

  @Test func `views that a format lines up cannot be aligned along it`() {
    #expect(Self.error("[a][title]", .alignAllLeading)?.reason == .alignment(.leading, .horizontal))
    #expect(Self.error("V:[a][title]", .alignAllTop)?.reason == .alignment(.top, .vertical))
    #expect(
      Self.error("V:[a][title]", .alignAllLastBaseline)?.detail
        == "views in a vertical format cannot be aligned by \"lastBaseline\"")
    #expect(Self.error("V:[a][title]", .alignAllCenterX) == nil)
    #expect(
      Self.error("[a][title]", [.directionLeftToRight, .directionRightToLeft])?.reason == .twoDirections)
  }

  @Test(
    arguments: [
      "(", "[", "|", "-", "[a(", "[a]-(", "@", "=", "é", "\u{301}", "[a", "0", "[a(1", "a", "[a]", "[a]-",
      "é[",
      "[a(>=1@2,",
    ])
  func `long texts of any kind are read or rejected`(piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.unicodeScalars.count)
    for format in [text, "[a" + text, "[a(" + text, "[a]-" + text, "[a]-(" + text] {
      let error = Self.error(format)
      if let error {
        #expect(error.offset >= 0 && error.offset <= format.unicodeScalars.count)
        #expect(error.detail.unicodeScalars.count < 200)
      }
    }
  }

  @Test(arguments: (0..<6).map { UInt64($0) * 31 + 5 })
  func `random text is read or rejected`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces =
      VisualFormatLexer.Symbol.allCases.map(\.rawValue) + [
        "a", "title", "gap", "H:", "V:", "8", "1e", "0x", ".", "5.", "e", "\u{0}", "é", "🙂", " ", "=", "[a]",
        "(5)",
      ]
    for _ in 0..<3000 {
      let text = (0..<random.integer(0...16)).map { _ in random.pick(pieces) }.joined()
      if let error = Self.error(text) {
        #expect(error.offset >= 0 && error.offset <= text.unicodeScalars.count)
        #expect(!error.detail.isEmpty)
      }
    }
  }
}
