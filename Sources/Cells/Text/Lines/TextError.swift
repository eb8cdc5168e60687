/// Why a text cannot be measured.
public enum TextError: Error, Hashable {
  /// An argument that can be out of range.
  public enum Parameter: String, Sendable, Hashable {
    /// The size is not in 0 to 2^53.
    case size
    /// The weight is not in 1 to 1,000.
    case weight
    /// The line height is not in 0 to 2^53.
    case lineHeight
    /// The letter spacing is not in -2^53 to 2^53.
    case letterSpacing
    /// The line limit is below 0.
    case lineLimit
    /// The width is not a number.
    case width
    /// The size of an attachment is not in 0 to 2^53, or its offset is not in -2^53 to 2^53.
    case attachment
    /// A styled text has more than 256 combinations of families, weight and slant.
    case fontCount
    /// The factor is not in 0 to 2^53.
    case lineHeightMultiple
    /// The least height is not in 0 to 2^53.
    case minimumLineHeight
    /// The largest height is not in 0 to 2^53.
    case maximumLineHeight
    /// The space is not in 0 to 2^53.
    case paragraphSpacing
    /// The indent is not in 0 to 2^53.
    case firstLineHeadIndent
    /// The indent is not in 0 to 2^53.
    case headIndent
    /// The indent is not in -2^53 to 2^53.
    case tailIndent
  }

  case invalid(Parameter)
  /// The text has more bytes of UTF-8 than the measurer's limit.
  case tooLong(limit: Int)
  /// The rules of a client's font make more glyphs of a part of the text that is shaped at once.
  case tooManyGlyphs(limit: Int)
  /// HarfBuzz or ICU could not allocate memory, or the process has no file descriptor left for a file of patterns.
  case outOfMemory
  /// The process or the machine has no descriptor or no memory left to open a file that the text needs.
  case outOfFiles
  /// Nothing waits for the result any more (`Cancellation`).
  case cancelled
}
