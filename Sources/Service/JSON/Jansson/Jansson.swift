internal import CJansson
import Cancellation

/// The one place where jansson parses: texts that the scanner does not accept.
enum Jansson {
  /// Seeds the hash of objects from the system's randomness, once and before any object is created.
  ///
  /// Otherwise the thread that creates the first object would seed it, while others may read it.
  private static let seeded: Void = json_object_seed(0)

  /// Integers become doubles, so that a huge one is a number and not an error.
  private static let flags =
    JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL

  /// Parses a text that the scanner refused, and returns it without white space, with numbers and strings in their usual
  /// form.
  ///
  /// - Throws: ``JSONSyntaxError`` for the first error.
  /// - Complexity: O(n), where n is the length of the text.
  static func rewriting(
    _ text: [UInt8], refused: JSONScanner.Refusal, limits: JSONLimits
  ) throws(JSONSyntaxError) -> [UInt8] {
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(JSONSyntaxError) in
        do throws(RawSyntaxError) {
          return try rewriting(bytes, refused, limits)
        } catch {
          throw JSONSyntaxError(error, in: bytes)
        }
      }
    }
    return try result.get()
  }

  private static func rewriting(
    _ text: UnsafeRawBufferPointer, _ refused: JSONScanner.Refusal, _ limits: JSONLimits
  ) throws(RawSyntaxError) -> [UInt8] {
    if refused.isTooLarge {
      throw RawSyntaxError(offset: refused.offset, reason: .tooLarge(limit: limits.memory))
    }
    do throws(RawSyntaxError) {
      try JSONPrescan.check(text, limits: limits)
    } catch {
      if case .tooLarge = error.reason, text.count < JSONLimits.greatestLength {
        throw unparsedError(of: text, refused, limits)
      }
      throw earlierError(than: error, in: text) ?? error
    }
    switch parse(text) {
    case .failure(let error): throw error.located(in: text)
    case .success(let root):
      defer { json_decref(root) }
      var writer = JSONWriter(capacity: text.count)
      writer.tree(root)
      return writer.finish().withUnsafeBytes { Array($0) }
    }
  }

  /// Returns the error of a text whose tree would take more memory than allowed, from the place where the scanner
  /// stopped.
  private static func unparsedError(
    of text: UnsafeRawBufferPointer, _ refused: JSONScanner.Refusal, _ limits: JSONLimits
  ) -> RawSyntaxError {
    var unbounded = limits
    unbounded.memory = .max
    do throws(RawSyntaxError) { try JSONPrescan.check(text, limits: unbounded) } catch {
      if error.offset <= refused.offset { return error }
    }
    if let key = refused.repeatedKey {
      return RawSyntaxError(
        offset: key.lowerBound - 1, reason: .duplicateKey(JSONUnescaping.string(of: text, in: key)))
    }
    let code = refused.offset < text.count ? json_error_invalid_syntax : json_error_premature_end_of_input
    return JanssonError(code: code, bytesRead: refused.offset + 1).located(in: text)
  }

  /// Returns the error that the parser finds before an error of the prescan; nil if there is none.
  ///
  /// A missing quote can look like a control character in a string much later; the error is the missing quote.
  private static func earlierError(than later: RawSyntaxError, in text: UnsafeRawBufferPointer)
    -> RawSyntaxError?
  {
    guard later.offset > 0, later.offset < text.count else { return nil }
    let before = UnsafeRawBufferPointer(rebasing: text[..<later.offset])
    switch parse(before) {
    case .success(let root):
      json_decref(root)
      return nil
    case .failure(let error):
      let located = error.located(in: before)
      return located.offset < later.offset ? located : nil
    }
  }

  private static func parse(_ text: UnsafeRawBufferPointer) -> Result<JanssonNode, JanssonError> {
    seeded
    var error = json_error_t()
    var source = Source(text: text)
    let root = withUnsafeMutablePointer(to: &source) { source in
      json_load_callback(
        { buffer, capacity, source in
          guard let buffer, let source else { return 0 }
          let room = UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
          return source.assumingMemoryBound(to: Source.self).pointee.read(into: room)
        }, source, Int(flags), &error)
    }
    guard let root else {
      let code = json_error_code(rawValue: UInt32(cjansson_error_code(&error)))
      return .failure(JanssonError(code: code, bytesRead: max(0, Int(error.position))))
    }
    return .success(root)
  }
}

/// The rest of a text, which jansson takes piece by piece.
private struct Source {
  let text: UnsafeRawBufferPointer
  private var offset = 0
  private var pace = Pace()

  init(text: UnsafeRawBufferPointer) { self.text = text }

  /// Copies the next bytes; returns their number, which is 0 at the end, and where the computation should stop: the
  /// text then seems to be cut off.
  mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, text.count - offset)
    guard count > 0, !pace.isOver(after: 64) else { return 0 }
    room.copyMemory(from: UnsafeRawBufferPointer(rebasing: text[offset..<offset + count]))
    offset += count
    return count
  }
}
