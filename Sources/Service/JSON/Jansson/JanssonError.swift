internal import CJansson

/// The error of jansson for a text that it cannot parse.
struct JanssonError: Error {
  var code: json_error_code
  /// How many bytes it had read: the end of the token that it rejected.
  var bytesRead: Int

  /// Returns the error with its reason in our terms, at the start of the rejected token.
  ///
  /// - Complexity: O(n), where n is `bytesRead`.
  func located(in text: UnsafeRawBufferPointer) -> RawSyntaxError {
    let tokens = JSONTokens(text: text)
    let token = tokens.range(containing: max(0, bytesRead - 1))
    switch code {
    case json_error_premature_end_of_input:
      return RawSyntaxError(offset: text.count, reason: .unexpectedEnd)
    case json_error_invalid_utf8:
      return RawSyntaxError(offset: bytesRead, reason: .invalidUTF8)
    case json_error_end_of_input_expected:
      return RawSyntaxError(offset: token.lowerBound, reason: .trailingData)
    case json_error_null_byte_in_key:
      return RawSyntaxError(offset: token.lowerBound, reason: .nulInKey)
    case json_error_numeric_overflow:
      return RawSyntaxError(offset: token.lowerBound, reason: .numberOverflow)
    case json_error_duplicate_key:
      return RawSyntaxError(
        offset: token.lowerBound, reason: .duplicateKey(JSONUnescaping.string(of: text, in: token.innerRange))
      )
    default:
      if !token.isEmpty, text[token.lowerBound] == UInt8(ascii: "\""),
        let escape = tokens.firstInvalidEscape(in: token)
      {
        return RawSyntaxError(offset: escape, reason: .invalidEscape)
      }
      return RawSyntaxError(offset: token.lowerBound, reason: .syntax(found: tokens.excerpt(of: token)))
    }
  }
}

extension Range<Int> {
  /// The range of a string token without its quotes.
  fileprivate var innerRange: Range<Int> { count >= 2 ? lowerBound + 1..<upperBound - 1 : self }
}
