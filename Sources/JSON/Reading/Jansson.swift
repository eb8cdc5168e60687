internal import CJansson

/// A node of jansson's tree.
typealias JanssonNode = UnsafeMutablePointer<json_t>

/// The one place where jansson parses.
enum Jansson {
  /// Seeds the hash of objects from the system's randomness, once and before any object is created.
  ///
  /// Otherwise the thread that creates the first object would seed it, while others may read it.
  private static let seeded: Void = json_object_seed(0)

  /// Integers become doubles, so that a huge one is a number and not an error.
  private static let flags =
    JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL

  /// Seeds the hash; later calls do nothing.
  static func seedHashing() { seeded }

  /// Parses a text and returns the root of its tree, which the caller releases.
  ///
  /// - Complexity: O(n), where n is the length of the text.
  static func tree(of text: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONSyntaxError) -> JanssonNode
  {
    if let error = JSONPrescan.firstError(in: text, limits: limits) {
      throw JSONSyntaxError(earlierError(than: error, in: text) ?? error, in: text)
    }
    switch parse(text) {
    case .success(let root): return root
    case .failure(let error): throw JSONSyntaxError(error.located(in: text), in: text)
    }
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
    seedHashing()
    var error = json_error_t()
    let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let root = json_loadb(bytes, text.count, Int(flags), &error) else {
      let code = json_error_code(rawValue: UInt32(cjansson_error_code(&error)))
      return .failure(JanssonError(code: code, bytesRead: max(0, Int(error.position))))
    }
    return .success(root)
  }

  /// Returns the value of a string token, given with its quotes.
  static func string(of token: UnsafeRawBufferPointer) -> String? {
    guard case .success(let root) = parse(token) else { return nil }
    defer { json_decref(root) }
    return JSONValue(root).string
  }
}
