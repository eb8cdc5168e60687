/// A text that is JSON: lends views of its values, which are read where they stand.
public struct JSONDocument: Sendable {
  private let text: [UInt8]
  private let index: JSONIndex
  /// The offset of the root.
  private let root: Int

  /// Checks a UTF-8 text.
  ///
  /// Keys must not repeat inside an object, and numbers must be finite. Any value may be the root.
  ///
  /// - Throws: ``JSONSyntaxError`` for the first error.
  /// - Complexity: O(n), where n is the length of the text, and O(k log k) for the k members of a large object.
  public init(parsing text: [UInt8], limits: JSONLimits = .default) throws(JSONSyntaxError) {
    do throws(JSONScanner.Refusal) {
      self = try JSONDocument(scanning: text, limits)
    } catch {
      let rewritten = try Self.rewriting(text, refused: error, limits: limits)
      do throws(JSONScanner.Refusal) {
        self = try JSONDocument(scanning: rewritten, .unlimited)
      } catch {
        throw JSONSyntaxError(line: 1, column: 1, offset: 0, reason: .empty)
      }
    }
  }

  private init(_ text: [UInt8], _ index: JSONIndex, root: Int) {
    (self.text, self.index, self.root) = (text, index, root)
  }

  /// Scans a text.
  init(scanning text: [UInt8], _ limits: JSONLimits) throws(JSONScanner.Refusal) {
    guard let first = text.firstIndex(where: { !$0.isSpace }),
      let last = text.lastIndex(where: { !$0.isSpace }), text.count < JSONLimits.greatestLength
    else { throw JSONScanner.Refusal(offset: 0, isTooLarge: false) }
    if text[first].opensContainer {
      // The scanner relies on the closing bracket.
      guard text[last].closesContainer else {
        throw JSONScanner.Refusal(offset: text.count, isTooLarge: false)
      }
      self.init(text, try JSONScanner.index(of: text, first..<last + 1, limits), root: first)
      return
    }
    // Readers rely on brackets around everything: a scalar gets some.
    let list = [UInt8(ascii: "[")] + text[first...last] + [UInt8(ascii: "]")]
    var deeper = limits
    deeper.depth = 1
    let index: JSONIndex
    do throws(JSONScanner.Refusal) {
      index = try JSONScanner.index(of: list, 0..<list.count, deeper)
    } catch {
      throw JSONScanner.Refusal(offset: max(0, first + error.offset - 1), isTooLarge: error.isTooLarge)
    }
    self.init(list, index, root: 1)
    guard withRoot({ $0.raw.count }) == list.count - 2 else {
      throw JSONScanner.Refusal(offset: first, isTooLarge: false)
    }
  }

  /// The bytes of memory that the document takes beside its text.
  ///
  /// - Complexity: O(1)
  public var indexBytes: Int { index.bytes }

  /// Calls `body` with the root and returns its result.
  ///
  /// The root and every value reached through it are valid only until `body` returns, and on its thread.
  ///
  /// - Complexity: O(1) beside `body`.
  public func withRoot<R, E: Error>(_ body: (JSONValue) throws(E) -> R) throws(E) -> R {
    try index.entries.withUnsafeBufferPointer { (entries) throws(E) in
      try text.withUnsafeBufferPointer { (text) throws(E) in
        guard let start = text.baseAddress else { preconditionFailure("a document has a root") }
        var reading = JSONReading(text, from: start, entries)
        return try withUnsafeMutablePointer(to: &reading) { (reading) throws(E) in
          try body(JSONValue(start + root, reading))
        }
      }
    }
  }
}
