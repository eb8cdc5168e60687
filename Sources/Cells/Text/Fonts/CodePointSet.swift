internal import CHarfBuzz

/// The code points that a font has glyphs for.
///
/// A bit for each code point, in pages of 256; pages without set bits share one block.
struct CodePointSet: Sendable {
  /// The block of `words` for each page; block 0 has no set bits.
  private var pages = ContiguousArray<UInt16>(repeating: 0, count: 0x11_0000 >> 8)
  private var words = ContiguousArray<UInt64>(repeating: 0, count: 4)

  /// Makes the set of a font's character map.
  ///
  /// - Complexity: O(n), where n is the number of code points.
  init(face: OpaquePointer) {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    var (first, last) = (UInt32.max, UInt32.max)  // HarfBuzz asks for this to begin with
    while hb_set_next_range(set, &first, &last) != 0 {
      guard first < 0x11_0000 else { break }
      insert(first...min(last, 0x10_FFFF))
    }
  }

  private mutating func insert(_ range: ClosedRange<UInt32>) {
    for codePoint in range {
      let page = Int(codePoint >> 8)
      if pages[page] == 0 {
        pages[page] = UInt16(words.count / 4)
        words.append(contentsOf: repeatElement(0, count: 4))
      }
      words[Int(pages[page]) * 4 + Int(codePoint >> 6 & 3)] |= 1 << UInt64(codePoint & 63)
    }
  }

  /// Returns a copy in memory of its own: threads that read one array would share its reference count.
  ///
  /// - Complexity: O(n), where n is the number of pages.
  func copy() -> CodePointSet {
    var copy = self
    copy.pages = ContiguousArray(pages.map { $0 })
    copy.words = ContiguousArray(words.map { $0 })
    return copy
  }

  /// Whether no code point is in the set.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The memory of the set, in bytes.
  var bytes: Int { pages.count * 2 + words.count * 8 }

  /// Returns whether a code point is in the set.
  ///
  /// - Complexity: O(1).
  func contains(_ codePoint: UInt32) -> Bool {
    let page = Int(codePoint >> 8)
    guard page < pages.count else { return false }
    return words[Int(pages[page]) * 4 + Int(codePoint >> 6 & 3)] >> UInt64(codePoint & 63) & 1 != 0
  }

  /// Calls `body` with each code point, in order.
  ///
  /// - Complexity: O(n), where n is the number of code points.
  func forEach(_ body: (UInt32) -> Void) {
    for (page, block) in pages.enumerated() where block != 0 {
      for word in 0..<4 {
        var bits = words[Int(block) * 4 + word]
        while bits != 0 {
          body(UInt32(page << 8 + word << 6 + bits.trailingZeroBitCount))
          bits &= bits - 1
        }
      }
    }
  }
}
