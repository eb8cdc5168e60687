/// A problem with a template that did not stop the measuring of content.
package struct ContentWarning: Hashable, Sendable {
  package enum Code: String, CaseIterable {
    case fontFamilyMissing = "font_family_missing"
    case hyphenationMissing = "hyphenation_missing"
    case percentageUnknown = "percentage_unknown"
    case constraintBroken = "constraint_broken"
    case layoutAmbiguous = "layout_ambiguous"
  }

  package var code: Code
  package var pointer: String
  package var detail: String
  /// The number of elements with the problem.
  package var count: Int

  package init(code: Code, pointer: String, detail: String, count: Int) {
    self.code = code
    self.pointer = pointer
    self.detail = detail
    self.count = count
  }
}
