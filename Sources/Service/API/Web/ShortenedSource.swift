/// Modules and style sheets without comments, indentation and empty lines.
///
/// The sources of web keep to a form in which that is simple: a comment stands on lines of its own, or is a
/// type cast `/** … */` within a line, and no template literal spans lines. `web/tests/support/sent.js` has the same
/// rules.
enum ShortenedSource {
  /// Returns a source without what browsers do not need.
  ///
  /// - Complexity: O(n) in the number of bytes.
  static func shorten(_ source: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isComment = false
    for line in Array(source).split(separator: UInt8(ascii: "\n")) {
      var rest = line
      if isComment {
        guard let end = end(ofCommentIn: rest) else { continue }
        isComment = false
        rest = rest[end...]
      }
      rest = trimmed(withoutCasts(rest)[...])
      if rest.starts(with: opening) {
        let end = end(ofCommentIn: rest)
        isComment = end == nil
        rest = end.map { trimmed(rest[$0...]) } ?? []
      }
      if rest.isEmpty || rest.starts(with: lineComment) { continue }
      result += rest
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  private static let opening = Array("/*".utf8)
  private static let castOpening = Array("/**".utf8)
  private static let closing = Array("*/".utf8)
  private static let lineComment = Array("//".utf8)
  private static let space = UInt8(ascii: " ")

  /// Returns a line without the comments `/** … */` that begin and end in it.
  private static func withoutCasts(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard var start = line.firstRange(of: castOpening)?.lowerBound else { return line }
    var result: ArraySlice<UInt8> = []
    var rest = line
    while let end = end(ofCommentIn: rest[(start + castOpening.count)...]) {
      result += rest[..<start]
      rest = rest[end...]
      if rest.first == space { rest = rest.dropFirst() }
      guard let next = rest.firstRange(of: castOpening)?.lowerBound else { break }
      start = next
    }
    return result + rest
  }

  /// Returns the position behind the first `*/`.
  private static func end(ofCommentIn line: ArraySlice<UInt8>) -> Int? {
    line.firstRange(of: closing)?.upperBound
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == space || (9...13).contains($0) }
    guard let last = line.lastIndex(where: { !isSpace($0) }) else { return [] }
    return line[...last].drop(while: isSpace)
  }
}
