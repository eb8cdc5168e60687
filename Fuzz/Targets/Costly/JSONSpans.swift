/// Where the values of a JSON text stand, for changes that leave it JSON.
///
/// The text is only taken apart as far as brackets, quotes and commas show it: it may be wrong inside of scalars.
struct JSONSpans {
  struct Span {
    var range: Range<Int>
    /// The name of the member whose value it is, without the quotes; nil for elements and the root.
    var key: Range<Int>?
    /// Where the member begins that it is the value of; for other values, where they begin.
    var start: Int
    var isElement: Bool
    /// The number of containers around it.
    var depth: Int
  }

  /// The values in the order in which they begin: a container stands before its parts.
  private(set) var spans: [Span] = []

  private struct Open {
    var span: Int
    var isObject: Bool
    var key: Range<Int>?
    var expectsKey: Bool
  }

  /// Finds the values of a text, or of several that commas separate; nil if its brackets or quotes do not match.
  ///
  /// - Complexity: O(n) for n bytes.
  init?(_ text: [UInt8]) {
    var open: [Open] = []
    var index = 0
    func add(_ end: Int) {
      let top = open.last
      let start = top?.key.map { $0.lowerBound - 1 } ?? index
      spans.append(
        Span(
          range: index..<end, key: top?.key, start: start, isElement: top.map { !$0.isObject } ?? false,
          depth: open.count))
    }
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = text[index] == UInt8(ascii: "{")
        add(index + 1)
        open.append(Open(span: spans.count - 1, isObject: isObject, key: nil, expectsKey: isObject))
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let closed = open.popLast(), closed.isObject == (text[index] == UInt8(ascii: "}")) else {
          return nil
        }
        index += 1
        spans[closed.span].range = spans[closed.span].range.lowerBound..<index
      case UInt8(ascii: "\""):
        guard let end = Self.end(ofStringAt: index, in: text) else { return nil }
        if let top = open.last, top.expectsKey {
          open[open.count - 1].key = index + 1..<end - 1
          open[open.count - 1].expectsKey = false
        } else {
          add(end)
        }
        index = end
      case UInt8(ascii: ","):
        if let top = open.last { open[open.count - 1].expectsKey = top.isObject }
        index += 1
      case UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: index += 1
      default:
        var end = index + 1
        while end < text.count, !Self.endsScalar(text[end]) { end += 1 }
        add(end)
        index = end
      }
    }
    guard open.isEmpty, !spans.isEmpty else { return nil }
  }

  /// Returns the index behind the closing quote of the string that begins at an index; nil if it has none.
  private static func end(ofStringAt start: Int, in text: [UInt8]) -> Int? {
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }
}

extension [UInt8] {
  /// The text without a member or an element, and without a comma beside it.
  func removing(_ span: JSONSpans.Span) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    let comma = UInt8(ascii: ",")
    var (start, end) = (span.start, span.range.upperBound)
    if let next = self[end...].firstIndex(where: { !isSpace($0) }), self[next] == comma {
      end = next + 1
    } else if let last = self[..<start].lastIndex(where: { !isSpace($0) }), self[last] == comma {
      start = last
    }
    var rest = self
    rest.removeSubrange(start..<end)
    return rest
  }
}
