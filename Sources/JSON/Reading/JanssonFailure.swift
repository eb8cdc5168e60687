internal import CJansson

/// What jansson says of a text that it cannot parse.
struct JanssonFailure: Error {
  var code: json_error_code
  /// How many bytes it had read: the end of the token it stumbled over.
  var bytesRead: Int

  /// The fault in our terms, at the start of what is wrong.
  ///
  /// - Complexity: O(n), where n is `bytesRead`.
  func fault(in text: UnsafeRawBufferPointer) -> JSONFault {
    let tokens = JSONTokens(text: text)
    let token = tokens.range(containing: max(0, bytesRead - 1))
    switch code {
    case json_error_premature_end_of_input:
      return JSONFault(offset: text.count, reason: .unexpectedEnd)
    case json_error_invalid_utf8:
      return JSONFault(offset: bytesRead, reason: .invalidUTF8)
    case json_error_end_of_input_expected:
      return JSONFault(offset: token.lowerBound, reason: .trailingData)
    case json_error_null_byte_in_key:
      return JSONFault(offset: token.lowerBound, reason: .nulInKey)
    case json_error_numeric_overflow:
      return JSONFault(offset: token.lowerBound, reason: .numberOverflow)
    case json_error_duplicate_key:
      let key = Jansson.string(of: UnsafeRawBufferPointer(rebasing: text[token])) ?? tokens.excerpt(of: token)
      return JSONFault(offset: token.lowerBound, reason: .duplicateKey(key))
    default:
      if !token.isEmpty, text[token.lowerBound] == UInt8(ascii: "\""),
        let escape = tokens.firstInvalidEscape(in: token)
      {
        return JSONFault(offset: escape, reason: .invalidEscape)
      }
      return JSONFault(offset: token.lowerBound, reason: .syntax(found: tokens.excerpt(of: token)))
    }
  }
}
