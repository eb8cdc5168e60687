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
        columns.breakBeforeHyphens()
      }
    }
    columns.markSpacesAndEnds()
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
    columns.markASCII()
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
}
