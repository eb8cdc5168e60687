/// Why a text cannot be measured.
public enum TextError: Error, Hashable {
  /// What of a request can be out of its range.
  public enum Parameter: String, Sendable, Hashable {
    /// A size that is negative, not a number or above 2^53.
    case size
    /// A weight outside 1 to 1,000.
    case weight
    /// A line height that is negative, not a number or above 2^53.
    case lineHeight
    /// A spacing that is not a number or beyond 2^53.
    case letterSpacing
    /// A limit below 0.
    case lineLimit
    /// A width that is not a number.
    case width
  }

  case invalid(Parameter)
  /// The text has more bytes of UTF-8 than the measurer takes.
  case tooLong(limit: Int)
  /// Memory has run out.
  case outOfMemory
}
