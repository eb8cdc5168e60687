internal import CHarfBuzz

/// A family of fonts, as clients need to know it to show text as it was measured.
public struct FontFamilyDescription: Sendable, Hashable {
  /// The name of the family, as a client names it in CSS.
  public var name: String
  /// The script that the family is designed for, by its code in ISO 15924; nil for a family of several scripts.
  public var designScript: String?
  /// The scripts that the regular face has letters of, by their codes in ISO 15924, sorted.
  public var scripts: [String]
  /// Whether the glyphs have colours, like emoji.
  public var isColor: Bool
  /// The faces in the order of the list of fonts.
  public var faces: [FontFaceDescription]
}

/// A face of a font file, without the path of the file.
public struct FontFaceDescription: Sendable, Hashable {
  /// The name for `local()` in CSS; nil if the face has none.
  public var fullName: String?
  /// The other name for `local()`; nil if the face has none.
  public var postScriptName: String?
  /// The available weights, 1 to 1,000: one, or the range of a variable face.
  public var weights: ClosedRange<Double>
  /// Whether the face is italic or oblique.
  public var isItalic: Bool
  /// In percent of a normal face.
  public var width: Double
  /// The version that the face states, such as `Version 4.001`; nil if it states none.
  public var version: String?
  /// The checksum that the face states for its file (`head.checkSumAdjustment`), as eight hexadecimal digits; nil if it
  /// has none.
  public var checksum: String?
}

extension FontLibrary {
  /// Returns a description of every family, in the order of the list, which is that of fallbacks.
  ///
  /// - Complexity: O(n) for n code points with glyphs in the regular faces.
  public func describedFamilies() -> [FontFamilyDescription] { families[fallbacks].map { $0.described() } }
}

extension FontFamily {
  /// The least number of characters of a script for a family to count as having the script.
  private static let lettersOfScript = 20

  /// Returns a description of the family.
  ///
  /// - Complexity: O(n) for n code points with glyphs in the regular face.
  func described() -> FontFamilyDescription {
    let regular = regular
    let counts = regular.scriptCounts()
    let total = counts.values.reduce(0, +)
    return FontFamilyDescription(
      name: name,
      designScript: counts.first { $0.value * 2 > total }.map { Self.code(ofScript: $0.key) },
      scripts: counts.filter { $0.value >= Self.lettersOfScript }.keys.map(Self.code(ofScript:)).sorted(),
      isColor: regular.isColor, faces: faces.map(\.described))
  }

  /// Returns the code of a script in ISO 15924: the four letters of HarfBuzz's tag.
  private static func code(ofScript tag: UInt32) -> String {
    String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> UInt32($0)) }, as: UTF8.self)
  }
}

extension FontFace {
  fileprivate var described: FontFaceDescription {
    FontFaceDescription(
      fullName: Self.name(face, UInt32(HB_OT_NAME_ID_FULL_NAME)),
      postScriptName: Self.name(face, UInt32(HB_OT_NAME_ID_POSTSCRIPT_NAME)),
      weights: weights, isItalic: isItalic, width: width,
      version: Self.name(face, UInt32(HB_OT_NAME_ID_VERSION_STRING)), checksum: checksum)
  }

  /// The third number of OpenType's table `head`, after two of four bytes.
  private var checksum: String? {
    let blob = hb_face_reference_table(face, chb_tag(0x68, 0x65, 0x61, 0x64))
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length >= 12 else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))[8..<12]
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
