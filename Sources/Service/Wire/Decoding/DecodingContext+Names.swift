import JSON

/// Names that clients choose: ids of items and sections, kinds of views, names of templates, views and metrics.
extension DecodingContext {
  /// Reads a name that clients choose.
  package func clientName(_ value: JSONValue) -> String? {
    guard let name = string(value), checkNormalForm(of: name) else { return nil }
    return name
  }

  /// Returns whether a name that clients choose is in Unicode normal form C, and reports it if it is not.
  ///
  /// - Complexity: O(n) for n bytes.
  package func checkNormalForm(of name: String) -> Bool {
    if name.isInNormalFormC { return true }
    fault(
      "the name \(quoted(name)) is not in Unicode normal form C; normalise it, as String.normalize() of "
        + "JavaScript does")
    return false
  }
}

extension String {
  /// Whether a text is in Unicode normal form C.
  ///
  /// Strings are equal in Swift if they are canonically equivalent, and in JSON and JavaScript if their characters are.
  /// Among texts in this form, both are the same. A page has no function for it, and leaves the check to the service.
  ///
  /// - Complexity: O(n) for n bytes; a few nanoseconds for short ASCII.
  package var isInNormalFormC: Bool {
    #if hasFeature(Embedded)
      return true
    #else
      if utf8.allSatisfy({ $0 < 0x80 }) { return true }
      var span = utf8Span
      if span.checkForNFC(quickCheck: true) { return true }
      return span.checkForNFC(quickCheck: false)
    #endif
  }
}
