import Text
import Wire

extension FontFileError {
  /// What is wrong with the file.
  var reason: String {
    switch self {
    case .unknownFormat: "it is no TrueType, OpenType or WOFF2 font"
    case .oldWebFont: "it is WOFF 1.0, which the service does not read; send TrueType, OpenType or WOFF2"
    case .tooLarge(let limit): "without compression it has more than \(limit) bytes"
    case .damaged: "it is damaged"
    case .tooManyFaces(let limit): "it has more than \(limit) faces"
    case .noGlyphs: "a face has no glyphs"
    case .tooManyCharacterRanges: "its table of characters (cmap) is too long"
    case .tooManyRules: "too many of its rules may apply to one glyph (GSUB, GPOS)"
    case .noCharacters: "a face has no glyph for any character (cmap)"
    case .noFamilyName: "a face has no family name (name)"
    case .unitsPerEm: "the units per em of a face are not 16 to 16384 (head)"
    case .outOfMemory: "there is no memory for it"
    case .cancelled: "the request was given up"
    }
  }
}

extension Problem {
  init(_ error: FontFileError) {
    switch error {
    case .tooLarge: self.init(.fontTooLarge, "The font cannot be used: \(error.reason).")
    case .outOfMemory: self = .memoryFull
    case .cancelled: self = .givenUp
    default: self.init(.invalidFont, "The font cannot be used: \(error.reason).")
    }
  }
}
