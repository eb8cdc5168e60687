internal import Geometry

/// How a text is set.
public struct TextAttributes: Sendable, Hashable {
  /// The families wanted, in the order of preference; those that are not there are passed over and named in the
  /// measurement. None: the first family of the library.
  public var families: [String]
  /// The size of the font, in points; 0 makes all widths and natural heights 0.
  public var size: Double
  /// From 1 to 1,000; 400 is regular, 700 bold.
  public var weight: Double
  public var isItalic: Bool
  /// The height of each line, in points; nil for that of the tallest font on the line.
  public var lineHeight: Double?
  /// What is added after each cluster of glyphs, in points; ligatures come apart where it is not 0.
  public var letterSpacing: Double
  /// The most lines there may be; 0 for no limit.
  public var lineLimit: Int
  public var lineBreakMode: LineBreakMode
  public var direction: TextDirection

  public init(
    families: [String] = [], size: Double = 17, weight: Double = 400, isItalic: Bool = false,
    lineHeight: Double? = nil,
    letterSpacing: Double = 0, lineLimit: Int = 0, lineBreakMode: LineBreakMode = .truncatingTail,
    direction: TextDirection = .natural
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
    self.lineLimit = lineLimit
    self.lineBreakMode = lineBreakMode
    self.direction = direction
  }
}

extension TextAttributes {
  /// Throws what of the attributes no text can be set with.
  func validate() throws(TextError) {
    guard (0...Coordinate.limit).contains(size) else { throw .invalid(.size) }
    guard (1...1000).contains(weight) else { throw .invalid(.weight) }
    guard lineHeight.map((0...Coordinate.limit).contains) ?? true else { throw .invalid(.lineHeight) }
    guard letterSpacing.magnitude <= Coordinate.limit else { throw .invalid(.letterSpacing) }
    guard lineLimit >= 0 else { throw .invalid(.lineLimit) }
  }
}
