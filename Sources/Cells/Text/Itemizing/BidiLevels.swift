internal import CICU

/// Finds the parts of a text that run from right to left, by the Unicode bidirectional algorithm.
final class BidiLevels {
  private let bidi: OpaquePointer?
  private var levels: UnsafePointer<UInt8>?
  private var base: UInt8 = 0

  init() { bidi = cicu_bidi_open() }

  deinit { if let bidi { cicu_bidi_close(bidi) } }

  /// Resolves the levels of a text. The text must not change while the levels are in use.
  ///
  /// - Complexity: O(n) in the length of the text.
  func resolve(_ columns: TextColumns, direction: TextDirection) {
    levels = nil
    base = direction == .rightToLeft ? 1 : 0
    guard columns.count > 0, columns.traits.contains(.rightToLeft) || direction == .rightToLeft, let bidi
    else { return }
    // ICU's 0xFE means the direction of each paragraph's first letter, or left to right if it has none.
    levels = cicu_bidi_levels(
      bidi, columns.units, Int32(columns.count), direction == .natural ? 0xFE : base)
  }

  /// Returns whether the unit at an index runs from right to left.
  func isRightToLeft(at index: Int) -> Bool { (levels?[index] ?? 0) & 1 != 0 }

  /// The level of the unit at an index: odd from right to left, larger for a part inside another direction.
  func level(at index: Int) -> UInt8 { levels?[index] ?? base }

  /// Whether all units have one level.
  var areUniform: Bool { levels == nil }

  /// Returns whether the paragraph around an index runs from right to left.
  func isParagraphRightToLeft(at index: Int) -> Bool {
    guard levels != nil, let bidi else { return base & 1 != 0 }
    return cicu_bidi_paragraph_level(bidi, Int32(index)) & 1 != 0
  }
}
