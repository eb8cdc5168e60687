/// Why a text cannot be measured.
public enum TextError: Error, Hashable {
  /// The name of an argument that is out of range: a setting, whose range its property states, `lineLimit`, or one of these.
  ///
  /// - `width`: the width is not a number.
  /// - `attachment`: the size of an attachment is not in 0 to 2^53, or its offset is not in -2^53 to 2^53.
  /// - `fontCount`: a styled text has more than 256 combinations of families, weight and slant.
  public struct Parameter: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name of the argument.
    public let name: String

    public init(stringLiteral name: String) { self.name = name }

    init(_ name: String) { self.name = name }
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
  /// The name of a setting of texts that only a server measures.
  case onlyOnServer(Parameter)
  /// Nothing waits for the result any more (`Cancellation`).
  case cancelled
}
