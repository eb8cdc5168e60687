internal import CICU

/// Finds the grapheme clusters of a text; a word that is too long for a line is cut between them.
///
/// It has one ICU iterator: use it on one thread at a time.
final class Graphemes {
  private let iterator: OpaquePointer?
  private var isSet = false

  init() { iterator = cicu_graphemes_open() }

  deinit { if let iterator { cicu_breaks_close(iterator) } }

  /// Forgets the text; the next query loads a new one.
  func reset() { isSet = false }

  /// Returns the last boundary at or before an index.
  ///
  /// - Complexity: O(1) for clusters of ordinary length.
  func last(upTo index: Int, in columns: TextColumns) throws(TextError) -> Int {
    let iterator = try self.iterator(on: columns)
    if index >= columns.count { return columns.count }
    if cicu_breaks_is_boundary(iterator, Int32(index)) != 0 { return index }
    return max(0, Int(cicu_breaks_preceding(iterator, Int32(index))))
  }

  /// Returns the first boundary after an index.
  ///
  /// - Complexity: O(1) for clusters of ordinary length.
  func first(after index: Int, in columns: TextColumns) throws(TextError) -> Int {
    let next = Int(cicu_breaks_following(try iterator(on: columns), Int32(index)))
    return next < 0 ? columns.count : next
  }

  private func iterator(on columns: TextColumns) throws(TextError) -> OpaquePointer {
    guard let iterator else { throw .outOfMemory }
    if !isSet {
      guard cicu_breaks_set(iterator, columns.units, Int32(columns.count)) != 0 else { throw .outOfMemory }
      isSet = true
    }
    return iterator
  }
}
