/// A problem with a template that did not stop the measuring of content.
package struct ContentWarning: Hashable, Sendable {
  /// The kinds of problems, as responses name them.
  package enum Code: String, CaseIterable {
    case fontFamilyMissing = "font_family_missing"
    case hyphenationMissing = "hyphenation_missing"
    case percentageUnknown = "percentage_unknown"
    case constraintBroken = "constraint_broken"
    case layoutAmbiguous = "layout_ambiguous"
  }

  /// The kind of the problem.
  package var code: Code
  /// A JSON pointer (RFC 6901) to the part of the request that has the problem.
  package var pointer: String
  /// The problem in a sentence for the client.
  package var detail: String
  /// The number of elements with the problem.
  package var count: Int

  /// Creates a warning for a number of elements.
  package init(code: Code, pointer: String, detail: String, count: Int) {
    self.code = code
    self.pointer = pointer
    self.detail = detail
    self.count = count
  }
}
