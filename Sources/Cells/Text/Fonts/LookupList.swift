internal import CHarfBuzz

/// The lookups of a face's `GSUB` or `GPOS` table, whose types HarfBuzz does not expose.
struct LookupList {
  /// The glyphs that a lookup examines around those that it names.
  enum Reach {
    /// Adjacent glyphs.
    case neighbours
    /// Any glyphs, including some that it does not name.
    case anything
  }

  private let bytes: UnsafeRawBufferPointer
  let isSubstitution: Bool
  private let blob: OpaquePointer?

  /// Calls `body` with the list of a table.
  static func with<Result>(
    _ face: OpaquePointer, isSubstitution: Bool, _ body: (LookupList) -> Result
  ) -> Result {
    let list = LookupList(face, isSubstitution: isSubstitution)
    defer { hb_blob_destroy(list.blob) }
    return body(list)
  }

  private init(_ face: OpaquePointer, isSubstitution: Bool) {
    self.isSubstitution = isSubstitution
    let blob = hb_face_reference_table(face, isSubstitution ? Self.substitutions : Self.positions)
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length))
    self.blob = blob
  }

  static let substitutions = chb_tag(0x47, 0x53, 0x55, 0x42)
  static let positions = chb_tag(0x47, 0x50, 0x4F, 0x53)

  /// Returns the reach of a lookup; `anything` if the table is invalid.
  ///
  /// - Complexity: O(1).
  func reach(of lookup: UInt32) -> Reach {
    // OpenType's header of both tables: the major version, the minor one, scripts, features, lookups.
    guard number(at: 0) == 1, let list = number(at: 8), let count = number(at: list), lookup < count,
      let offset = number(at: list + 2 + 2 * Int(lookup)), var kind = number(at: list + offset),
      let flags = number(at: list + offset + 2)
    else { return .anything }
    let start = list + offset
    // A lookup that skips letters or ligatures makes the glyphs on both sides of them adjacent.
    guard flags & 0x6 == 0 else { return .anything }
    if kind == (isSubstitution ? 7 : 9) {
      guard let subtable = number(at: start + 6), let extended = number(at: start + subtable + 2) else {
        return .anything
      }
      kind = extended
    }
    // Types after ligature substitution and mark attachment examine contexts.
    return (1...(isSubstitution ? 4 : 6)).contains(kind) ? .neighbours : .anything
  }

  /// Returns whether a lookup of positions changes only the first glyphs of pairs of adjacent ones, as most kerning does;
  /// false if the table is invalid.
  ///
  /// - Complexity: O(n) for n subtables.
  func adjustsFirstOfPairsOnly(_ lookup: UInt32) -> Bool {
    guard !isSubstitution, reach(of: lookup) == .neighbours, let list = number(at: 8),
      let offset = number(at: list + 2 + 2 * Int(lookup)), let kind = number(at: list + offset),
      let count = number(at: list + offset + 4)
    else { return false }
    let start = list + offset
    for index in 0..<count {
      guard let own = number(at: start + 6 + 2 * index) else { return false }
      var subtable = start + own
      var ownKind: Int? = kind
      if kind == 9 {
        guard let high = number(at: subtable + 4), let low = number(at: subtable + 6) else { return false }
        ownKind = number(at: subtable + 2)
        subtable += high << 16 | low
      }
      // The format of the second glyph's values follows that of the first one's; 0 says that there are none.
      guard ownKind == 2, number(at: subtable + 6) == 0 else { return false }
    }
    return true
  }

  /// Returns the 16 bits at an offset in the table; nil beyond its end.
  func number(at offset: Int) -> Int? {
    guard offset + 1 < bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }
}
