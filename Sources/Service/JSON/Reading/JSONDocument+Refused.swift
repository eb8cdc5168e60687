extension JSONDocument {
  /// Reads a text that the scanner has refused, in the form in which the scanner accepts it.
  ///
  /// - Throws: ``JSONSyntaxError`` for the first error.
  /// - Complexity: O(n), where n is the length of the text.
  static func rewriting(
    _ text: [UInt8], refused: JSONScanner.Refusal, limits: JSONLimits
  ) throws(JSONSyntaxError) -> [UInt8] {
    #if hasFeature(Embedded)
      // The program around the engine has parsed the text before, so that only a limit can have refused it.
      let result = text.withUnsafeBytes { bytes in
        Result { () throws(JSONSyntaxError) in
          var error = RawSyntaxError(offset: refused.offset, reason: .tooLarge(limit: limits.memory))
          if !refused.isTooLarge {
            error.reason = .syntax(found: "")
            do throws(RawSyntaxError) { try JSONPrescan.check(bytes, limits: limits) } catch let found {
              error = found
            }
          }
          throw JSONSyntaxError(error, in: bytes)
        }
      }
      try result.get()
      return text
    #else
      // The parser has the last word: it throws, or what it read is written in a form that the scanner accepts.
      return try Jansson.rewriting(text, refused: refused, limits: limits)
    #endif
  }
}
