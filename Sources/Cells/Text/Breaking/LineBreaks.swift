internal import CICU
import Cancellation

/// Finds the allowed and the mandatory line breaks of a text.
///
/// Follows the Unicode line breaking algorithm (UAX #14) in the form of CSS's `line-break: normal`, with the additions of
/// browsers: a table decides about pairs of ASCII characters, a line may always break after white space, and breaks at
/// quotation marks and dashes depend on their neighbours. It has one ICU iterator: use it on one thread at a time.
final class LineBreaks {
  private let iterator: OpaquePointer?
  /// The iterators of other rules, by ICU's names of their locales.
  private var others: [String: OpaquePointer] = [:]

  /// The largest number of cached iterators.
  private static let otherLimit = 16

  init() { iterator = cicu_line_breaks_open() }

  deinit {
    if let iterator { cicu_breaks_close(iterator) }
    closeOthers()
  }

  private func closeOthers() {
    for iterator in others.values { cicu_breaks_close(iterator) }
    others.removeAll()
  }

  /// Marks the breaks of a text, and its white space.
  ///
  /// - Parameters:
  ///   - locale: ICU's name of a locale with the rules; nil for those of CSS's `line-break: normal`.
  ///   - wordBreak: whether lines break between letters; only for modes that break between words.
  /// - Complexity: O(n) in the length of the text.
  func mark(
    _ columns: TextColumns, mode: LineBreakMode, graphemes: Graphemes, locale: String? = nil,
    wordBreak: WordBreak = .normal
  ) throws(TextError) {
    guard columns.count > 0 else { return }
    switch mode {
    case .clipping: break
    case .charWrapping: try markGraphemes(columns, graphemes)
    default:
      let rules = locale.flatMap(iterator(for:)) ?? iterator
      try markWords(columns, by: rules)
      switch wordBreak {
      case .normal: break
      case .keepAll: columns.keepLetters()
      case .breakAll:
        // The rules break around ideographs, whose places letters and digits then have.
        let units = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: columns.count)
        defer { units.deallocate() }
        columns.copyAsIdeographs(to: units)
        try mark(columns, by: rules, units.baseAddress)
      }
    }
    columns.markSpaces()
    columns.marks[0].remove(.canBreak)
    columns.marks[columns.count].formUnion([.canBreak])
  }

  private func markGraphemes(_ columns: TextColumns, _ graphemes: Graphemes) throws(TextError) {
    var index = 0
    while index < columns.count {
      index = try graphemes.first(after: index, in: columns)
      columns.marks[index].insert(.canBreak)
    }
  }

  private func iterator(for locale: String) -> OpaquePointer? {
    if let known = others[locale] { return known }
    if others.count >= Self.otherLimit { closeOthers() }
    let iterator = cicu_line_breaks_open_for(locale)
    others[locale] = iterator
    return iterator
  }

  private func markWords(_ columns: TextColumns, by iterator: OpaquePointer?) throws(TextError) {
    if columns.traits.contains(.beyondASCII) { try mark(columns, by: iterator, columns.units) }
    markASCII(columns)
    if columns.traits.contains(.contextualBreaks) { ContextualBreaks.mark(columns) }
  }

  /// Marks the breaks that an iterator finds between some units, as many as those of the text.
  private func mark(
    _ columns: TextColumns, by iterator: OpaquePointer?, _ units: UnsafePointer<UInt16>?
  ) throws(TextError) {
    guard let iterator, cicu_breaks_set(iterator, units, Int32(columns.count)) != 0 else {
      throw .outOfMemory
    }
    var pace = Pace()
    while case let index = cicu_breaks_next(iterator), index >= 0 {
      if pace.isOver(after: 16) { throw .cancelled }
      columns.marks[Int(index)].insert(.canBreak)
    }
  }

  private func markASCII(_ columns: TextColumns) {
    var (beforeLast, last) = (UInt16(0), columns.units[0])
    for index in 1..<max(1, columns.count) {
      let unit = columns.units[index]
      if (0x21...0x7E).contains(last), (0x21...0x7E).contains(unit) {
        let canBreak = ASCIIPairs.canBreak(between: last, and: unit, after: beforeLast)
        if canBreak { columns.marks[index].insert(.canBreak) } else { columns.marks[index].remove(.canBreak) }
      }
      (beforeLast, last) = (last, unit)
    }
  }
}

extension TextColumns {
  /// Marks white space, the breaks after it, and the ends of paragraphs.
  fileprivate func markSpaces() {
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
