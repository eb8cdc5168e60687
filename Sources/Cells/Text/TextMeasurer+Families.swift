extension TextMeasurer {
  /// Returns the families that show a text: those that it requests and the library has, or else the library's first, then
  /// those that stand in for characters that they lack, in the order of `FontFamilyUse`.
  ///
  /// - Throws: `TextError`, as `measure(_:attributes:width:)` does.
  /// - Complexity: O(n) in the length of the text.
  public func families(
    of text: String, attributes: TextAttributes
  ) throws(TextError) -> [FontFamilyUse] {
    let (stack, used) = try fonts(of: text, attributes)
    return stack.uses(of: used)
  }

  /// Returns the families that show each run of a text, as `families(of:attributes:)` does; none for an attachment and for
  /// an empty run.
  ///
  /// - Throws: `TextError`, as `measure(_:attributes:paragraph:width:)` does.
  /// - Complexity: O(n + r · f) for n bytes of text, r runs and f families.
  public func families(
    of text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle = ParagraphStyle()
  ) throws(TextError) -> [[FontFamilyUse]] {
    let paragraph = try shaped(text, attributes, style, .infinity)
    var families = [[FontFamilyUse]](repeating: [], count: text.runs.count)
    guard let styled = paragraph.styled else { return families }
    var known: [FontsOfStyle: [FontFamilyUse]] = [:]
    for span in styled.spans where span.style >= 0 {
      var fonts: Set<Int> = []
      var index = paragraph.runIndex(at: span.start)
      while index < paragraph.runs.count, paragraph.runs[index].start < span.end {
        fonts.insert(paragraph.runs[index].font)
        index += 1
      }
      let key = FontsOfStyle(style: span.style, fonts: fonts)
      let uses = known[key] ?? styled.styles[span.style].stack.uses(of: fonts)
      known[key] = uses
      families[span.run] = uses
    }
    return families
  }
}

/// The fonts of a style that a run uses.
private struct FontsOfStyle: Hashable {
  var style: Int
  var fonts: Set<Int>
}

/// A family that shows some of a text, and its position among the others in a list for a browser.
///
/// A browser takes the first family of a list that has a character. In this order it finds the font that the text is
/// measured with: the requested families, then those for one script, those for many, and emoji.
public struct FontFamilyUse: Hashable, Sendable, Comparable {
  /// The name of the family, as a client names it in CSS.
  public var name: String
  /// The rank of the group, and the position in it.
  private let rank: Int
  private let position: Int

  init(name: String, rank: Int, position: Int) {
    self.name = name
    self.rank = rank
    self.position = position
  }

  public static func < (a: FontFamilyUse, b: FontFamilyUse) -> Bool {
    (a.rank, a.position) < (b.rank, b.position)
  }
}

extension FontStack {
  /// Returns the requested families, and those of some fonts that stand in for them, sorted.
  ///
  /// - Complexity: O(n · f) for n families and f fonts.
  fileprivate func uses(of fonts: Set<Int>) -> [FontFamilyUse] {
    let own = requested.enumerated().map {
      FontFamilyUse(name: library.families[$1].name, rank: 0, position: $0)
    }
    // A font may belong to two families: the first is as good as the second.
    let others = fonts.compactMap { font in
      library.families.indices.first { fontIndex(ofFamily: $0) == font }
    }
    let fallbacks = others.filter { !requested.contains($0) }.map {
      FontFamilyUse(name: library.families[$0].name, rank: rank(of: $0), position: $0)
    }
    return own + fallbacks.sorted()
  }

  private func rank(of family: Int) -> Int {
    if library.regularFaces[family].isColor { return 3 }
    return library.scriptFamilies.contains(family) ? 1 : 2
  }
}
