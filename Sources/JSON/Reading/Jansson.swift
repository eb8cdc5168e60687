internal import CJansson

/// A node of jansson's tree.
typealias JanssonNode = UnsafeMutablePointer<json_t>

/// The one place where jansson parses.
enum Jansson {
  /// Seeds the hash of objects from the system's randomness, once and before any object is made.
  ///
  /// An unseeded hash would be seeded by whichever thread makes the first object.
  private static let seeded: Void = json_object_seed(0)

  /// Integers become doubles, so that a huge one is a number and not an error.
  private static let flags =
    JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL

  /// Seeds the hash; later calls do nothing.
  static func seedHashing() { seeded }

  /// The root of the tree of `text`, which the caller releases.
  ///
  /// - Complexity: O(n), where n is the length of the text.
  static func tree(of text: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONSyntaxError) -> JanssonNode
  {
    if let seen = JSONPrescan.firstFault(in: text, limits: limits) {
      throw JSONSyntaxError(earlierFault(than: seen, in: text) ?? seen, in: text)
    }
    switch parse(text) {
    case .success(let root): return root
    case .failure(let failure): throw JSONSyntaxError(failure.fault(in: text), in: text)
    }
  }

  /// What the parser finds wrong before the place of a fault that the prescan saw, if anything.
  ///
  /// A missing quote far ahead can look like a control character in a string; the author wants the quote.
  private static func earlierFault(than seen: JSONFault, in text: UnsafeRawBufferPointer) -> JSONFault? {
    guard seen.offset > 0, seen.offset < text.count else { return nil }
    let before = UnsafeRawBufferPointer(rebasing: text[..<seen.offset])
    switch parse(before) {
    case .success(let root):
      json_decref(root)
      return nil
    case .failure(let failure):
      let fault = failure.fault(in: before)
      return fault.offset < seen.offset ? fault : nil
    }
  }

  private static func parse(_ text: UnsafeRawBufferPointer) -> Result<JanssonNode, JanssonFailure> {
    seedHashing()
    var error = json_error_t()
    let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let root = json_loadb(bytes, text.count, Int(flags), &error) else {
      let code = json_error_code(rawValue: UInt32(cjansson_error_code(&error)))
      return .failure(JanssonFailure(code: code, bytesRead: max(0, Int(error.position))))
    }
    return .success(root)
  }

  /// The value of a string token, quotes and all.
  static func string(of token: UnsafeRawBufferPointer) -> String? {
    guard case .success(let root) = parse(token) else { return nil }
    defer { json_decref(root) }
    return JSONValue(root).string
  }
}
