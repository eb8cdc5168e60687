/// The beginning of a text that fits a width, in whole characters.
struct FittedText {
  let prefix: Substring
  /// Whether the text goes on; an ellipsis then stands for the rest and has its place in `ems`.
  let isCut: Bool
  let ems: Double

  /// One label never takes more bytes than this, whatever it is made of: a single character can carry any
  /// number of combining marks, none of which has a width.
  static let byteLimit = 240

  private static let ellipsis = 1.0

  /// The text if it fits `room` ems, else as much of it as does with an ellipsis; nil when nothing is left.
  ///
  /// - Complexity: O(m) for the m characters that fit, whatever the length of the text.
  init?(_ text: String, room: Double) {
    var ems = 0.0
    var bytes = 0
    /// The end of what would still leave room for an ellipsis.
    var cut = (end: text.startIndex, ems: 0.0)
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      let character = text[end..<next]
      ems += TextWidth.ems(of: character)
      bytes += character.utf8.count
      guard ems <= room, bytes <= FittedText.byteLimit else {
        guard cut.end > text.startIndex else { return nil }
        self.init(prefix: text[..<cut.end], isCut: true, ems: cut.ems + FittedText.ellipsis)
        return
      }
      if ems + FittedText.ellipsis <= room { cut = (next, ems) }
      end = next
    }
    self.init(prefix: text[...], isCut: false, ems: ems)
  }

  private init(prefix: Substring, isCut: Bool, ems: Double) {
    self.prefix = prefix
    self.isCut = isCut
    self.ems = ems
  }
}

extension FittedText {
  /// What is seen of the text.
  var words: String { isCut ? prefix + "…" : String(prefix) }
}

extension MarkupWriter {
  mutating func text(_ fitted: FittedText) {
    text(fitted.prefix)
    if fitted.isCut { raw("…") }
  }
}
