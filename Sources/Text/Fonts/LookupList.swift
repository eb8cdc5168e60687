internal import CHarfBuzz

/// The kinds of the lookups of a face's `GSUB` or `GPOS` table, which HarfBuzz does not tell.
struct LookupList {
  /// How far from the glyphs that it names a lookup looks.
  enum Reach {
    /// At what stands next to them.
    case neighbours
    /// At any glyphs around them, those included that it does not name.
    case anything
  }

  private let bytes: UnsafeRawBufferPointer
  private let isSubstitution: Bool
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

  /// How far a lookup looks; as far as can be where the table cannot be read.
  ///
  /// - Complexity: O(1).
  func reach(of lookup: UInt32) -> Reach {
    // OpenType's header of both tables: the major version, the minor one, scripts, features, lookups.
    guard number(at: 0) == 1, let list = number(at: 8), let count = number(at: list), lookup < count,
      let offset = number(at: list + 2 + 2 * Int(lookup)), var kind = number(at: list + offset),
      let flags = number(at: list + offset + 2)
    else { return .anything }
    let start = list + offset
    // Letters or ligatures that are looked past let what is on both sides of them meet.
    guard flags & 0x6 == 0 else { return .anything }
    if kind == (isSubstitution ? 7 : 9) {
      guard let subtable = number(at: start + 6), let extended = number(at: start + subtable + 2) else {
        return .anything
      }
      kind = extended
    }
    // Up to ligatures, and up to what attaches marks: the kinds after those look at contexts.
    return (1...(isSubstitution ? 4 : 6)).contains(kind) ? .neighbours : .anything
  }

  private func number(at offset: Int) -> Int? {
    guard offset + 1 < bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }
}
