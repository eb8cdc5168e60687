/// The characters that stand between words and lines.
enum TextSpace {
  /// Whether a unit is white space that hangs over the end of a line and takes no part in its width.
  static func hangs(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09...0x0D, 0x85, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x2028, 0x2029, 0x205F, 0x3000:
      true
    default: false
    }
  }

  /// Whether a unit ends a paragraph.
  static func endsParagraph(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
