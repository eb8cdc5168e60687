extension TextColumns {
  /// Marks white space, the breaks after it, the ends of paragraphs, and the end of the text.
  ///
  /// - Complexity: O(n) in the length of the text.
  func markSpacesAndEnds() {
    for index in 0..<count {
      let unit = units[index]
      guard unit <= 0x20 || unit == 0x85 || unit >= 0x1680, TextSpace.hangs(unit) else { continue }
      marks[index].insert(.isSpace)
      if !marks[index].contains(.mustBreak) { marks[index].remove(.canBreak) }
      if TextSpace.endsParagraph(unit), !(unit == 0x0D && index + 1 < count && units[index + 1] == 0x0A) {
        marks[index + 1].formUnion([.canBreak, .mustBreak])
      } else {
        marks[index + 1].insert(.canBreak)
      }
    }
    marks[0].remove(.canBreak)
    marks[count].insert(.canBreak)
  }
}

/// White space between words and at the ends of paragraphs.
enum TextSpace {
  /// Returns whether a unit is white space that does not count in the width of a line that it ends.
  static func hangs(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09...0x0D, 0x85, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x2028, 0x2029, 0x205F, 0x3000:
      true
    default: false
    }
  }

  /// Returns whether a unit ends a paragraph.
  static func endsParagraph(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
