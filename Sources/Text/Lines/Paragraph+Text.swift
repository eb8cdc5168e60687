extension Paragraph {
  /// What is drawn of a line: its text without the white space at the end, with the hyphen or ellipsis that it has.
  ///
  /// - Complexity: O(n) in the length of the line.
  func text(of line: LineSpan) -> String {
    let end = line.isHyphenated ? line.contentEnd - 1 : line.contentEnd
    guard let omitted = line.omitted else {
      return columns.string(line.start..<end) + (line.isHyphenated ? primary.hyphen.text : "")
    }
    return columns.string(line.start..<omitted.lowerBound) + primary.ellipsis.text
      + columns.string(omitted.upperBound..<line.contentEnd)
  }
}
