internal import CHarfBuzz
internal import CWOFF2
import Cancellation
internal import Glibc

/// A font file of a client: TrueType, OpenType, a collection of these, or WOFF2.
///
/// Its bytes may be of any kind. HarfBuzz reads them, and libwoff2 decompresses them.
public final class FontFile: Sendable {
  let faces: [FontFace]
  /// The approximate memory of the font, in bytes.
  public let memory: Int

  /// The largest number of faces in a file.
  static let faceLimit = 32
  /// The largest table of characters, in bytes: HarfBuzz visits each character in every range of it.
  static let characterMapLimit = 2 << 20

  /// Reads a font.
  ///
  /// - Parameter limit: the largest size of the font without compression, in bytes; 32 MiB by default.
  /// - Throws: `FontFileError`.
  /// - Complexity: O(n) for n bytes, and for n code points of each face.
  public init(_ bytes: [UInt8], limit: Int = FontFile.defaultLimit) throws(FontFileError) {
    let blob = try Self.blob(bytes, limit)
    defer { hb_blob_destroy(blob) }
    let count = hb_face_count(blob)
    guard count > 0 else { throw .damaged }
    guard count <= Self.faceLimit else { throw .tooManyFaces(limit: Self.faceLimit) }
    var faces: [FontFace] = []
    for index in 0..<count {
      if Cancellation.stopsHere { throw .cancelled }
      faces.append(try Self.face(blob, index))
    }
    self.faces = faces
    memory = faces.reduce(Int(hb_blob_get_length(blob))) { $0 + $1.coverage.bytes }
  }

  /// The default limit of a font without compression, in bytes.
  public static let defaultLimit = 32 << 20

  /// Returns the approximate memory that reading a font takes, in bytes, the font included.
  ///
  /// - Complexity: O(n) for n tables of a font in WOFF2, else O(1).
  public static func memoryToRead(_ bytes: [UInt8], limit: Int = FontFile.defaultLimit) -> Int {
    guard bytes.starts(with: "wOF2".utf8), let sizes = WOFF2Sizes(bytes) else { return 2 * bytes.count }
    return bytes.count + min(sizes.packed, limit) + min(sizes.unpacked, limit)
  }

  /// A description of each family in the file, as `FontLibrary.describedFamilies()` returns them.
  ///
  /// - Complexity: O(n) for n code points with glyphs in the regular faces.
  public func describedFamilies() -> [FontFamilyDescription] {
    FontFamily.grouping(faces).map { $0.described() }
  }

  private static func blob(_ bytes: [UInt8], _ limit: Int) throws(FontFileError) -> OpaquePointer {
    switch bytes.prefix(4) {
    case [0, 1, 0, 0], ArraySlice("true".utf8), ArraySlice("OTTO".utf8), ArraySlice("ttcf".utf8):
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
      let blob = bytes.withUnsafeBytes {
        hb_blob_create_or_fail(
          $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32($0.count), HB_MEMORY_MODE_DUPLICATE,
          nil,
          nil)
      }
      guard let blob else { throw .outOfMemory }
      return blob
    case ArraySlice("wOF2".utf8): return try decompressed(bytes, limit)
    case ArraySlice("wOFF".utf8): throw .oldWebFont
    default: throw .unknownFormat
    }
  }

  private static func decompressed(_ bytes: [UInt8], _ limit: Int) throws(FontFileError) -> OpaquePointer {
    guard let sizes = WOFF2Sizes(bytes) else { throw .damaged }
    guard sizes.packed <= limit, sizes.unpacked <= limit else { throw .tooLarge(limit: limit) }
    var size = 0
    var isOutOfMemory: Int32 = 0
    guard let memory = tessera_woff2_decompress(bytes, bytes.count, limit, &size, &isOutOfMemory) else {
      throw isOutOfMemory == 0 ? FontFileError.damaged : .outOfMemory
    }
    let blob = hb_blob_create_or_fail(
      UnsafeRawPointer(memory).assumingMemoryBound(to: CChar.self), UInt32(size), HB_MEMORY_MODE_READONLY,
      memory
    ) { free($0) }
    guard let blob else { throw .outOfMemory }
    return blob
  }

  /// Returns a face that text can be measured with.
  private static func face(_ blob: OpaquePointer, _ index: UInt32) throws(FontFileError) -> FontFace {
    let face: OpaquePointer = hb_face_create(blob, index)
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0 else { throw .noGlyphs }
    guard size(of: chb_tag(0x63, 0x6D, 0x61, 0x70), in: face) <= characterMapLimit else {
      throw .tooManyCharacterRanges
    }
    // HarfBuzz reads 1,000 units for a number that it does not accept.
    guard let units = unitsPerEm(face), units == hb_face_get_upem(face) else { throw .unitsPerEm }
    guard !LookupWork.exceedsLimit(of: face) else { throw .tooManyRules }
    guard let checked = FontFace(blob: blob, index: index, isOwn: true) else { throw .noFamilyName }
    guard !checked.coverage.isEmpty else { throw .noCharacters }
    let metrics = FontMetrics(font: checked.font, unitsPerEm: checked.unitsPerEm)
    guard metrics.ascent.isFinite, metrics.descent.isFinite, metrics.lineGap.isFinite else { throw .damaged }
    return checked
  }

  private static func size(of table: hb_tag_t, in face: OpaquePointer) -> Int {
    let blob = hb_face_reference_table(face, table)
    defer { hb_blob_destroy(blob) }
    return Int(hb_blob_get_length(blob))
  }

  /// Returns the number in the table `head`, whatever it is; nil without such a table.
  private static func unitsPerEm(_ face: OpaquePointer) -> UInt32? {
    let blob = hb_face_reference_table(face, chb_tag(0x68, 0x65, 0x61, 0x64))
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length >= 54 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    return UInt32(bytes[18]) << 8 | UInt32(bytes[19])
  }
}

/// Why text cannot be measured with a font file.
public enum FontFileError: Error, Hashable {
  /// The first bytes are those of none of the formats.
  case unknownFormat
  /// The file is WOFF 1.0.
  case oldWebFont
  /// The font without compression has more bytes.
  case tooLarge(limit: Int)
  /// HarfBuzz or libwoff2 cannot read the file.
  case damaged
  case tooManyFaces(limit: Int)
  case noGlyphs
  /// The table of characters has too many ranges.
  case tooManyCharacterRanges
  /// The rules for shaping may take too long.
  case tooManyRules
  /// No character has a glyph.
  case noCharacters
  case noFamilyName
  /// The units per em are not 16 to 16,384.
  case unitsPerEm
  case outOfMemory
  /// Nothing waits for the result any more (`Cancellation`).
  case cancelled
}
