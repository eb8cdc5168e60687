/// A file of the list of fonts that could not be used.
public struct FontWarning: Sendable, Hashable {
  /// Why a file could not be used.
  public enum Reason: Sendable, Hashable {
    /// It is not there, or may not be read.
    case unreadable
    /// No face of it has a name and a glyph.
    case notAFont
  }

  public var path: String
  public var reason: Reason

  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

/// Why there is no library of fonts.
public enum FontLibraryError: Error, Hashable {
  /// Nothing of the list is a font.
  case noFonts([FontWarning])
}
