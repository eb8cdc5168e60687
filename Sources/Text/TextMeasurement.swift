/// What a text takes, in points, with nothing rounded.
public struct TextMeasurement: Sendable, Hashable {
  /// The width of the widest line, without the white space at its end.
  public private(set) var width = 0.0
  public private(set) var height = 0.0
  public private(set) var lineCount = 0
  /// How far below the top the first line stands.
  public private(set) var firstBaseline = 0.0
  /// How far below the top the last line stands.
  public private(set) var lastBaseline = 0.0
  /// Whether some of the text is on no line, for there may be no more lines.
  public internal(set) var isTruncated = false
  /// The families asked for that are not in the library.
  public let missingFamilies: [String]

  init(missingFamilies: [String]) { self.missingFamilies = missingFamilies }

  /// Puts a line below the others.
  mutating func add(width: Double, above: Double, height: Double) {
    lastBaseline = self.height + above
    if lineCount == 0 { firstBaseline = lastBaseline }
    self.width = max(self.width, width)
    self.height += height
    lineCount += 1
  }
}
